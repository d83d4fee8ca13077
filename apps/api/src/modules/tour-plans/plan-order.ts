import type { TourStop, StopName } from "@leitstand/contract/board/tour-plans";
import { keyOfStop } from "./plan-news";

type NamedStop = Pick<TourStop, "case_id" | "kind">;
const isOfCase = (stop: NamedStop): stop is StopName => stop.case_id !== null;
const keysOf = (stops: readonly NamedStop[]) => stops.filter(isOfCase).map(keyOfStop);

/** An order with nothing left out: stops that it does not name come after those that it names, as they stand. */
export function completedOrder(sequence: readonly StopName[], stops: readonly NamedStop[]): StopName[] {
  const given = new Set(keysOf(sequence));
  const others = stops.filter(isOfCase).filter((stop) => !given.has(keyOfStop(stop)));
  return [...sequence, ...others.map(({ case_id, kind }) => ({ case_id, kind }))];
}

/** Whether these stops come in another order by that sequence. What it names beyond them counts once it is among the stops. */
export const changesOrder = (sequence: readonly StopName[], stops: readonly NamedStop[]): boolean =>
  rearranged(sequence, stops).join() !== keysOf(stops).join();

/**
 * Whether the stops come in another order than was known, or new ones among them. What is done drops out without that, and an
 * order that somebody has given was counted when it was given.
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
  /** Open on the tour. */
  readonly case_ids: readonly string[];
  /** That are left. */
  readonly stops: readonly NamedStop[];
}

/** Why an order cannot be: a code of the catalogue and its arguments. Undefined: it can. */
export function findOrderFault(sequence: readonly StopName[], { case_ids, stops }: TourAhead) {
  const open = new Set(case_ids);
  const ahead = new Set(keysOf([...stops, ...sequence]));
  const seen = new Set<string>();
  for (const [index, stop] of sequence.entries()) {
    const { case_id, kind } = stop;
    if (!open.has(case_id))
      return { code: "REFERENCE_NOT_FOUND", args: { field: `sequence.${index}`, id: case_id } } as const;
    const pickup = keyOfStop({ case_id, kind: "PICKUP" });
    // A pickup that is not named would come after all that are.
    const comesTooEarly = kind === "DELIVERY" && ahead.has(pickup) && !seen.has(pickup);
    if (comesTooEarly || seen.has(keyOfStop(stop)))
      return { code: "FIELD_COMBINATION_INVALID", args: { fields: `sequence.${index}` } } as const;
    seen.add(keyOfStop(stop));
  }
  return undefined;
}
