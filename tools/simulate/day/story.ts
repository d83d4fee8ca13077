import type { SeededChance } from "@leitstand/scenario/chance";

/** Ways in which a case of the day can go, each with its weight among all; `straight` is a case in which nothing goes wrong. */
export const caseStoryWeights = {
  straight: 46,
  /** Cases that the crew refuses, so that another one gets them. */
  reject: 5,
  cancel_open: 3,
  cancel_running: 4,
  unassign: 4,
  forward: 5,
  forward_rollback: 5,
  postpone: 4,
  driver_undo: 6,
  desk_undo: 4,
  /** Cases with nothing to transport or repair at the place: the crew ends them without delivery. */
  fruitless: 4,
  /**
   * Cases of two legs: stored on the way, fetched by another crew. Roadside: the garage refuses, another one is driven
   * to.
   */
  second_leg: 4,
  /** Cases solved by telephone or by a partner, which never come on a tour. */
  solved_by_desk: 2,
  /** Cases that come in with data missing, which the dispatcher completes. */
  incomplete: 3,
  /** Cases that two dispatchers take at the same moment. */
  rivals: 4,
  /** Cases that the dispatcher takes away while the phone works on without reception. */
  taken_while_offline: 4,
} as const;
export type CaseStoryKind = keyof typeof caseStoryWeights;

export function drawRandomCaseStory(chance: SeededChance): CaseStoryKind {
  const entries = Object.entries(caseStoryWeights) as [CaseStoryKind, number][];
  let rest = chance.next() * entries.reduce((sum, [, share]) => sum + share, 0);
  for (const [story, share] of entries) {
    rest -= share;
    if (rest < 0) return story;
  }
  return "straight";
}
