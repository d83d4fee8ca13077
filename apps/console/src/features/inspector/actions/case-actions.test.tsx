import { Todo } from "@leitstand/contract/cases/case-parts";
import type { Case } from "@leitstand/contract/cases/case";
import { describe, expect, it } from "vitest";
import { exampleOfSchema } from "#shared/testing/example-testkit.ts";
import { clickElement, pressKey, typeText, waitUntil } from "#shared/testing/mount-testkit.tsx";
import {
  accessibleDescriptionOf,
  findByRole,
  findAllByRole,
  accessibleNameOf,
  pageText,
} from "#shared/testing/screen-testkit.ts";
import { LONG_YEAR_FAULT, typeTimeOfLongYear } from "#shared/testing/long-year-testkit.ts";
import { StubApiRefusal } from "#shared/testing/server-testkit.ts";
import { aFullLink, aCaseActionAnswer } from "#live/full-case-testkit.ts";
import { aCaseOfToday, openTestCaseInspector } from "../inspector-testkit.tsx";

type LinkActions = ReturnType<typeof aFullLink>["actions"];
const tour_id = aFullLink().tour_id;

/** A case on one tour, with the actions that are allowed for that link and for the case as a whole. */
function aCaseOnTour(actions: LinkActions, { whole = [], ...change }: Partial<Case> & { whole?: LinkActions } = {}) {
  const link = aFullLink({ actions, state: "ARRIVED", accepted_at: "2026-11-21T10:00:00Z" });
  return aCaseOfToday({ state: { current: "STARTED", actions: whole }, tour_case_states: [link], ...change });
}
const openCaseOnTour = (...[actions, change]: Parameters<typeof aCaseOnTour>) => {
  const dispatchCase = aCaseOnTour(actions, change);
  const receiveAction = () => aCaseActionAnswer({ ...dispatchCase, lock_version: 5 });
  return openTestCaseInspector({ dispatchCase, answers: { receiveAction } });
};

/** Names of the buttons that are offered, without those that every case has. */
const offeredActionNames = () =>
  findAllByRole("button")
    .filter((button) => button.closest("header, h3") === null)
    .map(accessibleNameOf)
    .filter((name) => !name.startsWith("T-2026"));
/** Answers UNDO of a closed case, which takes a confirmation. */
const refuseUnforced = ({ payload }: { readonly payload?: { readonly force?: boolean } }) =>
  payload?.force === true
    ? aCaseActionAnswer(aCaseOnTour([]))
    : new StubApiRefusal("UNDO_NOT_POSSIBLE", ["reason", "FORCE_REQUIRED"]);
const waitForActionForm = (action: string) => waitUntil(() => findByRole("form", action));

describe("actions of a case", () => {
  it("a case in the inspector offers exactly the actions that the server allows", async () => {
    await openCaseOnTour(["LOAD", "UNASSIGN"]);
    expect(offeredActionNames()).toEqual(["Geladen", "Entziehen"]);
  });

  it("a case in the inspector offers no actions to a user who may do nothing with it", async () => {
    await openCaseOnTour([]);
    expect(offeredActionNames()).toEqual([]);
  });

  it("the inspector lists actions on the case as a whole apart from those of a tour", async () => {
    await openCaseOnTour(["UNASSIGN"], { whole: ["CANCEL", "DELIVER"] });
    expect(offeredActionNames()).toEqual(["Entziehen", "Ohne Tour erledigen", "Fall stornieren"]);
  });

  it("an action without fields is sent at once, and can be undone", async () => {
    const dispatchCase = aCaseOnTour(["ARRIVE"]);
    const undoable = aCaseActionAnswer({ ...aCaseOnTour(["UNDO"]), lock_version: 5 });
    const { server } = await openTestCaseInspector({ dispatchCase, answers: { receiveAction: () => undoable } });
    await clickElement(findByRole("button", "Angekommen"));
    await waitUntil(() => expect(pageText()).toContain("C-2026-000123: Angekommen."));
    await clickElement(findByRole("button", "Rückgängig", findByRole("alert")));
    await waitUntil(() => expect(server.bodiesOf("receiveAction")).toHaveLength(2));
    expect(server.bodiesOf("receiveAction")).toEqual([
      { action: "ARRIVE", tour_id, lock_version: 4 },
      { action: "UNDO", tour_id, lock_version: 5, reason: "Gleich zurückgenommen" },
    ]);
  });

  it.each([
    { action: "DONE", before: "DELIVERED", after: "DONE", button: "Erledigt" },
    { action: "FINISH", before: "backoffice", after: "finished", button: "Abschließen" },
  ] as const)(
    "undoing $action right after it opens the closed case again",
    async ({ action, before, after, button }) => {
      const closedLink = aFullLink({ actions: [action], state: before, bucket: "finished" });
      const { server } = await openCaseOnTour([], {
        todos: { pickup: [], delivery: [] },
        tour_case_states: [closedLink],
      });
      const done = aCaseOnTour([], {
        lock_version: 5,
        tour_case_states: [{ ...closedLink, state: after, actions: ["UNDO"] }],
      });
      server.answer({
        receiveAction: ({ body }) => (body.action === action ? aCaseActionAnswer(done) : refuseUnforced(body)),
      });
      await clickElement(findByRole("button", button));
      if (action === "FINISH") {
        const form = await waitForActionForm(button);
        await typeText(findByRole("textbox", /^Abschlussgrund/, form), "Geprüft");
        await clickElement(findByRole("button", button, form));
      }
      await clickElement(await waitUntil(() => findByRole("button", "Rückgängig", findByRole("alert"))));
      await waitUntil(() => expect(server.bodiesOf("receiveAction")).toHaveLength(2));
      const payload = { force: true };
      const undo = { action: "UNDO", tour_id, lock_version: 5, reason: "Gleich zurückgenommen", payload };
      expect(server.bodiesOf("receiveAction")[1]).toEqual(undo);
    },
  );
});

