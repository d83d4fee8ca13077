import { Suggestions, TourSuggestion } from "@leitstand/contract/board/planning";
import { describe, expect, it } from "vitest";
import { numberedId, exampleOfSchema } from "#shared/testing/example-testkit.ts";
import { clickElement, actAndRender, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { findByRole, findAllByRole, accessibleNameOf, pageText } from "#shared/testing/screen-testkit.ts";
import {
  createNeverSettlingPromise,
  createPendingRefusal,
  StubApiRefusal,
  type StubServer,
} from "#shared/testing/server-testkit.ts";
import { aBoardTour } from "#live/board.fixture.ts";
import { entityStore } from "#live/store.ts";
import { pendingClashes } from "#live/clash/clash.ts";
import { aFullLink, aCaseActionAnswer } from "#live/full-case-testkit.ts";
import { aCaseOfToday, openTestCaseInspector } from "../inspector-testkit.tsx";

const { funeral_data, ...rest } = aCaseOfToday();
const sourcePlace = { ...funeral_data?.source_address, lat: 47.08, lon: 15.47 };
const dispatchCase = { ...rest, funeral_data: { ...funeral_data, source_address: sourcePlace } as typeof funeral_data };

const aRunningTour = (number: number, own: Partial<ReturnType<typeof aBoardTour>> = {}) =>
  aBoardTour({ tour_id: numberedId(number), name: `Graz ${number}`, vehicle_ids: [], user_ids: [], ...own });
const aPlannedSuggestion = (number: number, own: Partial<TourSuggestion> = {}): TourSuggestion => ({
  ...exampleOfSchema(TourSuggestion),
  tour_id: numberedId(number),
  tour_name: `Graz ${number}`,
  vehicle_ids: [],
  violations: [],
  ...own,
});

interface SuggestionOptions {
  readonly tours: readonly ReturnType<typeof aRunningTour>[];
  readonly plans: readonly TourSuggestion[];
  readonly answers?: Parameters<StubServer["answer"]>[0];
}
/** Opens a case without a tour, on a board with running tours. */
async function openCaseWithoutTour({ tours, plans, answers = {} }: SuggestionOptions) {
  const opened = await openTestCaseInspector({
    dispatchCase,
    grants: ["getSuggestions"],
    answers: { getSuggestions: () => ({ ...exampleOfSchema(Suggestions), suggestions: [...plans] }), ...answers },
  });
  await actAndRender(() => {
    const nothing = { cases: [], vehicles: [], areas: [], critical_messages: [] };
    const snapshot = { cursor: "0-0-1", generated_at: "2026-11-21T11:00:00Z", truncated: false, ...nothing };
    entityStore.putSnapshot({ ...snapshot, tours: [...tours] }, entityStore.step);
  });
  return opened;
}
const assignButtons = () => findAllByRole("button", /zuweisen$/).map(accessibleNameOf);

describe("suggested tours for a case", () => {
  it("suggested tours are listed in the server's order, the best first, followed by those that the server left out", async () => {
    const tours = [aRunningTour(1), aRunningTour(2), aRunningTour(3, { started_sub_state: "NOT_TAKING_CASES" })];
    await openCaseWithoutTour({
      tours,
      plans: [aPlannedSuggestion(2, { added_seconds: 540, added_meters: 6_100 }), aPlannedSuggestion(1)],
    });
    await waitUntil(() => expect(assignButtons()).toEqual(["Graz 2 zuweisen", "Graz 1 zuweisen", "Graz 3 zuweisen"]));
    expect(pageText()).toContain("+9 min · 6,1 km");
    expect(pageText()).toContain("nimmt keine Fälle");
  });

  it("suggested tours show the arrival in Vienna time, and the rules that the case would break", async () => {
    const late = { constraint: "DELAY", level: "SEVERE", case_id: dispatchCase.id, delay_seconds: 1_500 } as const;
    await openCaseWithoutTour({
      tours: [aRunningTour(1)],
      plans: [aPlannedSuggestion(1, { arrival_at: "2026-11-21T12:12:00Z", violations: [late] })],
    });
    await waitUntil(() => expect(pageText()).toContain("Ankunft 13:12"));
    expect(findAllByRole("listitem").map(accessibleNameOf)).toContainEqual(
      expect.stringMatching(/Verspätung 25 min\s?schwer/),
    );
  });

  it("suggested tours show the day of an arrival that is not today", async () => {
    await openCaseWithoutTour({
      tours: [aRunningTour(1)],
      plans: [aPlannedSuggestion(1, { arrival_at: "2026-11-22T12:12:00Z" })],
    });
    await waitUntil(() => expect(pageText()).toContain("Ankunft 22.11., 13:12"));
  });

  it("the button of a suggested tour assigns the case to it, in the version shown", async () => {
    const answers = { receiveAction: () => aCaseActionAnswer({ ...dispatchCase, lock_version: 5 }) };
    const { server } = await openCaseWithoutTour({ tours: [aRunningTour(1)], plans: [aPlannedSuggestion(1)], answers });
    await clickElement(await waitUntil(() => findByRole("button", "Graz 1 zuweisen")));
    await waitUntil(() => expect(pageText()).toContain("C-2026-000123 ist Graz 1 zugewiesen."));
    expect(server.bodiesOf("receiveAction")).toEqual([{ action: "ASSIGN", tour_id: numberedId(1), lock_version: 4 }]);
  });

  it("the case is assigned to a suggested tour despite a broken rule once the dispatcher confirms the rule that is named", async () => {
    const receiveAction: NonNullable<SuggestionOptions["answers"]>["receiveAction"] = ({ body }) =>
      body.payload?.force === true
        ? aCaseActionAnswer({ ...dispatchCase, lock_version: 5 })
        : new StubApiRefusal("CONSTRAINT_VIOLATED", ["level", "SEVERE"], ["constraints", "SKILL"]);
    const { server } = await openCaseWithoutTour({
      tours: [aRunningTour(1)],
      plans: [aPlannedSuggestion(1)],
      answers: { receiveAction },
    });
    await clickElement(await waitUntil(() => findByRole("button", "Graz 1 zuweisen")));
    await waitUntil(() => expect(findByRole("alert").textContent).toContain("Dagegen spricht: Fähigkeit fehlt."));
    await clickElement(findByRole("button", "Trotzdem zuweisen"));
    await waitUntil(() => expect(server.bodiesOf("receiveAction")).toHaveLength(2));
    expect(server.bodiesOf("receiveAction")[1]?.payload).toEqual({ force: true });
  });

  it("a refused assignment to a suggested tour is reported in a toast once the suggestions have been folded away", async () => {
    const pending = createPendingRefusal("CONSTRAINT_VIOLATED", ["level", "SEVERE"], ["constraints", "SKILL"]);
    const { server } = await openCaseWithoutTour({
      tours: [aRunningTour(1)],
      plans: [aPlannedSuggestion(1)],
      answers: { receiveAction: () => pending.answer },
    });
    await clickElement(await waitUntil(() => findByRole("button", "Graz 1 zuweisen")));
    await waitUntil(() => expect(server.bodiesOf("receiveAction")).toHaveLength(1));
    const fold = () => clickElement(findByRole("button", /^Vorschläge/));
    await fold();
    await actAndRender(pending.refuse);
    const toast = "C-2026-000123: Dagegen spricht: Fähigkeit fehlt.";
    await waitUntil(() => expect(findByRole("alert").textContent).toBe(toast));
    await fold();
  });

  it("the case is not assigned to a suggested tour that has finished, even by force", async () => {
    const receiveAction = () =>
      new StubApiRefusal("TOUR_STATUS_CONFLICT", ["status", "FINISHED"], ["required", "STARTED"]);
    const { server } = await openCaseWithoutTour({
      tours: [aRunningTour(1)],
      plans: [aPlannedSuggestion(1)],
      answers: { receiveAction },
    });
    await clickElement(await waitUntil(() => findByRole("button", "Graz 1 zuweisen")));
    await waitUntil(() => expect(pageText()).toMatch(/C-2026-000123: \S/));
    expect(findAllByRole("button", "Trotzdem zuweisen")).toEqual([]);
    expect(server.bodiesOf("receiveAction")).toHaveLength(1);
  });

  it("choosing a suggested tour for a case that another dispatcher has just assigned asks first, and sends one request", async () => {
    const link = aFullLink({ tour_id: numberedId(2), tour_natural_id: "T-2026-000002" });
    const taken = {
      ...dispatchCase,
      lock_version: 5,
      state: { ...dispatchCase.state, current: "ASSIGNED" },
      tour_case_states: [link],
    };
    const answers: SuggestionOptions["answers"] = {
      receiveAction: () =>
        new StubApiRefusal("LOCK_VERSION_CONFLICT", ["lock_version", "4"], ["current_lock_version", "5"]),
      getCaseStateHistory: () => [],
    };
    const { server } = await openCaseWithoutTour({ tours: [aRunningTour(1)], plans: [aPlannedSuggestion(1)], answers });
    const button = await waitUntil(() => findByRole("button", "Graz 1 zuweisen"));
    server.answer({ getCase: () => taken });
    await clickElement(button);
    await waitUntil(() => expect(pendingClashes.get()).toHaveLength(1));
    const [shown] = pendingClashes.get();
    expect(shown?.wanted).toEqual({ id: numberedId(1), name: "Graz 1" });
    expect(shown?.clash.holders).toMatchObject([{ name: "T-2026-000002", since: link.assigned_at }]);
    expect(server.bodiesOf("receiveAction")).toHaveLength(1);
    pendingClashes.set([]);
  });

  it("a case to which another user has only added a comment is assigned to a suggested tour without a question", async () => {
    const noted = { ...dispatchCase, lock_version: 5, description: "Zweiter Stock" };
    const answers: SuggestionOptions["answers"] = {
      receiveAction: ({ body }) =>
        body.lock_version === 4
          ? new StubApiRefusal("LOCK_VERSION_CONFLICT")
          : aCaseActionAnswer({ ...noted, lock_version: 6 }),
    };
    const { server } = await openCaseWithoutTour({ tours: [aRunningTour(1)], plans: [aPlannedSuggestion(1)], answers });
    const button = await waitUntil(() => findByRole("button", "Graz 1 zuweisen"));
    server.answer({ getCase: () => noted });
    await clickElement(button);
    await waitUntil(() => expect(pageText()).toContain("C-2026-000123 ist Graz 1 zugewiesen."));
    expect(server.bodiesOf("receiveAction").map(({ lock_version }) => lock_version)).toEqual([4, 5]);
  });

  it("pressing the buttons of several suggested tours sends one request until the answer arrives", async () => {
    const answers: SuggestionOptions["answers"] = { receiveAction: createNeverSettlingPromise };
    const { server } = await openCaseWithoutTour({
      tours: [aRunningTour(1), aRunningTour(2)],
      plans: [aPlannedSuggestion(1), aPlannedSuggestion(2)],
      answers,
    });
    await clickElement(await waitUntil(() => findByRole("button", "Graz 1 zuweisen")));
    await clickElement(findByRole("button", "Graz 2 zuweisen"));
    await waitUntil(() => expect(server.bodiesOf("receiveAction")).toHaveLength(1));
    expect(server.bodiesOf("receiveAction")).toMatchObject([{ tour_id: numberedId(1) }]);
  });

  it("suggested tours are computed from the board, with the reason, when the server cannot plan", async () => {
    const answers = { getSuggestions: () => new StubApiRefusal("RESOURCE_NOT_FOUND") };
    await openCaseWithoutTour({ tours: [aRunningTour(1)], plans: [], answers });
    await waitUntil(() => expect(assignButtons()).toEqual(["Graz 1 zuweisen"]));
    expect(findByRole("alert").textContent).toContain("RESOURCE_NOT_FOUND");
  });

  it("suggested tours have a placeholder while they load", async () => {
    const { server } = await openCaseWithoutTour({
      tours: [],
      plans: [],
      answers: { getSuggestions: createNeverSettlingPromise },
    });
    // The placeholder is there from the first frame on; the request is sent once the user's grants are known.
    await waitUntil(() => expect(server.bodiesOf("getSuggestions")).toEqual([{ case_id: dispatchCase.id, size: 20 }]));
    findByRole("status", "Wird geladen");
  });

  it("a case has no suggested tours while no tour runs", async () => {
    await openCaseWithoutTour({ tours: [], plans: [] });
    await waitUntil(() => expect(pageText()).toContain("Keine laufende Tour, die den Fall übernehmen könnte."));
  });
});
