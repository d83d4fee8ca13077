import { expect, test } from "vitest";
import type { CaseFacts, HistoryRow, DriverTap } from "../day/facts";
import { dayFactsWith, historyRowWith, factIds, caseFacts } from "./facts-testkit";
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
const stepAt = (place: number, overrides: Partial<HistoryRow> = {}) =>
  historyRowWith({
    actor_kind: "V",
    transition: tappedActions[place] as HistoryRow["transition"],
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
  parts: { readonly history?: readonly HistoryRow[]; readonly comments?: CaseFacts["comments"] },
  tapped: readonly DriverTap[] = allTaps,
) =>
  reconcileTaps({ taps: tapped, cases: [{ ...caseFacts, history: allSteps, comments: [], ...parts }] }).map(
    ({ kind }) => kind,
  );

test("accepts a crew's taps that have arrived once each and in order", () => {
  expect(faultKindsIn({})).toEqual([]);
});

test("reports a tap that never arrived as lost, wherever it was", () => {
  for (const place of [0, 1, 2, 3])
    expect(faultKindsIn({ history: allSteps.toSpliced(place, 1) })).toEqual(["tap lost"]);
  expect(faultKindsIn({ history: [] })).toEqual(tappedActions.map(() => "tap lost"));
  expect(reconcileTaps({ taps: [tapAt(0, { case_id: "case-9" })], cases: [] }).map(({ kind }) => kind)).toEqual([
    "tap lost",
  ]);
});

test("accepts a missing tap that the app never confirmed as written down", () => {
  const unsure = allTaps.with(3, tapAt(3, { isSure: false }));
  expect(faultKindsIn({ history: allSteps.slice(0, 3) }, unsure)).toEqual([]);
  expect(faultKindsIn({}, unsure)).toEqual([]);
});

test("reports one tap that was carried out twice, under another id", () => {
  expect(
    faultKindsIn({ history: allSteps.toSpliced(1, 0, stepAt(0, { lock_version: 3, group_id: "again" })) }),
  ).toEqual(["tap carried out twice"]);
  expect(faultKindsIn({ comments: [noteAt(3)] })).toEqual(["tap carried out twice"]);
});

test("the reconciliation of taps counts several rows of one step as one step", () => {
  expect(faultKindsIn({ history: [...allSteps, stepAt(3, { id: "row-more" })] })).toEqual([]);
});

test("reports later steps that overtook earlier ones", () => {
  const [first, second, third, fourth] = allSteps as [HistoryRow, HistoryRow, HistoryRow, HistoryRow];
  const swapped = [
    first,
    { ...third, lock_version: second.lock_version },
    { ...second, lock_version: third.lock_version },
    fourth,
  ];
  expect(faultKindsIn({ history: swapped })).toEqual(["taps out of order"]);
});

test("accepts steps on a case that the dispatcher has taken away when they are kept as notes", () => {
  const history = allSteps.slice(0, 2);
  expect(faultKindsIn({ history, comments: [noteAt(2), noteAt(3)] })).toEqual([]);
  expect(faultKindsIn({ history, comments: [noteAt(3)] })).toEqual(["tap lost"]);
});

test("does not count steps of dispatchers and other crews, or notes of other drivers, as taps of the crew", () => {
  const others = [stepAt(3, { lock_version: 9, tour_id: "tour-2" }), stepAt(3, { lock_version: 10, actor_kind: "D" })];
  expect(
    faultKindsIn({ history: [...allSteps, ...others], comments: [{ ...noteAt(0), user_id: "driver-2" }] }),
  ).toEqual([]);
});

test("accepts papers that the app itself has done", () => {
  expect(faultKindsIn({ history: [...allSteps, stepAt(4, { transition: "DONE" })] })).toEqual([]);
});

test("judges taps in the reconciliation of the day, too", () => {
  expect(
    reconcileDay(dayFactsWith({ taps: [tapAt(1, { case_id: "case-9", tour_id: "tour-9" })] })).map(({ kind }) => kind),
  ).toEqual(["tap lost"]);
});
