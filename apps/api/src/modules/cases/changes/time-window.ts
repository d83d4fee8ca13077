import type { CaseTimeWindowRequest } from "@leitstand/contract/cases/case-changes";
import type { Static } from "@leitstand/contract/core/schema";
import type { FuneralData } from "@leitstand/contract/cases/funeral-data";
import type { RsaData } from "@leitstand/contract/cases/rsa-data";
import type { CaseAddressData } from "../case-addresses";
import { sourceAndTargetOf } from "../case-columns";
import { isSameJson } from "../case-plan";

type Timeframe = NonNullable<CaseAddressData["timeframe"]> | null;

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
type TimeWindowFields = Pick<
  Static<typeof CaseTimeWindowRequest>,
  "not_before" | "due_at" | "source_timeframe" | "target_timeframe"
>;

export function currentTimeWindowOf(current: TimedCase): TimeWindow {
  const { source, target } = sourceAndTargetOf(current);
  return {
    not_before: toUtc(current.not_before),
    due_at: toUtc(current.due_at),
    source_timeframe: timeframeInUtc(source?.timeframe),
    target_timeframe: timeframeInUtc(target?.timeframe),
  };
}

/**
 * Time window after a request; what it leaves out stays. Times of the case that equal those of the source's time frame
 * are moved with it.
 */
export function timeWindowAfterRequest(current: TimedCase, request: TimeWindowFields): TimeWindow {
  const before = currentTimeWindowOf(current);
  const source_timeframe = valueOrKept(request.source_timeframe, before.source_timeframe, timeframeInUtc);
  const target_timeframe = valueOrKept(request.target_timeframe, before.target_timeframe, timeframeInUtc);
  const follow = (own: string | null, old: OptionalTime, moved: OptionalTime) =>
    request.source_timeframe !== undefined && own === (old ?? null) ? (moved ?? null) : own;
  const begins = follow(before.not_before, before.source_timeframe?.from, source_timeframe?.from);
  const ends = follow(before.due_at, before.source_timeframe?.to, source_timeframe?.to);
  return {
    not_before: valueOrKept(request.not_before, begins, toUtc) ?? source_timeframe?.from ?? null,
    due_at: valueOrKept(request.due_at, ends, toUtc) ?? source_timeframe?.to ?? null,
    source_timeframe,
    target_timeframe,
  };
}

type OptionalTime = string | null | undefined;
const valueOrKept = <T>(sent: T | null | undefined, kept: T | null, read: (sent: T | null) => T | null): T | null =>
  sent === undefined ? kept : read(sent);
const toUtc = (time: OptionalTime): string | null => (time ? new Date(time).toISOString() : null);
const timeframeInUtc = (frame: Timeframe | undefined): Timeframe => {
  if (!frame || (!frame.from && !frame.to)) return null;
  return { from: toUtc(frame.from), to: toUtc(frame.to) };
};

export const changesMoreThanTargetTimeframe = (
  before: TimeWindow,
  { target_timeframe: _free, ...after }: TimeWindow,
): boolean => !isSameJson({ ...before, target_timeframe: null }, after);

/** Case with the window put into its data. A time frame belongs to a place; without the place it is dropped. */
export function applyTimeWindowToCase<T extends TimedCase>(current: T, after: TimeWindow): T {
  const { not_before, due_at } = after;
  const times = { ...current, not_before, due_at };
  if (current.funeral_data) return { ...times, funeral_data: putTimeframesIntoPlaces(current.funeral_data, after) };
  return current.rsa_data ? { ...times, rsa_data: putTimeframesIntoPlaces(current.rsa_data, after) } : times;
}

function putTimeframesIntoPlaces<D extends FuneralData | RsaData>(
  data: D,
  { source_timeframe, target_timeframe }: TimeWindow,
): D {
  const timed = (address: CaseAddressData | null | undefined, timeframe: Timeframe) =>
    address && { ...address, timeframe };
  return {
    ...data,
    source_address: timed(data.source_address, source_timeframe),
    target_address: timed(data.target_address, target_timeframe),
  };
}

/** Finds a time frame that was requested for a place that the case does not have. */
export function findTimeframeWithoutPlace(current: TimedCase, after: TimeWindow): "source" | "target" | undefined {
  const { source, target } = sourceAndTargetOf(current);
  if (after.source_timeframe !== null && source === null) return "source";
  return after.target_timeframe !== null && target === null ? "target" : undefined;
}
