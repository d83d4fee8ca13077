import { caseFactsSeenOf } from "@leitstand/client/case-sight";
import type { Case } from "@leitstand/contract/cases/case";
import { Tour } from "@leitstand/contract/tours/tour";
import { describe, expect, it } from "vitest";
import { numberedId, exampleOfSchema } from "#shared/testing/example-testkit.ts";
import {
  actAndRender,
  clickElement,
  clickSecondTime,
  mountComponent,
  pressKey,
  waitUntil,
} from "#shared/testing/mount-testkit.tsx";
import { findByRole, findAllByRole, pageText } from "#shared/testing/screen-testkit.ts";
import { StubApiRefusal, stubApiFetch } from "#shared/testing/server-testkit.ts";
import { useAssignCaseWithUndo } from "../case-actions.ts";
import { aFullCase, aFullLink, aCaseActionAnswer } from "../full-case-testkit.ts";
import { clearLiveData } from "../store.ts";
import { CaseClashError, pendingClashes, showClash } from "./clash.ts";
import { ClashDialogs } from "./clashes.tsx";

const [first, second] = [numberedId(1), { id: numberedId(2), name: "Graz 2" }];
const heldCase = aFullCase({
  lock_version: 4,
  state: { current: "ASSIGNED", actions: ["ASSIGN"] },
  tour_case_states: [aFullLink({ tour_id: first, tour_natural_id: "T-2026-000001", actions: ["UNASSIGN"] })],
  active_tours: [],
  last_assigned_tour: null,
  vehicles: [],
});

/** Stands for any component that assigns a case to a tour. */
function AssignButton({ dispatchCase }: { dispatchCase: Case }) {
  const assign = useAssignCaseWithUndo();
  const { id, natural_id } = dispatchCase;
  return (
    <button type="button" onClick={() => void assign({ id, natural_id, seen: caseFactsSeenOf(dispatchCase) }, second)}>
      Graz 2 zuweisen
    </button>
  );
}

/** Assigns a case that has a crew to a second tour; the dialog is open when it returns. */
async function assignHeldCase() {
  clearLiveData();
  // The previous test may have left its case undecided.
  pendingClashes.set([]);
  const server = stubApiFetch({
    getCase: () => heldCase,
    getCaseStateHistory: () => [],
    getTour: ({ params }) => ({ ...exampleOfSchema(Tour), id: params.id }),
    receiveAction: ({ body }) => aCaseActionAnswer({ ...heldCase, lock_version: (body.lock_version ?? 0) + 1 }),
  });
  await mountComponent(
    <>
      <AssignButton dispatchCase={heldCase} />
      <ClashDialogs />
    </>,
  );
  await clickElement(findByRole("button", "Graz 2 zuweisen"));
  await waitUntil(() => findByRole("dialog", "Der Fall hat schon eine Besatzung"));
  return server;
}

describe("the dialog about a case that already has a crew", () => {
  it("the clash dialog names the case's crew and says that the other tour did not get the case, before anything is sent", async () => {
    const server = await assignHeldCase();
    expect(findByRole("alert").textContent).toContain("bei T-2026-000001");
    expect(findByRole("alert").textContent).toContain("Graz 2 hat den Fall nicht bekommen.");
    expect(server.bodiesOf("receiveAction")).toEqual([]);
  });

  it("the clash dialog sends nothing when the dispatcher leaves the case with its crew", async () => {
    const server = await assignHeldCase();
    await clickElement(findByRole("button", "So lassen"));
    await waitUntil(() => expect(findAllByRole("dialog")).toEqual([]));
    expect(server.bodiesOf("receiveAction")).toEqual([]);
    expect(server.bodiesOf("reassignCase")).toEqual([]);
  });

  it("the clash dialog assigns a second crew, with one request, when the dispatcher decides so", async () => {
    const server = await assignHeldCase();
    await clickElement(findByRole("button", "Graz 2 als zweite Besatzung schicken"));
    await waitUntil(() => expect(pageText()).toContain(`${heldCase.natural_id} ist Graz 2 zugewiesen.`));
    expect(server.bodiesOf("receiveAction")).toEqual([{ action: "ASSIGN", tour_id: second.id, lock_version: 4 }]);
    await waitUntil(() => expect(findAllByRole("dialog")).toEqual([]));
  });

  it("the clash dialog shows a rule that forbids a second crew, and assigns with force after a confirmation", async () => {
    const server = await assignHeldCase();
    server.answer({
      receiveAction: ({ body }) =>
        body.payload?.force === true
          ? aCaseActionAnswer({ ...heldCase, lock_version: 5 })
          : new StubApiRefusal("CONSTRAINT_VIOLATED", ["level", "SEVERE"], ["constraints", "CAPACITY"]),
    });
    await clickElement(findByRole("button", "Graz 2 als zweite Besatzung schicken"));
    await waitUntil(() => expect(findByRole("alert").textContent).toContain("Kapazität zu klein"));
    await clickElement(findByRole("button", "Graz 2 trotzdem als zweite Besatzung schicken"));
    await waitUntil(() => expect(server.bodiesOf("receiveAction").at(-1)?.payload).toEqual({ force: true }));
    await waitUntil(() => expect(findAllByRole("dialog")).toEqual([]));
  });

  it.each([
    ["the second click of a double click", () => clickSecondTime(findByRole("button", "Verstanden"))],
    ["a key that is held", () => pressKey("Escape", { repeat: true })],
  ])("the clash dialog about the next case is not closed by %s", async (_, repeat) => {
    await mountComponent(<ClashDialogs />);
    const nextCase = aFullCase({ id: numberedId(9), natural_id: "C-2026-000009" });
    await actAndRender(() => [heldCase, nextCase].forEach((one) => showClash(new CaseClashError(one, ["state"], []))));
    await clickElement(await waitUntil(() => findByRole("button", "Verstanden")));
    await waitUntil(() => expect(findByRole("alert").textContent).toContain("C-2026-000009"));
    await repeat();
    expect(findByRole("alert").textContent).toContain("C-2026-000009");
    pendingClashes.set([]);
  });

  it("the clash dialog forces no rule in a second question about the same case, for the dispatcher has not read it there", async () => {
    const server = await assignHeldCase();
    server.answer({
      receiveAction: ({ body }) =>
        body.payload?.force === true
          ? new StubApiRefusal("CASE_FINALIZED")
          : new StubApiRefusal("CONSTRAINT_VIOLATED", ["level", "SEVERE"], ["constraints", "CAPACITY"]),
    });
    await actAndRender(() => {
      const [asked] = pendingClashes.get();
      if (asked) showClash(asked.clash, { id: numberedId(3), name: "Graz 3" });
    });
    await clickElement(findByRole("button", "Graz 2 als zweite Besatzung schicken"));
    await clickElement(await waitUntil(() => findByRole("button", "Graz 2 trotzdem als zweite Besatzung schicken")));
    await waitUntil(() => expect(findAllByRole("button", "Graz 3 als zweite Besatzung schicken")).toHaveLength(1));
    pendingClashes.set([]);
  });
});