describe("the form of an action", () => {
  const todos = {
    pickup: [{ ...exampleOfSchema(Todo), title: "Papiere übernehmen", required: true, completed: false }],
    delivery: [],
  };

  it("the inspector's form of LOAD asks for the todos, the identity and the belongings", async () => {
    const { server } = await openCaseOnTour(["LOAD"], { todos });
    await clickElement(findByRole("button", "Geladen"));
    const form = await waitForActionForm("Geladen");
    expect(findAllByRole("checkbox", undefined, form).map(accessibleNameOf)).toEqual([
      "Papiere übernehmen",
      "Identität bestätigt",
      "Wertgegenstände bestätigt",
    ]);
    expect(server.bodiesOf("receiveAction")).toEqual([]);
  });

  it("the inspector's form of LOAD marks missing answers, and sends nothing", async () => {
    const { server } = await openCaseOnTour(["LOAD"]);
    await clickElement(findByRole("button", "Geladen"));
    const form = await waitForActionForm("Geladen");
    await clickElement(findByRole("button", "Geladen", form));
    expect(form.textContent?.match(/Bitte angeben\./g)).toHaveLength(2);
    await clickElement(findByRole("checkbox", "Identität bestätigt", form));
    await clickElement(findByRole("button", "Geladen", form));
    expect(server.bodiesOf("receiveAction")).toEqual([]);
    await clickElement(findByRole("checkbox", "Wertgegenstände bestätigt", form));
    await clickElement(findByRole("button", "Geladen", form));
    await waitUntil(() => expect(server.bodiesOf("receiveAction")).toHaveLength(1));
    const payload = { identity_confirmed: true, belongings_confirmed: true };
    expect(server.bodiesOf("receiveAction")).toEqual([{ action: "LOAD", tour_id, lock_version: 4, payload }]);
  });

  it("the inspector's form of DELIVER asks who took over, and why there is no signature", async () => {
    const { server } = await openCaseOnTour(["DELIVER"]);
    await clickElement(findByRole("button", "Übergeben"));
    const form = await waitForActionForm("Übergeben");
    await typeText(findByRole("textbox", /^Übernommen von/, form), "Franz Gruber");
    await typeText(findByRole("textbox", /^Ohne Unterschrift, weil/, form), "Telefonisch bestätigt");
    await clickElement(findByRole("checkbox", "Wertgegenstände bestätigt", form));
    await clickElement(findByRole("button", "Übergeben", form));
    await waitUntil(() => expect(server.bodiesOf("receiveAction")).toHaveLength(1));
    expect(server.bodiesOf("receiveAction")[0]?.payload).toEqual({
      received_by: "Franz Gruber",
      refusal_reason: "Telefonisch bestätigt",
      belongings_confirmed: true,
    });
  });

  it("the form of an action has the focus, and Escape returns to its button with nothing sent", async () => {
    const { server } = await openCaseOnTour(["DELIVER"]);
    await clickElement(findByRole("button", "Übergeben"));
    const form = await waitForActionForm("Übergeben");
    await waitUntil(() => expect(document.activeElement).toBe(findByRole("textbox", /^Übernommen von/, form)));
    await pressKey("Escape");
    await waitUntil(() => expect(findAllByRole("form", "Übergeben")).toEqual([]));
    expect(document.activeElement).toBe(findByRole("button", "Übergeben"));
    expect(server.bodiesOf("receiveAction")).toEqual([]);
  });

  it("cancelling a whole case in the inspector asks for a reason", async () => {
    const { server } = await openCaseOnTour([], { whole: ["CANCEL"] });
    await clickElement(findByRole("button", "Fall stornieren"));
    const form = await waitForActionForm("Stornieren");
    await clickElement(findByRole("button", "Stornieren", form));
    expect(server.bodiesOf("receiveAction")).toEqual([]);
    await typeText(findByRole("textbox", /^Grund/, form), "Doppelt aufgenommen");
    await clickElement(findByRole("button", "Stornieren", form));
    await waitUntil(() => expect(server.bodiesOf("receiveAction")).toHaveLength(1));
    expect(server.bodiesOf("receiveAction")[0]).toEqual({
      action: "CANCEL",
      lock_version: 4,
      reason: "Doppelt aufgenommen",
    });
  });

  it("postponing a case in the inspector asks until when, in Vienna time", async () => {
    const { server } = await openCaseOnTour(["POSTPONE"]);
    await clickElement(findByRole("button", "Weitere Aktionen"));
    await clickElement(await waitUntil(() => findByRole("menuitem", "Verschieben")));
    const form = await waitForActionForm("Verschieben");
    await typeText(findByRole("textbox", /^Verschieben bis/, form), "2026-11-22T09:00");
    await typeText(findByRole("textbox", /^Grund/, form), "Angehörige verhindert");
    await clickElement(findByRole("button", "Verschieben", form));
    await waitUntil(() => expect(server.bodiesOf("receiveAction")).toHaveLength(1));
    expect(server.bodiesOf("receiveAction")[0]?.payload).toEqual({ postponed_until: "2026-11-22T08:00:00Z" });
  });
});

