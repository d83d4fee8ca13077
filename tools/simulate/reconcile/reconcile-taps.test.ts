import { expect, test } from "vitest";
import type { CaseFacts, HistoryRow, Tap } from "../day/facts";
import { aDay, aRow, ids, theCase } from "./facts-testkit";
import { reconcile } from "./reconcile";
import { reconcileTaps } from "./reconcile-taps";

/** Actions of a transport up to the loading, tapped in the app. */
const actions = ["ACCEPT", "START", "ARRIVE", "LOAD"];
const at = (second: number) => Date.UTC(2026, 2, 2, 8, 0, second);
const aTap = (place: number, overrides: Partial<Tap> = {}): Tap => ({
  user_id: ids.user,
  tour_id: ids.tour,
  case_id: ids.case,
  action: actions[place] ?? "",
  at: at(place),
  isSure: true,
  ...overrides,
});
const aStep = (place: number, overrides: Partial<HistoryRow> = {}) =>
  aRow({
    actor_kind: "V",
    transition: actions[place] as HistoryRow["transition"],
    lock_version: place + 2,
    action_id: `action-${place}`,
    occurred_at: new Date(at(place)).toISOString(),
    ...overrides,
  });
const aNote = (place: number): CaseFacts["comments"][number] => ({
  id: `note-${place}`,
  created_at: new Date(at(60)).toISOString(),
  user_id: ids.user,
  action: actions[place] ?? "",
  occurred_at: new Date(at(place)).toISOString(),
});

const taps = actions.map((_, place) => aTap(place));
const steps = actions.map((_, place) => aStep(place));
const kindsIn = (
  parts: { readonly history?: readonly HistoryRow[]; readonly comments?: CaseFacts["comments"] },
  tapped: readonly Tap[] = taps,
) =>
  reconcileTaps({ taps: tapped, cases: [{ ...theCase, history: steps, comments: [], ...parts }] }).map(
    ({ kind }) => kind,
  );

test("accepts a crew's taps that have arrived once each and in order", () => {
  expect(kindsIn({})).toEqual([]);
});

test("reports a tap that never arrived as lost, wherever it was", () => {
  for (const place of [0, 1, 2, 3]) expect(kindsIn({ history: steps.toSpliced(place, 1) })).toEqual(["tap lost"]);
  expect(kindsIn({ history: [] })).toEqual(actions.map(() => "tap lost"));
  expect(reconcileTaps({ taps: [aTap(0, { case_id: "case-9" })], cases: [] }).map(({ kind }) => kind)).toEqual([
    "tap lost",
  ]);
});

test("accepts a missing tap that the app never confirmed as written down", () => {
  const unsure = taps.with(3, aTap(3, { isSure: false }));
  expect(kindsIn({ history: steps.slice(0, 3) }, unsure)).toEqual([]);
  expect(kindsIn({}, unsure)).toEqual([]);
});

test("reports one tap that was carried out twice, under another id", () => {
  expect(kindsIn({ history: steps.toSpliced(1, 0, aStep(0, { lock_version: 3, group_id: "again" })) })).toEqual([
    "tap carried out twice",
  ]);
  expect(kindsIn({ comments: [aNote(3)] })).toEqual(["tap carried out twice"]);
});

test("the reconciliation of taps counts several rows of one step as one step", () => {
  expect(kindsIn({ history: [...steps, aStep(3, { id: "row-more" })] })).toEqual([]);
});

test("reports later steps that overtook earlier ones", () => {
  const [first, second, third, fourth] = steps as [HistoryRow, HistoryRow, HistoryRow, HistoryRow];
  const swapped = [
    first,
    { ...third, lock_version: second.lock_version },
    { ...second, lock_version: third.lock_version },
    fourth,
  ];
  expect(kindsIn({ history: swapped })).toEqual(["taps out of order"]);
});

test("accepts steps on a case that the dispatcher has taken away when they are kept as notes", () => {
  const history = steps.slice(0, 2);
  expect(kindsIn({ history, comments: [aNote(2), aNote(3)] })).toEqual([]);
  expect(kindsIn({ history, comments: [aNote(3)] })).toEqual(["tap lost"]);
});

test("does not count steps of dispatchers and other crews, or notes of other drivers, as taps of the crew", () => {
  const others = [aStep(3, { lock_version: 9, tour_id: "tour-2" }), aStep(3, { lock_version: 10, actor_kind: "D" })];
  expect(kindsIn({ history: [...steps, ...others], comments: [{ ...aNote(0), user_id: "driver-2" }] })).toEqual([]);
});

test("accepts papers that the app itself has done", () => {
  expect(kindsIn({ history: [...steps, aStep(4, { transition: "DONE" })] })).toEqual([]);
});

test("judges taps in the reconciliation of the day, too", () => {
  expect(
    reconcile(aDay({ taps: [aTap(1, { case_id: "case-9", tour_id: "tour-9" })] })).map(({ kind }) => kind),
  ).toEqual(["tap lost"]);
});
