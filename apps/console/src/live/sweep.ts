import type { TourWithoutCases } from "./tour-entity.ts";
import { entityStore } from "./store.ts";

/** Maximum number of closed cases that are kept although nothing shows them. */
const CLOSED_CASES_MAX = 2_000;

interface ShownDataHolder {
  readonly cases?: () => Iterable<string>;
  readonly isTourHeld?: (plan: TourWithoutCases) => boolean;
}
const shownDataHolders = new Set<ShownDataHolder>();

/** Registers what a view shows beside the board, so that it is not dropped. */
export const registerShownData = (held: ShownDataHolder) => void shownDataHolders.add(held);

let closedCasesLimit = CLOSED_CASES_MAX;
/** Drops what neither the board nor a list shows, once there is much of it: a console stays open for days. */
export function dropUnshownCases() {
  if (entityStore.cases.closedCount <= closedCasesLimit) return;
  const held = new Set([...shownDataHolders].flatMap(({ cases }) => [...(cases?.() ?? [])]));
  entityStore.cases.sweep((id) => held.has(id));
  entityStore.tours.sweep((plan) => [...shownDataHolders].some(({ isTourHeld }) => isTourHeld?.(plan) ?? false));
  closedCasesLimit = entityStore.cases.closedCount + CLOSED_CASES_MAX;
}
