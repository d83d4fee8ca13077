import type { Chance } from "@leitstand/scenario/chance";

/** Stories of cases with their shares; most run straight from the first call to the end. */
export const stories = {
  straight: 46,
  /** The crew refuses, another one gets it. */
  reject: 5,
  cancel_open: 3,
  cancel_running: 4,
  unassign: 4,
  forward: 5,
  forward_rollback: 5,
  postpone: 4,
  driver_undo: 6,
  desk_undo: 4,
  /** Nothing to transport or repair at the place: the crew ends the case without delivery. */
  fruitless: 4,
  /** Two legs: stored on the way, fetched by another crew. Roadside: the garage refuses, another one is driven to. */
  second_leg: 4,
  /** Solved by telephone or by a partner: never on a tour. */
  solved_by_desk: 2,
  /** Comes in with data missing; the dispatcher completes it. */
  incomplete: 3,
  /** Two dispatchers take the same case at the same moment. */
  rivals: 4,
  /** The phone works on without reception while the dispatcher takes the case away. */
  taken_while_offline: 4,
} as const;
export type Story = keyof typeof stories;

export function pickStory(chance: Chance): Story {
  const entries = Object.entries(stories) as [Story, number][];
  let rest = chance.next() * entries.reduce((sum, [, share]) => sum + share, 0);
  for (const [story, share] of entries) {
    rest -= share;
    if (rest < 0) return story;
  }
  return "straight";
}
