import type { Case } from "@leitstand/contract/cases/case";
import { Tour } from "@leitstand/contract/tours/tour";
import { describe, expect, it } from "vitest";
import { aBoardTour } from "#live/board.fixture.ts";
import { caseDataFromCaseAnswer } from "#live/case-entity.ts";
import { ClashDialogs } from "#live/clash/clashes.tsx";
import { aFullCase, aFullLink, aCaseActionAnswer } from "#live/full-case-testkit.ts";
import { entityStore, clearLiveData } from "#live/store.ts";
import { numberedId, exampleOfSchema } from "#shared/testing/example-testkit.ts";
import { clickElement, clickSecondTime, mountComponent, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { findByRole, findAllByRole, accessibleNameOf, pageText } from "#shared/testing/screen-testkit.ts";
import { StubApiRefusal, stubApiFetch } from "#shared/testing/server-testkit.ts";
import { queueCaseOf } from "../list/queue-case.ts";
import { BulkActionRunner } from "./bulk-action-runner.tsx";

const [first, second] = [numberedId(1), numberedId(2)];
const noTourOrVehicle = { active_tours: [], last_assigned_tour: null, vehicles: [] };
const freeCase = aFullCase({
  ...noTourOrVehicle,
  id: numberedId(11),
  natural_id: "C-2026-000011",
  lock_version: 4,
  state: { current: "OPEN", actions: ["ASSIGN"] },
  tour_case_states: [],
});
const secondFreeCase = aFullCase({ ...freeCase, id: numberedId(13), natural_id: "C-2026-000013" });
const heldCase = aFullCase({
  ...noTourOrVehicle,
  id: numberedId(12),
  natural_id: "C-2026-000012",
  lock_version: 7,
  state: { current: "ASSIGNED", actions: ["ASSIGN"] },
  tour_case_states: [aFullLink({ tour_id: first, tour_natural_id: "T-2026-000001", actions: ["UNASSIGN"] })],
});

const caseById = (id: string) => [freeCase, secondFreeCase, heldCase].find((known) => known.id === id) ?? freeCase;

/** Row of the list for a case, with its crews. */
function queueRowOf(dispatchCase: Case) {
  const blank = { tour_case_states: [], last_assigned_tour_id: null, has_links: true };
  const facts_version = dispatchCase.lock_version;
  const row = queueCaseOf({ ...blank, facts_version, ...caseDataFromCaseAnswer(dispatchCase) });
  if (row === undefined) throw new Error("a whole case has all that its card shows");
  return row;
}

/** Assigns cases to a second tour that takes them or refuses all; returns once the work is done. */
async function assignToSecondTour(cases: readonly Case[], { refusal, end }: { refusal?: StubApiRefusal; end: string }) {
  clearLiveData();
  const tours = [aBoardTour({ tour_id: second, name: "Graz 2", vehicle_ids: [], user_ids: [] })];
  const nothing = { cases: [], vehicles: [], areas: [], critical_messages: [] };
  const snapshot = { cursor: "0-0-1", generated_at: "2026-11-21T11:00:00Z", truncated: false, ...nothing, tours };
  entityStore.putSnapshot(snapshot, entityStore.step);
  const sent: { readonly id: string; readonly body: unknown }[] = [];
  stubApiFetch({
    getCase: ({ params }) => caseById(params.id),
    getCaseStateHistory: () => [],
    getTour: ({ params }) => ({ ...exampleOfSchema(Tour), id: params.id }),
    receiveAction: ({ params, body }) => {
      sent.push({ id: params.id, body });
      return refusal ?? aCaseActionAnswer({ ...caseById(params.id), lock_version: (body.lock_version ?? 0) + 1 });
    },
  });
  const bulk = { action: "assign", cases: cases.map(queueRowOf) } as const;
  await mountComponent(
    <main id="main">
      <BulkActionRunner bulk={bulk} onStage={() => undefined} onDone={() => undefined} onFinished={() => undefined} />
      <ClashDialogs />
    </main>,
  );
  await clickElement(await waitUntil(() => findByRole("option", /^Graz 2/)));
  await waitUntil(() => expect(pageText()).toContain(end));
  return sent;
}
const assignFreeAndHeldCase = () => assignToSecondTour([freeCase, heldCase], { end: "1 erledigt, 1 fehlgeschlagen" });
const assignToSecondRequest = (dispatchCase: Case) => ({
  id: dispatchCase.id,
  body: { action: "ASSIGN", tour_id: second, lock_version: dispatchCase.lock_version },
});

describe("many cases that are given to a tour at once", () => {
  it("assigning many cases skips a case that already has a crew, and names it with that crew", async () => {
    const sent = await assignFreeAndHeldCase();
    expect(sent).toEqual([assignToSecondRequest(freeCase)]);
    expect(findAllByRole("listitem").map(accessibleNameOf)).toEqual([
      expect.stringMatching(/^C-2026-000012 ist seit .+ bei T-2026-000001/),
    ]);
    expect(findAllByRole("button", /nochmals versuchen|Trotzdem/i)).toEqual([]);
  });

  it("failures of assigning many cases are grouped by reason, after the cases that were changed in the meantime", async () => {
    const refusal = new StubApiRefusal("TOUR_STATUS_CONFLICT", ["status", "NOT_TAKING_CASES"], ["required", "ACTIVE"]);
    await assignToSecondTour([freeCase, heldCase, secondFreeCase], { refusal, end: "0 erledigt, 3 fehlgeschlagen" });
    expect(findAllByRole("listitem").map(accessibleNameOf)).toEqual([
      expect.stringMatching(/^C-2026-000012 ist seit/),
      expect.stringMatching(/^C-2026-000011, C-2026-000013 Die Tour nimmt keine Fälle mehr an/),
    ]);
    expect(findByRole("button", "2 trotzdem zuweisen")).toBeDefined();
  });

  it("assigning many cases gives one a second crew only after the dispatcher has confirmed that case", async () => {
    const sent = await assignFreeAndHeldCase();
    await clickElement(findByRole("button", "Diesen Fall entscheiden"));
    await waitUntil(() => findByRole("dialog", "Der Fall hat schon eine Besatzung"));
    expect(sent).toEqual([assignToSecondRequest(freeCase)]);
    await clickElement(findByRole("button", "Graz 2 als zweite Besatzung schicken"));
    await waitUntil(() => expect(sent).toEqual([assignToSecondRequest(freeCase), assignToSecondRequest(heldCase)]));
    await waitUntil(() => expect(findAllByRole("dialog")).toEqual([]));
  });

  it("cases that were refused stay in the list, with their reasons, and are not forced by a double click, while others are decided one by one", async () => {
    const refusal = new StubApiRefusal("TOUR_STATUS_CONFLICT", ["status", "NOT_TAKING_CASES"], ["required", "ACTIVE"]);
    const tried = [freeCase, heldCase, secondFreeCase];
    const sent = await assignToSecondTour(tried, { refusal, end: "0 erledigt, 3 fehlgeschlagen" });
    await clickElement(findByRole("button", "Diesen Fall entscheiden"));
    await waitUntil(() => findByRole("dialog", "Der Fall hat schon eine Besatzung"));
    // The button for it comes up where the dispatcher has just clicked.
    await clickSecondTime(findByRole("button", "2 trotzdem zuweisen"));
    expect(sent).toHaveLength(2);
    expect(pageText()).toContain("0 erledigt, 2 fehlgeschlagen");
    expect(findAllByRole("listitem").map(accessibleNameOf)).toEqual([
      expect.stringMatching(/^C-2026-000011, C-2026-000013 Die Tour nimmt keine Fälle mehr an/),
    ]);
  });
});
