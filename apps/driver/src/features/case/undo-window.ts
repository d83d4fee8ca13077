import type { TourLink } from "#outbox/state-before.ts";

/** Whether a step may still be undone, by the company's setting; checked here so that it also holds without network. */
export function isStepUndoable(
  link: TourLink,
  { now, seconds }: { readonly now: number; readonly seconds: number },
): boolean {
  const { accepted_at, started_at, arrived_at, loaded_at, arrived_at_destination_at, finished_at, updated_at } = link;
  const moments = [accepted_at, started_at, arrived_at, loaded_at, arrived_at_destination_at, finished_at, updated_at];
  const newest = Math.max(...moments.map((at) => (at === null ? 0 : Date.parse(at))));
  return now - newest <= seconds * 1_000;
}
