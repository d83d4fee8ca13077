import { expect, test } from "vitest";
import type { CaseFacts, CaseStateHistoryRow, DriverTap } from "../day/facts";
import { createTestDayFacts, createTestHistoryRow, factIds, testCaseFacts } from "./facts-testkit";
import { reconcileDay } from "./reconcile";
import { reconcileTaps } from "./reconcile-taps";

/** Actions of a transport up to the loading, tapped in the app. */
const tappedActions = ["ACCEPT", "START", "ARRIVE", "LOAD"];
const timeAtSecond = (second: number) => Date.UTC(2026, 2, 2, 8, 0, second);
const tapAt = (place: number, overrides: Partial<DriverTap> = {}): DriverTap => ({
  user_id: factIds.user,
  tour_id: factIds.tour,
  case_id: factIds.case,
  action: tappedActions[place] ?? "",
  at: timeAtSecond(place),
  isSure: true,
  ...overrides,
});
const stepAt = (place: number, overrides: Partial<CaseStateHistoryRow> = {}) =>
  createTestHistoryRow({
    actor_kind: "V",
    transition: tappedActions[place] as CaseStateHistoryRow["transition"],
    lock_version: place + 2,
    action_id: `action-${place}`,
    occurred_at: new Date(timeAtSecond(place)).toISOString(),
    ...overrides,
  });
const noteAt = (place: number): CaseFacts["comments"][number] => ({
  id: `note-${place}`,
  created_at: new Date(timeAtSecond(60)).toISOString(),
  user_id: factIds.user,
  action: tappedActions[place] ?? "",
  occurred_at: new Date(timeAtSecond(place)).toISOString(),
});

const allTaps = tappedActions.map((_, place) => tapAt(place));
const allSteps = tappedActions.map((_, place) => stepAt(place));
const faultKindsIn = (
  parts: { readonly history?: readonly CaseStateHistoryRow[]; readonly comments?: CaseFacts["comments"] },
  tapped: readonly DriverTap[] = allTaps,
) =>
  reconcileTaps({ taps: tapped, cases: [{ ...testCaseFacts, history: allSteps, comments: [], ...parts }] }).map(
    ({ kind }) => kind,
  );

test("the simulation accepts a crew's taps that the server has carried out once each and in order", () => {
  expect(faultKindsIn({})).toEqual([]);
});

test("the simulation reports a crew's tap that never arrived as lost", () => {
  for (const place of [0, 1, 2, 3])
    expect(faultKindsIn({ history: allSteps.toSpliced(place, 1) })).toEqual(["tap lost"]);
  expect(faultKindsIn({ history: [] })).toEqual(tappedActions.map(() => "tap lost"));
  expect(reconcileTaps({ taps: [tapAt(0, { case_id: "case-9" })], cases: [] }).map(({ kind }) => kind)).toEqual([
    "tap lost",
  ]);
});

test("the simulation accepts a missing tap that the driver app never confirmed as stored", () => {
  const unsure = allTaps.with(3, tapAt(3, { isSure: false }));
  expect(faultKindsIn({ history: allSteps.slice(0, 3) }, unsure)).toEqual([]);
  expect(faultKindsIn({}, unsure)).toEqual([]);
});

test("the simulation reports a crew's tap that was carried out twice under different ids", () => {
  expect(
    faultKindsIn({ history: allSteps.toSpliced(1, 0, stepAt(0, { lock_version: 3, group_id: "again" })) }),
  ).toEqual(["tap carried out twice"]);
  expect(faultKindsIn({ comments: [noteAt(3)] })).toEqual(["tap carried out twice"]);
});

test("the simulation counts several history rows of one step as one tap", () => {
  expect(faultKindsIn({ history: [...allSteps, stepAt(3, { id: "row-more" })] })).toEqual([]);
});

test("the simulation reports a crew's taps that were carried out in another order", () => {
  const [first, second, third, fourth] = allSteps as [
    CaseStateHistoryRow,
    CaseStateHistoryRow,
    CaseStateHistoryRow,
    CaseStateHistoryRow,
  ];
  const swapped = [
    first,
    { ...third, lock_version: second.lock_version },
    { ...second, lock_version: third.lock_version },
    fourth,
  ];
  expect(faultKindsIn({ history: swapped })).toEqual(["taps out of order"]);
});

test("the simulation accepts taps on an unassigned case if they are kept as notes", () => {
  const history = allSteps.slice(0, 2);
  expect(faultKindsIn({ history, comments: [noteAt(2), noteAt(3)] })).toEqual([]);
  expect(faultKindsIn({ history, comments: [noteAt(3)] })).toEqual(["tap lost"]);
});

test("the simulation does not count steps of dispatchers and other crews, or notes of other drivers, as a crew's taps", () => {
  const others = [stepAt(3, { lock_version: 9, tour_id: "tour-2" }), stepAt(3, { lock_version: 10, actor_kind: "D" })];
  expect(
    faultKindsIn({ history: [...allSteps, ...others], comments: [{ ...noteAt(0), user_id: "driver-2" }] }),
  ).toEqual([]);
});

test("the simulation accepts a DONE that the driver app has sent automatically", () => {
  expect(faultKindsIn({ history: [...allSteps, stepAt(4, { transition: "DONE" })] })).toEqual([]);
});

test("the simulation checks a crew's taps as part of the day's reconciliation", () => {
  expect(
    reconcileDay(createTestDayFacts({ taps: [tapAt(1, { case_id: "case-9", tour_id: "tour-9" })] })).map(
      ({ kind }) => kind,
    ),
  ).toEqual(["tap lost"]);
});
