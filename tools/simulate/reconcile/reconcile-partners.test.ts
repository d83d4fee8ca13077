import { describe, expect, it } from "vitest";
import type { RecordedWrite, PartnerMessage } from "../day/facts";
import { all, ids, seenBy, viewers } from "./facts-testkit";
import { reconcilePartners } from "./reconcile-partners";

const told = (type: string, sequence: number, lock_version = 0): PartnerMessage => ({
  id: `told-${sequence}`,
  type,
  sequence,
  case_id: type === "driver_duty_status_update" ? null : ids.case,
  tour_id: ids.tour,
  data: { lock_version },
});
const by = { tenant: "bestattung", by: "a driver", outcome: "acknowledged" as const };
const ledger: readonly RecordedWrite[] = [
  { ...by, kind: "upsert", case_id: ids.case, lock_version: 3, description: "Panne (2)" },
  { ...by, kind: "tour", tour_id: ids.tour, change: "finished", lock_version: 7 },
  { ...by, kind: "callback", case_id: ids.case },
];
const calls: readonly PartnerMessage[] = [
  told("case_created", 1),
  told("case_status_updated", 2, 1),
  told("case_status_updated", 3, 2),
  told("case_updated", 4, 3),
  told("case_callback", 5),
  told("driver_duty_status_update", 6, 7),
];
const kindsIn = (heard: readonly PartnerMessage[]) => [
  ...new Set(
    reconcilePartners({
      partners: [{ tenant: "bestattung", told: heard }],
      subscribers: [seenBy(viewers.everywhere, all)],
      ledger,
    }).map(({ kind }) => kind),
  ),
];

describe("partner of the day", () => {
  it("accepts a partner that was told every event, and repetitions by the same id before other events of the case", () => {
    expect(kindsIn(calls)).toEqual([]);
    expect(kindsIn(calls.flatMap((call) => [call, call]))).toEqual([]);
    expect(kindsIn([...calls, { ...told("location_updated", 1), id: "place", case_id: null }])).toEqual([]);
  });

  it.each(calls.map(({ type, sequence }) => [type, sequence] as const))(
    "reports a partner that was not told of %s (%d)",
    (_type, sequence) => {
      expect(kindsIn(calls.filter((call) => call.sequence !== sequence))).toEqual(["partner was not told"]);
    },
  );

  it("reports a partner that was told in another order, also by a repetition that came late", () => {
    expect(kindsIn(calls.with(1, calls[2] as PartnerMessage).with(2, calls[1] as PartnerMessage))).toEqual([
      "partner was told out of order",
    ]);
    expect(kindsIn([...calls, calls[0] as PartnerMessage])).toEqual(["partner was told out of order"]);
  });

  it("reports a partner that was told the same by two ids, or an event without a cause", () => {
    expect(kindsIn([...calls, told("case_updated", 9, 3)])).toEqual(["partner was told twice"]);
    expect(kindsIn([...calls, told("case_updated", 9, 8)])).toEqual(["partner was told for nothing"]);
    expect(kindsIn([...calls, told("case_invented", 9)])).toEqual(["partner was told for nothing"]);
  });
});
