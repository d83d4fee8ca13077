import type { TourPlan } from "./tour-entity.ts";
import { entities } from "./store.ts";

/** Most closed cases that are kept although nothing shows them. */
const CLOSED_MAX = 2_000;

interface Holder {
  readonly cases?: () => Iterable<string>;
  readonly isTourHeld?: (plan: TourPlan) => boolean;
}
const holders = new Set<Holder>();

/** Registers what a view shows beside the board, so that it is not dropped. */
export const hold = (held: Holder) => void holders.add(held);

let limit = CLOSED_MAX;
/** Drops what neither the board nor a list shows, once there is much of it: a console stays open for days. */
export function sweep() {
  if (entities.cases.closedCount <= limit) return;
  const held = new Set([...holders].flatMap(({ cases }) => [...(cases?.() ?? [])]));
  entities.cases.sweep((id) => held.has(id));
  entities.tours.sweep((plan) => [...holders].some(({ isTourHeld }) => isTourHeld?.(plan) ?? false));
  limit = entities.cases.closedCount + CLOSED_MAX;
}
