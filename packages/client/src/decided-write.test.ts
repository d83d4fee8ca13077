import { describe, expect, it } from "vitest";
import { type ComparedPoint, type CaseFactsSeen, changedPoints } from "./case-sight";
import { ChangedMeanwhileError, sendDecidedWrite } from "./decided-write";
import { ApiProblem } from "./problem";

const ownTourId = "0c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e01";
const otherTourId = "0c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e02";
const tourLink = (tour_id: string, state = "ASSIGNED", bucket = "open") => ({ tour_id, state, bucket });

/** An open case as a board shows it. */
const seenCase = {
  lock_version: 3,
  display_name: "Muster Maria",
  branch_id: "graz",
  state: "OPEN",
  approved: true,
  finalized: false,
  tour_case_states: [],
  not_before: "2026-11-21T09:00:00+00:00",
  due_at: "2026-11-21T10:30:00+00:00",
  postponed_until: null,
  source_zip: "8036",
  source_city: "Graz",
  source_lat: 47.0812,
  source_lon: 15.4661,
  target_zip: "8430",
  target_city: "Leibnitz",
  addresses: "LKH\nAuenbruggerplatz",
  service_key: null,
  seats_required: 0,
  required_skill_ids: ["lift", "tow"],
  is_infectious: false,
} as const satisfies CaseFactsSeen;

const apiProblem = (code: "LOCK_VERSION_CONFLICT" | "CASE_FINALIZED") =>
  new ApiProblem({ status: 409, code, title: code, message: code, args: [], traceId: undefined });

/**
 * Sends a write on a case that other clients have changed in this way; returns the versions that were sent, and the
 * result.
 */
async function sendAfter(change: Partial<CaseFactsSeen>, from: CaseFactsSeen = seenCase) {
  const current = { ...from, lock_version: 4, ...change };
  const versions: number[] = [];
  const end = await sendDecidedWrite({
    seen: from,
    send: async (lock_version) => {
      versions.push(lock_version);
      if (lock_version < current.lock_version) throw apiProblem("LOCK_VERSION_CONFLICT");
      return "done";
    },
    read: async () => current,
    changedIn: (now) => changedPoints(from, now),
  }).catch((error: unknown) => error);
  return { versions, end };
}

