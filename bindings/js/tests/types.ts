// Compiled, never run: what a program in TypeScript writes.
import {
  check,
  close,
  completions,
  convert,
  coordinates,
  patterns,
  improve,
  optimal,
  prepare,
  robots,
  schedule,
  scramble,
  solve,
  Superflip,
  SuperflipError,
  type Answer,
  type Diagnosis,
  type Event,
  type Improvement,
  type Robot,
  type RobotSchedule,
  type SolveOptions,
  type Starts,
} from "superflip";

export async function program(): Promise<void> {
  const controller = new AbortController();
  const options: SolveOptions = { time: 1, nodes: 1000, goodEnough: 20, maxLength: 22, signal: controller.signal };
  await prepare({ signal: controller.signal });
  const answer: Answer = await solve(await scramble({ seed: 1n, fewestMoves: true }), options);
  const moves: string | null = answer.moves;
  // @ts-expect-error: a cube is a text
  await solve(5);
  // @ts-expect-error: there is no such option
  await solve("R", { maxlength: 20 });
  for await (const improvement of improve("R U F", { time: 0.1 })) {
    const { solution, lowerBound, isShortest }: Improvement = improvement;
    console.log(solution.moves, lowerBound, isShortest, solution.phases?.axis, moves);
  }
  await optimal("R U F", {
    within: 1,
    workers: 2,
    onEvent(event: Event) {
      if (event.event === "table") console.log(event.step, event.done, event.secondsLeft);
      if (event.event === "solution") console.log(event.solution.length);
    },
  });
  const diagnosis: Diagnosis = await check("x");
  if (diagnosis.state === "impossible") console.log(diagnosis.problems.join("; "), diagnosis.repaired);
  const cubes: string[] = await patterns("checkerboard", { most: 3 });
  cubes.push(...(await completions(`${"?".repeat(9)}${cubes[0]?.slice(9) ?? ""}`, { most: 2, holding: "UF" })));
  cubes.push((await solve("R", { only: "F2L", upTo: "U", show: undefined })).moves ?? "");
  const starts: Starts = "any";
  cubes.push((await solve("R", { also: ["U", "F"], starts, only: "Cross" })).moves ?? "");
  const robot: Robot = { ...(await robots())["turntable"], motors: { U: undefined, D: { 90: 0.25, "180": 0.5 } } };
  const pairs: readonly string[] = ["UD"];
  const { solutions, unit } = await solve("R", { robot: { ...robot, together: pairs, regrip: 0.1 } });
  const [action] = solutions[0]?.schedule?.actions ?? [];
  if (action?.kind === "rotate") console.log(action.at, action.seconds, action.text, unit === "ms");
  const given: RobotSchedule = await schedule("R U", { ...robot, change: 0.02 }, { signal: controller.signal });
  console.log(given.seconds, (await schedule(moves ?? "", "turntable")).actions.length);
  // @ts-expect-error: whose schedule?
  await schedule("R");
  // @ts-expect-error: a robot has motors
  await solve("R", { robot: { seconds: { 90: 1 } } });
  // @ts-expect-error: nothing is proven of a robot's words
  await optimal("R", { robot });
  const value: bigint | undefined = (await coordinates("R", ["UDSlice"]))[0]?.value;
  console.log(await convert("R", "facelets"), value);
  try {
    await solve("nonsense");
  } catch (error) {
    if (error instanceof SuperflipError) console.log(error.kind, error.code, error.position, error.diagnosis?.repair);
  }
  new Superflip({ tables: false }).close();
  close();
}
