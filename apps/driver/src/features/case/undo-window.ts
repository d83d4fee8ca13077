import type { Link } from "#outbox/state-before.ts";

/** The company lets a step be taken back for so long; also without network, where nobody else would say so. */
export function isUndoable(link: Link, { now, seconds }: { readonly now: number; readonly seconds: number }): boolean {
  const { accepted_at, started_at, arrived_at, loaded_at, arrived_at_destination_at, finished_at, updated_at } = link;
  const moments = [accepted_at, started_at, arrived_at, loaded_at, arrived_at_destination_at, finished_at, updated_at];
  const newest = Math.max(...moments.map((at) => (at === null ? 0 : Date.parse(at))));
  return now - newest <= seconds * 1_000;
}