describe("write on a case that was refused for its version", () => {
  const held: readonly (readonly [what: string, change: Partial<CaseFactsSeen>, from?: CaseFactsSeen])[] = [
    ["a note was written, which decides nothing", {}],
    [
      "a tour that had it before has finished its part",
      { tour_case_states: [tourLink(otherTourId, "FINISHED", "finished")] },
    ],
    ["the same moment is written in another way", { due_at: "2026-11-21T11:30:00+01:00" }],
    ["its skills come in another order", { required_skill_ids: ["tow", "lift"] }],
    ["its address was looked up again", { source_lat: 47.0813, source_lon: 15.4663 }],
    ["its address has its place on the map by now", { source_lat: 47.08 }, { ...seenCase, source_lat: null }],
    [
      "its tours had not been seen",
      { tour_case_states: [tourLink(otherTourId)] },
      { ...seenCase, tour_case_states: undefined },
    ],
  ];
  it.each(held.map(([what, change, from]) => ({ what, change, from })))(
    "sendDecidedWrite sends a write on a changed case again when $what",
    async ({ change, from }) => {
      expect(await sendAfter(change, from)).toEqual({ versions: [3, 4], end: "done" });
    },
  );

  const onTour = { ...seenCase, state: "ASSIGNED", tour_case_states: [tourLink(ownTourId)] };
  const stopped: readonly (readonly [
    what: string,
    points: readonly ComparedPoint[],
    change: Partial<CaseFactsSeen>,
    from?: CaseFactsSeen,
  ])[] = [
    ["another crew has it", ["tours", "state"], { state: "ASSIGNED", tour_case_states: [tourLink(otherTourId)] }],
    [
      "a second crew has it as well",
      ["tours"],
      { tour_case_states: [tourLink(ownTourId), tourLink(otherTourId)] },
      onTour,
    ],
    ["it has gone to another crew", ["tours"], { tour_case_states: [tourLink(otherTourId)] }, onTour],
    ["its crew has given it back", ["tours", "state"], { state: "OPEN", tour_case_states: [] }, onTour],
    ["its crew has accepted it", ["tours"], { tour_case_states: [tourLink(ownTourId, "ACCEPTED")] }, onTour],
    ["it was cancelled", ["state"], { state: "CANCELLED", finalized: true }],
    ["its approval was withdrawn", ["state"], { approved: false }],
    ["it is due at another time", ["window"], { due_at: "2026-11-21T12:00:00+00:00" }],
    ["it may not begin before a time", ["window"], { not_before: "2026-11-21T09:30:00+00:00" }],
    ["it was put off", ["window"], { postponed_until: "2026-11-22T09:00:00+00:00" }],
    ["it lies in another town", ["places"], { source_city: "Weiz" }],
    ["it lies in another street", ["places"], { addresses: "LKH\nRiesstraße" }],
    ["it lies elsewhere on the map", ["places"], { source_lat: 47.2 }],
    ["it goes elsewhere", ["places"], { target_zip: "8010" }],
    ["it needs another skill", ["needs"], { required_skill_ids: ["lift"] }],
    ["it is infectious", ["needs"], { is_infectious: true }],
    ["it was changed by another user", ["name"], { display_name: "Muster Anna" }],
    ["it belongs to another branch", ["branch"], { branch_id: "leibnitz" }],
  ];
  it.each(stopped.map(([what, points, change, from]) => ({ what, points, change, from })))(
    "sendDecidedWrite does not send a write on a changed case again when $what",
    async ({ points, change, from = seenCase }) => {
      const { versions, end } = await sendAfter(change, from);
      expect(versions).toEqual([3]);
      expect(end).toBeInstanceOf(ChangedMeanwhileError);
      expect(end).toMatchObject({ changed: points });
    },
  );
});

describe("decided write", () => {
  it("sendDecidedWrite sends a write only once when it is refused for another reason than its lock version", async () => {
    let sent = 0;
    const write = sendDecidedWrite({
      seen: seenCase,
      send: async () => {
        sent++;
        throw apiProblem("CASE_FINALIZED");
      },
      read: async () => seenCase,
      changedIn: () => [],
    });
    await expect(write).rejects.toMatchObject({ code: "CASE_FINALIZED" });
    expect(sent).toBe(1);
  });

  it("sendDecidedWrite compares every new version with the one that the client saw first", async () => {
    const readings = [
      { lock_version: 4 },
      { lock_version: 5 },
      { lock_version: 6, tour_case_states: [tourLink(otherTourId)] },
    ];
    const versions: number[] = [];
    const write = sendDecidedWrite({
      seen: seenCase,
      send: async (lock_version) => {
        versions.push(lock_version);
        throw apiProblem("LOCK_VERSION_CONFLICT");
      },
      read: async () => ({ ...seenCase, ...readings.shift() }),
      changedIn: (now: CaseFactsSeen) => changedPoints(seenCase, now),
    });
    await expect(write).rejects.toMatchObject({ changed: ["tours"] });
    expect(versions).toEqual([3, 4, 5]);
  });

  it("sendDecidedWrite gives up after several attempts on an object that keeps changing", async () => {
    let lock_version = 3;
    const write = sendDecidedWrite({
      seen: seenCase,
      send: async () => {
        throw apiProblem("LOCK_VERSION_CONFLICT");
      },
      read: async () => ({ lock_version: ++lock_version }),
      changedIn: () => [],
    });
    await expect(write).rejects.toMatchObject({ code: "LOCK_VERSION_CONFLICT" });
    expect(lock_version).toBe(8);
  });
});
