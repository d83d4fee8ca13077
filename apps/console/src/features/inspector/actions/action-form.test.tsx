/** The form of an action while its request is under way, and after it. */
import type { Case } from "@leitstand/contract/cases/case";
import type { CaseActionAnswer } from "@leitstand/contract/cases/case-actions";
import { describe, expect, it } from "vitest";
import { aCaseActionAnswer, aFullLink } from "#live/full-case-testkit.ts";
import { createOnePageAnswer } from "#shared/testing/example-testkit.ts";
import { actAndRender, clickElement, typeText, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { findAllByRole, findByRole, pageText } from "#shared/testing/screen-testkit.ts";
import { StubApiRefusal } from "#shared/testing/server-testkit.ts";
import { aCaseOfToday, openTestCaseInspector } from "../inspector-testkit.tsx";

/** A case on one tour that can be taken from it, and that can be cancelled as a whole. */
const aCancellableCase = (change: Partial<Case> = {}) =>
  aCaseOfToday({
    state: { current: "STARTED", actions: ["CANCEL"] },
    tour_case_states: [aFullLink({ actions: ["UNASSIGN"], state: "ARRIVED", accepted_at: "2026-11-21T10:00:00Z" })],
    ...change,
  });
const canBeTypedInto = (field: HTMLElement) => field.closest("[inert]") === null;
const formOf = (action: string) => findByRole("form", action);
const reasonIn = (action: string) => findByRole("textbox", /^Grund/, formOf(action)) as HTMLTextAreaElement;

/** Sends the form of a cancellation to a server that answers only when the test says so. */
async function cancelOnSlowLine(dispatchCase = aCancellableCase()) {
  let settle: (given: CaseActionAnswer | StubApiRefusal) => void = () => undefined;
  const done = new Promise<CaseActionAnswer | StubApiRefusal>((resolve) => {
    settle = resolve;
  });
  const { server } = await openTestCaseInspector({
    dispatchCase,
    grants: ["getCaseComments", "createCaseComment"],
    answers: { receiveAction: () => done, getCaseComments: () => createOnePageAnswer("comments", []) },
  });
  await clickElement(findByRole("button", "Fall stornieren"));
  await waitUntil(() => formOf("Stornieren"));
  await typeText(reasonIn("Stornieren"), "Doppelt aufgenommen");
  await actAndRender(() => reasonIn("Stornieren").closest("form")?.requestSubmit());
  await waitUntil(() => expect(server.bodiesOf("receiveAction")).toHaveLength(1));
  return { server, answer: (given: CaseActionAnswer | StubApiRefusal) => actAndRender(() => settle(given)) };
}
const isDone = aCaseActionAnswer({ ...aCancellableCase(), lock_version: 5 });
const refusal = new StubApiRefusal("BRANCH_ACCESS_DENIED");

/** Opens the form that takes the case from its tour, and types a reason there. */
async function typeReasonOfUnassigning() {
  await clickElement(findByRole("button", "Entziehen"));
  await waitUntil(() => formOf("Entziehen"));
  await typeText(reasonIn("Entziehen"), "Fahrzeug defekt");
}

describe("the form of an action while its request is under way", () => {
  it("nothing can be typed into the form of an action until the server has answered, so nothing typed is lost", async () => {
    const { answer } = await cancelOnSlowLine();
    expect(canBeTypedInto(reasonIn("Stornieren"))).toBe(false);
    expect(document.activeElement).toBe(formOf("Stornieren"));
    expect(formOf("Stornieren").getAttribute("aria-busy")).toBe("true");
    await answer(isDone);
    await waitUntil(() => expect(findAllByRole("form", "Stornieren")).toEqual([]));
  });

  it("the form of an action that was refused takes typing again, in the field where the dispatcher was", async () => {
    const { answer } = await cancelOnSlowLine();
    await answer(refusal);
    await waitUntil(() => expect(findByRole("alert", undefined, formOf("Stornieren")).textContent).not.toBe(""));
    expect(canBeTypedInto(reasonIn("Stornieren"))).toBe(true);
    expect(document.activeElement).toBe(reasonIn("Stornieren"));
    expect(reasonIn("Stornieren").value).toBe("Doppelt aufgenommen");
  });

  it("the refusal of an action leaves the focus in another field where the dispatcher types by then", async () => {
    const { answer } = await cancelOnSlowLine();
    const comment = findByRole("textbox", "Kommentar");
    await actAndRender(() => comment.focus());
    await answer(refusal);
    await waitUntil(() => findByRole("alert", undefined, formOf("Stornieren")));
    expect(document.activeElement).toBe(comment);
  });
});

describe("the form of an action that was left for that of another", () => {
  it("an action that is done by then leaves the form of the other open, with what was typed there", async () => {
    const { answer } = await cancelOnSlowLine();
    await typeReasonOfUnassigning();
    await answer(isDone);
    await waitUntil(() => expect(pageText()).toContain("C-2026-000123: Stornieren."));
    expect(reasonIn("Entziehen").value).toBe("Fahrzeug defekt");
  });

  it("the form of the other does not show why the first was refused: that is said where the first began", async () => {
    const { answer } = await cancelOnSlowLine();
    await typeReasonOfUnassigning();
    await answer(refusal);
    await waitUntil(() => expect(findAllByRole("alert")).toHaveLength(1));
    expect(findAllByRole("alert", undefined, formOf("Entziehen"))).toEqual([]);
    expect(reasonIn("Entziehen").value).toBe("Fahrzeug defekt");
  });
});

describe("an action that is refused because the case has gone another way", () => {
  const conflict = new StubApiRefusal("LOCK_VERSION_CONFLICT", ["lock_version", "4"], ["current_lock_version", "9"]);
  const closedCase = aCancellableCase({
    lock_version: 9,
    state: { current: "DELIVERED", actions: [] },
    tour_case_states: [aFullLink({ actions: [], state: "ARRIVED", bucket: "unassigned" })],
  });

  it("the refusal of a cancellation is told even if the case as a whole offers nothing any more", async () => {
    const { server, answer } = await cancelOnSlowLine();
    server.answer({ getCase: () => closedCase });
    await answer(conflict);
    await waitUntil(() => expect(findByRole("alert").textContent).toContain("nicht mehr möglich"));
  });

  it("the refusal to take a case from a tour is told even if the case has left that tour by then", async () => {
    const { server } = await openTestCaseInspector({ dispatchCase: aCancellableCase() });
    server.answer({ receiveAction: () => conflict, getCase: () => closedCase });
    await typeReasonOfUnassigning();
    await clickElement(findByRole("button", "Entziehen", formOf("Entziehen")));
    await waitUntil(() => expect(findByRole("alert").textContent).toContain("nicht mehr möglich"));
  });
});
