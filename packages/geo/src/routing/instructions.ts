import osrmTextInstructions from "osrm-text-instructions";
import type { RouteLeg } from "./answer";

export const instructionLanguages = ["de", "en"] as const;
export type InstructionLanguage = (typeof instructionLanguages)[number];

const instructionCompiler = osrmTextInstructions("v5");

/**
 * Words one sentence for each step of each leg, as a voice would say it. Works for every answer whose steps have OSRM's
 * shape.
 */
export function instructionsOfLegs(legs: readonly RouteLeg[], language: InstructionLanguage): string[][] {
  return legs.map(({ steps }, legIndex) =>
    steps.map((step) => instructionCompiler.compile(language, step, { legIndex, legCount: legs.length })),
  );
}
