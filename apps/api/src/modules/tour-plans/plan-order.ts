import type { TourStop, StopName } from "@leitstand/contract/board/tour-plans";
import { tourStopKey } from "./plan-announcement";

type StopReference = Pick<TourStop, "case_id" | "kind">;
const isCaseStop = (stop: StopReference): stop is StopName => stop.case_id !== null;
const caseStopKeysOf = (stops: readonly StopReference[]) => stops.filter(isCaseStop).map(tourStopKey);

/** Complete order: stops that it does not name come after those that it names, in their present order. */
export function completeStopOrder(sequence: readonly StopName[], stops: readonly StopReference[]): StopName[] {
  const given = new Set(caseStopKeysOf(sequence));
  const others = stops.filter(isCaseStop).filter((stop) => !given.has(tourStopKey(stop)));
  return [...sequence, ...others.map(({ case_id, kind }) => ({ case_id, kind }))];
}

/**
 * Whether a sequence changes the order of these stops. Stops of the sequence that are not among them count once they
 * exist.
 */
export const changesStopOrder = (sequence: readonly StopName[], stops: readonly StopReference[]): boolean =>
  orderedStopKeys(sequence, stops).join() !== caseStopKeysOf(stops).join();

/**
 * Whether the stops come in another order than before, or with new ones among them. Removing finished stops does not
 * count, and a dispatcher's order was counted when it was set.
 */
export function hasNewStopOrder(
  before: readonly StopReference[],
  sequence: readonly StopName[],
  after: readonly StopReference[],
): boolean {
  const left = new Set(caseStopKeysOf(after));
  const known = orderedStopKeys(sequence, before).filter((key) => left.has(key));
  return known.join() !== caseStopKeysOf(after).join();
}

function orderedStopKeys(sequence: readonly StopName[], stops: readonly StopReference[]): string[] {
  const known = new Set(caseStopKeysOf(stops));
  return caseStopKeysOf(completeStopOrder(sequence, stops)).filter((key) => known.has(key));
}

interface RemainingTour {
  /** Cases that are open on the tour. */
  readonly case_ids: readonly string[];
  /** Remaining stops. */
  readonly stops: readonly StopReference[];
}

/** Finds why an order is invalid: a code of the catalogue and its arguments; undefined when it is valid. */
export function findStopOrderFault(sequence: readonly StopName[], { case_ids, stops }: RemainingTour) {
  const open = new Set(case_ids);
  const ahead = new Set(caseStopKeysOf([...stops, ...sequence]));
  const seen = new Set<string>();
  for (const [index, stop] of sequence.entries()) {
    const { case_id, kind } = stop;
    if (!open.has(case_id))
      return { code: "REFERENCE_NOT_FOUND", args: { field: `sequence.${index}`, id: case_id } } as const;
    const pickup = tourStopKey({ case_id, kind: "PICKUP" });
    // A pickup that the order does not name would come after all named stops.
    const comesTooEarly = kind === "DELIVERY" && ahead.has(pickup) && !seen.has(pickup);
    if (comesTooEarly || seen.has(tourStopKey(stop)))
      return { code: "FIELD_COMBINATION_INVALID", args: { fields: `sequence.${index}` } } as const;
    seen.add(tourStopKey(stop));
  }
  return undefined;
}
