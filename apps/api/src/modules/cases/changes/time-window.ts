import type { CaseTimeWindowRequest } from "@leitstand/contract/cases/case-changes";
import type { Static } from "@leitstand/contract/core/schema";
import type { FuneralData } from "@leitstand/contract/cases/funeral-data";
import type { RsaData } from "@leitstand/contract/cases/rsa-data";
import type { Address } from "../case-addresses";
import { placesOf } from "../case-columns";
import { isSame } from "../case-plan";

type Timeframe = NonNullable<Address["timeframe"]> | null;

/** Times at which a case may begin and has to be done, and at which its crew is expected at either end. */
export interface TimeWindow {
  readonly not_before: string | null;
  readonly due_at: string | null;
  readonly source_timeframe: Timeframe;
  readonly target_timeframe: Timeframe;
}
interface TimedCase {
  readonly not_before: string | null;
  readonly due_at: string | null;
  readonly funeral_data: FuneralData | null;
  readonly rsa_data: RsaData | null;
}
type Request = Pick<
  Static<typeof CaseTimeWindowRequest>,
  "not_before" | "due_at" | "source_timeframe" | "target_timeframe"
>;

export function timeWindowOf(current: TimedCase): TimeWindow {
  const { source, target } = placesOf(current);
  return {
    not_before: inUtc(current.not_before),
    due_at: inUtc(current.due_at),
    source_timeframe: frameOf(source?.timeframe),
    target_timeframe: frameOf(target?.timeframe),
  };
}

/**
 * Time window after a request; what it leaves out stays. Times of the case that equal those of the source's time frame
 * are moved with it.
 */
export function timeWindowAfter(current: TimedCase, request: Request): TimeWindow {
  const before = timeWindowOf(current);
  const source_timeframe = given(request.source_timeframe, before.source_timeframe, frameOf);
  const target_timeframe = given(request.target_timeframe, before.target_timeframe, frameOf);
  const follow = (own: string | null, old: Maybe, moved: Maybe) =>
    request.source_timeframe !== undefined && own === (old ?? null) ? (moved ?? null) : own;
  const begins = follow(before.not_before, before.source_timeframe?.from, source_timeframe?.from);
  const ends = follow(before.due_at, before.source_timeframe?.to, source_timeframe?.to);
  return {
    not_before: given(request.not_before, begins, inUtc) ?? source_timeframe?.from ?? null,
    due_at: given(request.due_at, ends, inUtc) ?? source_timeframe?.to ?? null,
    source_timeframe,
    target_timeframe,
  };
}

type Maybe = string | null | undefined;
const given = <T>(sent: T | null | undefined, kept: T | null, read: (sent: T | null) => T | null): T | null =>
  sent === undefined ? kept : read(sent);
const inUtc = (time: Maybe): string | null => (time ? new Date(time).toISOString() : null);
const frameOf = (frame: Timeframe | undefined): Timeframe => {
  if (!frame || (!frame.from && !frame.to)) return null;
  return { from: inUtc(frame.from), to: inUtc(frame.to) };
};

export const movesPickup = (before: TimeWindow, { target_timeframe: _free, ...after }: TimeWindow): boolean =>
  !isSame({ ...before, target_timeframe: null }, after);

/** Case with the window put into its data. A time frame belongs to a place; without the place it is dropped. */
export function withTimeWindow<T extends TimedCase>(current: T, after: TimeWindow): T {
  const { not_before, due_at } = after;
  const times = { ...current, not_before, due_at };
  if (current.funeral_data) return { ...times, funeral_data: inPlaces(current.funeral_data, after) };
  return current.rsa_data ? { ...times, rsa_data: inPlaces(current.rsa_data, after) } : times;
}

function inPlaces<D extends FuneralData | RsaData>(data: D, { source_timeframe, target_timeframe }: TimeWindow): D {
  const timed = (address: Address | null | undefined, timeframe: Timeframe) => address && { ...address, timeframe };
  return {
    ...data,
    source_address: timed(data.source_address, source_timeframe),
    target_address: timed(data.target_address, target_timeframe),
  };
}

/** Finds a time frame that was requested for a place that the case does not have. */
export function findFrameWithoutPlace(current: TimedCase, after: TimeWindow): "source" | "target" | undefined {
  const { source, target } = placesOf(current);
  if (after.source_timeframe !== null && source === null) return "source";
  return after.target_timeframe !== null && target === null ? "target" : undefined;
}
