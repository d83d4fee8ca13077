import { describe, expect, it } from "vitest";
import type { RecordedWrite, PartnerMessage } from "../day/facts";
import { dayEvents, factIds, subscriberWith, dayViewers } from "./facts-testkit";
import { reconcilePartners } from "./reconcile-partners";

const partnerMessage = (type: string, sequence: number, lock_version = 0): PartnerMessage => ({
  id: `told-${sequence}`,
  type,
  sequence,
  case_id: type === "driver_duty_status_update" ? null : factIds.case,
  tour_id: factIds.tour,
  data: { lock_version },
});
const writeAuthorship = { tenant: "bestattung", by: "a driver", outcome: "acknowledged" as const };
const partnerLedger: readonly RecordedWrite[] = [
  { ...writeAuthorship, kind: "upsert", case_id: factIds.case, lock_version: 3, description: "Panne (2)" },
  { ...writeAuthorship, kind: "tour", tour_id: factIds.tour, change: "finished", lock_version: 7 },
  { ...writeAuthorship, kind: "callback", case_id: factIds.case },
];
const partnerCalls: readonly PartnerMessage[] = [
  partnerMessage("case_created", 1),
  partnerMessage("case_status_updated", 2, 1),
  partnerMessage("case_status_updated", 3, 2),
  partnerMessage("case_updated", 4, 3),
  partnerMessage("case_callback", 5),
  partnerMessage("driver_duty_status_update", 6, 7),
];
const faultKindsIn = (heard: readonly PartnerMessage[]) => [
  ...new Set(
    reconcilePartners({
      partners: [{ tenant: "bestattung", told: heard }],
      subscribers: [subscriberWith(dayViewers.everywhere, dayEvents)],
      ledger: partnerLedger,
    }).map(({ kind }) => kind),
  ),
];

describe("partner of the day", () => {
  it("the simulation accepts that a partner gets every event of a case in order, even repeatedly under the same id", () => {
    expect(faultKindsIn(partnerCalls)).toEqual([]);
    expect(faultKindsIn(partnerCalls.flatMap((call) => [call, call]))).toEqual([]);
    expect(
      faultKindsIn([...partnerCalls, { ...partnerMessage("location_updated", 1), id: "place", case_id: null }]),
    ).toEqual([]);
  });

  it.each(partnerCalls.map(({ type, sequence }) => [type, sequence] as const))(
    "the simulation reports an event that a partner did not get: %s (%d)",
    (_type, sequence) => {
      expect(faultKindsIn(partnerCalls.filter((call) => call.sequence !== sequence))).toEqual(["partner was not told"]);
    },
  );

  it("the simulation reports events that a partner gets out of order, including a late repetition", () => {
    expect(
      faultKindsIn(partnerCalls.with(1, partnerCalls[2] as PartnerMessage).with(2, partnerCalls[1] as PartnerMessage)),
    ).toEqual(["partner was told out of order"]);
    expect(faultKindsIn([...partnerCalls, partnerCalls[0] as PartnerMessage])).toEqual([
      "partner was told out of order",
    ]);
  });

  it("the simulation reports an event that a partner gets under two ids or without a cause", () => {
    expect(faultKindsIn([...partnerCalls, partnerMessage("case_updated", 9, 3)])).toEqual(["partner was told twice"]);
    expect(faultKindsIn([...partnerCalls, partnerMessage("case_updated", 9, 8)])).toEqual([
      "partner was told for nothing",
    ]);
    expect(faultKindsIn([...partnerCalls, partnerMessage("case_invented", 9)])).toEqual([
      "partner was told for nothing",
    ]);
  });
});