it("postponing a case to a year of more than four digits is refused at its field, and keeps what was typed", async () => {
  const { server } = await openCaseOnTour(["POSTPONE"]);
  await clickElement(findByRole("button", "Weitere Aktionen"));
  await clickElement(await waitUntil(() => findByRole("menuitem", "Verschieben")));
  const form = await waitForActionForm("Verschieben");
  const until = findByRole("textbox", /^Verschieben bis/, form);
  await typeText(findByRole("textbox", /^Grund/, form), "Angehörige verhindert");
  await typeTimeOfLongYear(until);
  expect(accessibleDescriptionOf(until)).toBe(LONG_YEAR_FAULT);
  await clickElement(findByRole("button", "Verschieben", form));
  expect(server.bodiesOf("receiveAction")).toEqual([]);
  expect((findByRole("textbox", /^Grund/, form) as HTMLTextAreaElement).value).toBe("Angehörige verhindert");
  expect(until.getAttribute("max")).toBe("9999-12-31T23:59");
});

describe("an action that the server refuses", () => {
  it("an action refused for a missing field says so at that field, and moves the focus there", async () => {
    const { server } = await openCaseOnTour(["REJECT"]);
    server.answer({
      receiveAction: () => new StubApiRefusal("ACTION_INPUT_MISSING", ["action", "REJECT"], ["field", "reason"]),
    });
    await clickElement(findByRole("button", "Weitere Aktionen"));
    await clickElement(await waitUntil(() => findByRole("menuitem", "Ablehnen")));
    const form = await waitForActionForm("Ablehnen");
    const reason = findByRole("textbox", /^Grund/, form);
    await typeText(reason, "-");
    await clickElement(findByRole("button", "Ablehnen", form));
    await waitUntil(() => expect(accessibleDescriptionOf(reason)).toBe("Die Aktion braucht weitere Angaben."));
    await waitUntil(() => expect(document.activeElement).toBe(reason));
  });

  it("an action refused for a planning rule names the rule, and is sent with force once confirmed", async () => {
    const { server } = await openCaseOnTour(["LOAD"], { funeral_data: null });
    server.answer({
      receiveAction: ({ body }) =>
        body.payload?.force === true
          ? aCaseActionAnswer(aCaseOnTour([]))
          : new StubApiRefusal("CONSTRAINT_VIOLATED", ["level", "SEVERE"], ["constraints", "CAPACITY"]),
    });
    await clickElement(findByRole("button", "Geladen"));
    await waitUntil(() => expect(findByRole("alert").textContent).toContain("Kapazität zu klein"));
    expect(findByRole("alert").textContent).toContain("Stufe: schwer.");
    await clickElement(findByRole("button", "Trotzdem laden"));
    await waitUntil(() => expect(server.bodiesOf("receiveAction")).toHaveLength(2));
    expect(server.bodiesOf("receiveAction")[1]?.payload).toEqual({ force: true });
  });

  it("undoing a closed case asks for a confirmation, without the level of a rule, and is sent with force then", async () => {
    const closed = aFullLink({ actions: ["UNDO"], state: "DONE", bucket: "finished" });
    const { server } = await openCaseOnTour([], { tour_case_states: [closed] });
    server.answer({ receiveAction: ({ body }) => refuseUnforced(body) });
    await clickElement(findByRole("button", /^Frühere Touren/));
    await clickElement(findByRole("button", "Weitere Aktionen"));
    await clickElement(await waitUntil(() => findByRole("menuitem", "Rückgängig")));
    const form = await waitForActionForm("Rückgängig");
    await typeText(findByRole("textbox", /^Grund/, form), "Zu früh geschlossen");
    await clickElement(findByRole("button", "Rückgängig", form));
    const confirm = await waitUntil(() => findByRole("button", "Trotzdem zurücknehmen", form));
    expect(findByRole("alert", undefined, form).textContent).toMatch(/wieder geöffnet werden soll\.$/);
    await clickElement(confirm);
    await waitUntil(() => expect(server.bodiesOf("receiveAction")).toHaveLength(2));
    expect(server.bodiesOf("receiveAction")[1]).toMatchObject({
      action: "UNDO",
      reason: "Zu früh geschlossen",
      payload: { force: true },
    });
  });

  it("an action refused because the case was changed says so even if the new case cannot be read", async () => {
    const { server } = await openCaseOnTour(["ARRIVE"]);
    const unread = new StubApiRefusal("AUTH_TOKEN_INVALID");
    server.answer({
      receiveAction: () =>
        new StubApiRefusal("CASE_ACTION_NOT_ALLOWED", ["action", "ARRIVE"], ["state", "OPEN"], ["allowed", ""]),
      getCase: () => unread,
    });
    await clickElement(findByRole("button", "Angekommen"));
    await waitUntil(() => expect(findAllByRole("alert")).toHaveLength(1));
  });

  const conflict = new StubApiRefusal("LOCK_VERSION_CONFLICT", ["lock_version", "4"], ["current_lock_version", "9"]);

  it("an action refused because the case was changed shows the new case, and asks again before it is sent", async () => {
    const { server } = await openCaseOnTour(["ARRIVE"]);
    const newer = aCaseOnTour(["ARRIVE"], { lock_version: 9, display_name: "Muster Maria Theresia" });
    server.answer({ receiveAction: () => conflict, getCase: () => newer });
    await clickElement(findByRole("button", "Angekommen"));
    const again = await waitUntil(() => findByRole("button", "Nochmals: Angekommen"));
    expect(findByRole("heading", "Muster Maria Theresia")).toBeDefined();
    expect(server.bodiesOf("receiveAction")).toHaveLength(1);
    server.answer({ receiveAction: () => aCaseActionAnswer(newer) });
    await clickElement(again);
    await waitUntil(() => expect(server.bodiesOf("receiveAction")[1]).toMatchObject({ lock_version: 9 }));
  });

  it("an action that another dispatcher has carried out first is not offered again", async () => {
    const { server } = await openCaseOnTour(["ARRIVE"]);
    server.answer({ receiveAction: () => conflict, getCase: () => aCaseOnTour(["LOAD"], { lock_version: 9 }) });
    await clickElement(findByRole("button", "Angekommen"));
    await waitUntil(() => expect(pageText()).toContain("„Angekommen“ ist nicht mehr möglich."));
    expect(offeredActionNames()).toEqual(["Geladen"]);
  });
});
