import type { TourStop, StopName } from "@leitstand/contract/board/tour-plans";
import { keyOfStop } from "./plan-news";

type NamedStop = Pick<TourStop, "case_id" | "kind">;
const isOfCase = (stop: NamedStop): stop is StopName => stop.case_id !== null;
const keysOf = (stops: readonly NamedStop[]) => stops.filter(isOfCase).map(keyOfStop);

/** Complete order: stops that it does not name come after those that it names, in their present order. */
export function completedOrder(sequence: readonly StopName[], stops: readonly NamedStop[]): StopName[] {
  const given = new Set(keysOf(sequence));
  const others = stops.filter(isOfCase).filter((stop) => !given.has(keyOfStop(stop)));
  return [...sequence, ...others.map(({ case_id, kind }) => ({ case_id, kind }))];
}

/** Whether a sequence changes the order of these stops. Stops that it names beyond them count once they exist. */
export const changesOrder = (sequence: readonly StopName[], stops: readonly NamedStop[]): boolean =>
  rearranged(sequence, stops).join() !== keysOf(stops).join();

/**
 * Whether the stops come in another order than before, or with new ones among them. Removing finished stops does not
 * count, and a dispatcher's order was counted when it was set.
 */
export function isReordered(
  before: readonly NamedStop[],
  sequence: readonly StopName[],
  after: readonly NamedStop[],
): boolean {
  const left = new Set(keysOf(after));
  const known = rearranged(sequence, before).filter((key) => left.has(key));
  return known.join() !== keysOf(after).join();
}

function rearranged(sequence: readonly StopName[], stops: readonly NamedStop[]): string[] {
  const known = new Set(keysOf(stops));
  return keysOf(completedOrder(sequence, stops)).filter((key) => known.has(key));
}

interface TourAhead {
  /** Cases that are open on the tour. */
  readonly case_ids: readonly string[];
  /** Remaining stops. */
  readonly stops: readonly NamedStop[];
}

/** Finds why an order is invalid: a code of the catalogue and its arguments; undefined when it is valid. */
export function findOrderFault(sequence: readonly StopName[], { case_ids, stops }: TourAhead) {
  const open = new Set(case_ids);
  const ahead = new Set(keysOf([...stops, ...sequence]));
  const seen = new Set<string>();
  for (const [index, stop] of sequence.entries()) {
    const { case_id, kind } = stop;
    if (!open.has(case_id))
      return { code: "REFERENCE_NOT_FOUND", args: { field: `sequence.${index}`, id: case_id } } as const;
    const pickup = keyOfStop({ case_id, kind: "PICKUP" });
    // A pickup that the order does not name would come after all named stops.
    const comesTooEarly = kind === "DELIVERY" && ahead.has(pickup) && !seen.has(pickup);
    if (comesTooEarly || seen.has(keyOfStop(stop)))
      return { code: "FIELD_COMBINATION_INVALID", args: { fields: `sequence.${index}` } } as const;
    seen.add(keyOfStop(stop));
  }
  return undefined;
}
