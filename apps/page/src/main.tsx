// The beginning: the solver's worker starts before anything is drawn, so that its tables are ready when they are needed.

import { render } from "preact";

import { prepare } from "./solver.js";
import { beginAddress, beginAnswering, beginKeeping, beginLook, beginPlaying } from "./state.js";
import "./style.css";
import { App, update } from "./ui/App.js";

prepare().catch(() => {}); // the first question tells what is wrong
beginLook();
beginAddress();
beginAnswering();
beginKeeping();
beginPlaying();
render(<App />, document.getElementById("app")!);

// Offline from the second visit on. A new version waits until the user takes it, and then every open page begins anew:
// its address keeps the cube, and the session the place in the solution. So no page ever mixes files of two versions.
async function keepOffline(): Promise<void> {
  const workers = navigator.serviceWorker;
  const registration = await workers.register("./sw.js");
  const offer = () => {
    const { waiting } = registration;
    if (waiting && workers.controller) update.value = () => waiting.postMessage("take over");
  };
  const isControlled = workers.controller !== null;
  workers.addEventListener("controllerchange", () => {
    if (isControlled) location.reload();
  });
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
  offer();
}

if (import.meta.env.PROD && "serviceWorker" in navigator) addEventListener("load", () => keepOffline().catch(() => {})); // without storage the page works as before
