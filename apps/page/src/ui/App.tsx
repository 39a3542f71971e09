// The page: entering on the left, the answer on the right, and the menu above both.

import { signal, useSignal } from "@preact/signals";
import { lazy, Suspense } from "preact/compat";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

import { goTo, hasLetters, outcome, position, solution, theme, undo } from "../state.js";
import { text } from "../text.js";
import { Answer } from "./Answer.js";
import { Entry } from "./Entry.js";
import { Icon, type IconName } from "./icons.js";
import { NotLoaded } from "./NotLoaded.js";

const Numbers = lazy(() => import("./Numbers.js").catch(() => ({ default: NotLoaded })));

/** Set when a new version waits; called, it takes over. */
export const update = signal<(() => void) | undefined>(undefined);

const Tool = ({
  icon,
  label,
  onClick,
  pressed,
}: {
  icon: IconName;
  label: string;
  onClick: () => void;
  pressed?: boolean;
}) => (
  <button type="button" class="control" aria-label={label} title={label} aria-pressed={pressed} onClick={onClick}>
    <Icon name={icon} />
  </button>
);

const nextTheme = { auto: "light", light: "dark", dark: "auto" } as const;

function About({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current!.showModal(), []);
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="about-heading" onClose={onClose}>
      <header>
        <h2 id="about-heading">{text.about.heading}</h2>
        <Tool icon="close" label={text.about.close} onClick={() => dialog.current!.close()} />
      </header>
      {text.about.paragraphs.map((words) => (
        <p key={words}>{words}</p>
      ))}
      <h3>{text.about.keys}</h3>
      <dl>
        {text.about.keyList.map(([key, what]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a href="notices.txt">{text.about.notices}</a>
      </p>
    </dialog>
  );
}

const isAbout = signal(false);

function Header() {
  return (
    <header class="top">
      <h1>
        <img src="icon.svg" alt="" width="32" height="32" />
        {text.title}
      </h1>
      <p class="tagline">{text.tagline}</p>
      <nav aria-label={text.menu.all}>
        <Tool
          icon="letters"
          label={text.menu.letters}
          pressed={hasLetters.value}
          onClick={() => (hasLetters.value = !hasLetters.value)}
        />
        <Tool
          icon="theme"
          label={text.menu.theme[theme.value]}
          onClick={() => (theme.value = nextTheme[theme.value])}
        />
        <Tool icon="about" label={text.menu.about} onClick={() => (isAbout.value = true)} />
      </nav>
    </header>
  );
}

/** What a screen reader is told when an answer comes: a region that is there before it has words. */
function Announcement() {
  const now = outcome.value;
  const words =
    now.kind === "solved"
      ? now.solution.moves.length === 0
        ? text.answer.isSolved
        : text.answer.found(now.solution.moves.length)
      : now.kind === "wrong"
        ? `${text.wrong.heading}. ${now.problems.join(". ")}.`
        : "";
  return (
    <p class="hidden" role="status">
      {words}
    </p>
  );
}

function Panel() {
  const tab = useSignal<"solution" | "numbers">("solution");
  const tabs = ["solution", "numbers"] as const;
  const { kind } = outcome.value;
  const content = useRef<HTMLDivElement>(null);
  const hadFocus = content.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    // What was focused went away with the old content ("Repair it"): the keyboard goes on with the new one.
    if (hadFocus && !content.current!.contains(document.activeElement)) content.current!.focus({ preventScroll: true });
  }, [kind]);
  useEffect(() => {
    if (kind === "wrong" || kind === "failed") tab.value = "solution"; // where it is explained
  }, [kind]);
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    event.stopPropagation();
    tab.value = tab.value === "solution" ? "numbers" : "solution";
    document.getElementById(`tab-${tab.value}`)?.focus();
  };
  return (
    <section class="panel" aria-label={text.answer.heading} data-kind={kind}>
      <Announcement />
      <div class="tabs" role="tablist" aria-label={text.answer.heading} onKeyDown={onKey}>
        {tabs.map((name) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            role="tab"
            aria-selected={tab.value === name}
            aria-controls="tab-panel"
            tabIndex={tab.value === name ? 0 : -1}
            onClick={() => (tab.value = name)}
          >
            {text.answer.tabs[name]}
          </button>
        ))}
      </div>
      <div id="tab-panel" ref={content} role="tabpanel" tabIndex={-1} aria-labelledby={`tab-${tab.value}`}>
        {tab.value === "solution" ? (
          <Answer />
        ) : (
          <Suspense fallback={null}>
            <Numbers />
          </Suspense>
        )}
      </div>
    </section>
  );
}

const Update = () =>
  update.value ? (
    <div class="update" role="status">
      {text.update.ready}
      <button type="button" class="button primary" onClick={update.value}>
        {text.update.now}
      </button>
      <button type="button" class="button quiet" onClick={() => (update.value = undefined)}>
        {text.update.later}
      </button>
    </div>
  ) : null;

/** Keys that work anywhere but in a field, which has its own undo. A choice of colours has arrows alone. */
function onKey(event: KeyboardEvent): void {
  const target = event.target instanceof HTMLElement ? event.target : document.body;
  if (target.matches("textarea, input[type=text]") || document.querySelector("dialog[open]")) return;
  const isInput = target instanceof HTMLInputElement;
  if ((event.ctrlKey || event.metaKey) && event.key === "z") {
    undo();
    event.preventDefault();
  } else if (solution.peek() && !isInput && !event.ctrlKey && !event.metaKey && !event.altKey) {
    if (event.key === "ArrowRight") goTo(position.peek() + 1);
    if (event.key === "ArrowLeft") goTo(position.peek() - 1);
  }
}

export function App() {
  useEffect(() => {
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      <Header />
      <main>
        <Entry />
        <Panel />
      </main>
      {isAbout.value && <About onClose={() => (isAbout.value = false)} />}
      <Update />
    </>
  );
}
