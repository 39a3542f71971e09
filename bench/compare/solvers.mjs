// The solvers that are compared, as programs call them. start() loads one, and what it gives are `cube`, which makes a
// cube of {moves, facelets} in the solver's own form, and `solve`, from that to moves. It runs in Node and in a page.
const superflip = (length) => async () => {
  const { solve } = await import("superflip");
  const options = { goodEnough: length, maxLength: length };
  return { cube: ({ facelets }) => facelets, solve: async (cube) => (await solve(cube, options)).moves };
};

const min2phase = (length) => async () => {
  const { default: library } = await import("min2phase.js");
  library.initFull();
  return { cube: ({ facelets }) => facelets, solve: (cube) => new library.Search().solution(cube, length) };
};

async function cubing() {
  const { cube3x3x3 } = await import("cubing/puzzles");
  const { experimentalSolve3x3x3IgnoringCenters } = await import("cubing/search");
  const solved = (await cube3x3x3.kpuzzle()).defaultPattern();
  return {
    cube: ({ moves }) => solved.applyAlg(moves),
    solve: async (cube) => (await experimentalSolve3x3x3IgnoringCenters(cube)).toString(),
  };
}

async function cubejs() {
  const { default: Cube } = await import("cubejs");
  Cube.initSolver();
  return { cube: ({ moves }) => new Cube().move(moves), solve: (cube) => cube.solve() };
}

async function kociemba() {
  const library = await import("kociemba-wasm");
  const { solve } = library.solve === undefined ? library.default : library;
  return { cube: ({ facelets }) => facelets, solve };
}

/** Name, the most moves of an answer, start(). Bounds that cannot be chosen are those of the package. */
export const SOLVERS = [
  ["kociemba-wasm 1.0.3", 24, kociemba],
  ["superflip", 22, superflip(22)],
  ["cubejs 1.3.2", 22, cubejs],
  ["superflip", 21, superflip(21)],
  ["min2phase.js 0.0.4", 21, min2phase(21)],
  ["cubing 0.63.4", 21, cubing],
  ["superflip", 20, superflip(20)],
  ["min2phase.js 0.0.4", 20, min2phase(20)],
];

/** Loads a solver, and solves the first cube. */
export async function begin(index, cubes) {
  const { cube, solve } = await SOLVERS[index][2]();
  const prepared = cubes.map(cube);
  await solve(prepared[0]);
  return { prepared, solve };
}

/** Solves all cubes, and again for at least a second. `tell` hears of each call; the answers of the last time. */
export async function run({ prepared, solve }, tell = (call) => call()) {
  const until = performance.now() + 1000;
  let answers;
  let calls = 0;
  do {
    answers = [];
    for (const cube of prepared) answers.push(await tell(() => solve(cube)));
    calls += prepared.length;
  } while (performance.now() < until);
  return { answers, calls };
}
