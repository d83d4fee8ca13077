import { relative } from "node:path";
import { fileURLToPath } from "node:url";

const repositoryRoot = fileURLToPath(new URL("../../../", import.meta.url));

/** Seed of a proof's random input: SEED, or another one with each run, printed with the command that repeats it. */
export function seedFromEnvironmentOrDrawn(fileUrl: string): number {
  const given = process.env["SEED"];
  if (given !== undefined) return Number(given);
  // oxlint-disable-next-line house/gate-clock -- proofs draw
  const seed = Date.now() % 1_000_000;
  const file = relative(repositoryRoot, fileURLToPath(fileUrl));
  const project = file.startsWith("e2e") ? "prove-journey" : "prove";
  // oxlint-disable-next-line no-console -- wanted from every run
  console.log(`SEED=${seed} npx vitest run --project ${project} ${file}`);
  return seed;
}

/** Returns this many seeds: the one that is given or drawn, and those that follow it. */
export function seedsFromEnvironmentOrDrawn(fileUrl: string, count: number): readonly number[] {
  const first = seedFromEnvironmentOrDrawn(fileUrl);
  return Array.from({ length: count }, (_, at) => first + at);
}

/** The seeds of the gate: 1 to `count`, or SEED alone. */
export const fixedSeedsOrEnvironmentSeed = (count: number): readonly number[] =>
  process.env["SEED"] === undefined ? Array.from({ length: count }, (_, at) => at + 1) : [Number(process.env["SEED"])];
