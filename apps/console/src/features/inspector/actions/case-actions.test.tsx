import { Todo } from "@leitstand/contract/cases/case-parts";
import type { Case } from "@leitstand/contract/cases/case";
import { describe, expect, it } from "vitest";
import { exampleOf } from "#shared/testing/example-testkit.ts";
import { click, press, type, until } from "#shared/testing/mount-testkit.tsx";
import { descriptionOf, find, findAll, nameOf, pageText } from "#shared/testing/screen-testkit.ts";
import { Refusal } from "#shared/testing/server-testkit.ts";
import { aFullLink, anActionAnswer } from "#live/full-case-testkit.ts";
import { aCaseOfToday, openCase } from "../inspector-testkit.tsx";

type Actions = ReturnType<typeof aFullLink>["actions"];
const tour_id = aFullLink().tour_id;

/** A case on one tour, with the actions that are allowed for that link and for the case as a whole. */
function aCaseOnTour(actions: Actions, { whole = [], ...change }: Partial<Case> & { whole?: Actions } = {}) {
  const link = aFullLink({ actions, state: "ARRIVED", accepted_at: "2026-11-21T10:00:00Z" });
  return aCaseOfToday({ state: { current: "STARTED", actions: whole }, tour_case_states: [link], ...change });
}
const openOnTour = (...[actions, change]: Parameters<typeof aCaseOnTour>) => {
  const dispatchCase = aCaseOnTour(actions, change);
  const receiveAction = () => anActionAnswer({ ...dispatchCase, lock_version: 5 });
  return openCase({ dispatchCase, answers: { receiveAction } });
};

/** Names of the buttons that are offered, without those that every case has. */
const offered = () =>
  findAll("button")
    .filter((button) => button.closest("header, h3") === null)
    .map(nameOf)
    .filter((name) => !name.startsWith("T-2026"));
const formOf = (action: string) => until(() => find("form", action));

describe("actions of a case", () => {
  it("the actions that a case shows are exactly those that the server allows", async () => {
    await openOnTour(["LOAD", "UNASSIGN"]);
    expect(offered()).toEqual(["Geladen", "Entziehen"]);
  });

  it("a case shows no actions to a user who may do nothing with it", async () => {
    await openOnTour([]);
    expect(offered()).toEqual([]);
  });

  it("actions on the case as a whole stand apart from those of a tour", async () => {
    await openOnTour(["UNASSIGN"], { whole: ["CANCEL", "DELIVER"] });
    expect(offered()).toEqual(["Entziehen", "Ohne Tour erledigen", "Fall stornieren"]);
  });

  it("an action without fields is sent at once, and can be undone", async () => {
    const dispatchCase = aCaseOnTour(["ARRIVE"]);
    const undoable = anActionAnswer({ ...aCaseOnTour(["UNDO"]), lock_version: 5 });
    const { server } = await openCase({ dispatchCase, answers: { receiveAction: () => undoable } });
    await click(find("button", "Angekommen"));
    await until(() => expect(pageText()).toContain("C-2026-000123: Angekommen."));
    await click(find("button", "Rückgängig", find("alert")));
    await until(() => expect(server.bodiesOf("receiveAction")).toHaveLength(2));
    expect(server.bodiesOf("receiveAction")).toEqual([
      { action: "ARRIVE", tour_id, lock_version: 4 },
      { action: "UNDO", tour_id, lock_version: 5, reason: "Gleich zurückgenommen" },
    ]);
  });
});

describe("the form of an action", () => {
  const todos = {
    pickup: [{ ...exampleOf(Todo), title: "Papiere übernehmen", required: true, completed: false }],
    delivery: [],
  };

  it("loading asks in place for the todos, the identity, and the belongings", async () => {
    const { server } = await openOnTour(["LOAD"], { todos });
    await click(find("button", "Geladen"));
    const form = await formOf("Geladen");
    expect(findAll("checkbox", undefined, form).map(nameOf)).toEqual([
      "Papiere übernehmen",
      "Identität bestätigt",
      "Wertgegenstände bestätigt",
    ]);
    expect(server.bodiesOf("receiveAction")).toEqual([]);
  });

  it("loading with missing answers marks them, and sends nothing", async () => {
    const { server } = await openOnTour(["LOAD"]);
    await click(find("button", "Geladen"));
    const form = await formOf("Geladen");
    await click(find("button", "Geladen", form));
    expect(form.textContent?.match(/Bitte angeben\./g)).toHaveLength(2);
    await click(find("checkbox", "Identität bestätigt", form));
    await click(find("button", "Geladen", form));
    expect(server.bodiesOf("receiveAction")).toEqual([]);
    await click(find("checkbox", "Wertgegenstände bestätigt", form));
    await click(find("button", "Geladen", form));
    await until(() => expect(server.bodiesOf("receiveAction")).toHaveLength(1));
    const payload = { identity_confirmed: true, belongings_confirmed: true };
    expect(server.bodiesOf("receiveAction")).toEqual([{ action: "LOAD", tour_id, lock_version: 4, payload }]);
  });

  it("a handover asks in place who took over, and why there is no signature", async () => {
    const { server } = await openOnTour(["DELIVER"]);
    await click(find("button", "Übergeben"));
    const form = await formOf("Übergeben");
    await type(find("textbox", /^Übernommen von/, form), "Franz Gruber");
    await type(find("textbox", /^Ohne Unterschrift, weil/, form), "Telefonisch bestätigt");
    await click(find("checkbox", "Wertgegenstände bestätigt", form));
    await click(find("button", "Übergeben", form));
    await until(() => expect(server.bodiesOf("receiveAction")).toHaveLength(1));
    expect(server.bodiesOf("receiveAction")[0]?.payload).toEqual({
      received_by: "Franz Gruber",
      refusal_reason: "Telefonisch bestätigt",
      belongings_confirmed: true,
    });
  });

  it("the form of an action has the focus, and Escape returns to its button with nothing sent", async () => {
    const { server } = await openOnTour(["DELIVER"]);
    await click(find("button", "Übergeben"));
    const form = await formOf("Übergeben");
    await until(() => expect(document.activeElement).toBe(find("textbox", /^Übernommen von/, form)));
    await press("Escape");
    await until(() => expect(findAll("form", "Übergeben")).toEqual([]));
    expect(document.activeElement).toBe(find("button", "Übergeben"));
    expect(server.bodiesOf("receiveAction")).toEqual([]);
  });

  it("cancelling a whole case asks in place for a reason", async () => {
    const { server } = await openOnTour([], { whole: ["CANCEL"] });
    await click(find("button", "Fall stornieren"));
    const form = await formOf("Stornieren");
    await click(find("button", "Stornieren", form));
    expect(server.bodiesOf("receiveAction")).toEqual([]);
    await type(find("textbox", /^Grund/, form), "Doppelt aufgenommen");
    await click(find("button", "Stornieren", form));
    await until(() => expect(server.bodiesOf("receiveAction")).toHaveLength(1));
    expect(server.bodiesOf("receiveAction")[0]).toEqual({
      action: "CANCEL",
      lock_version: 4,
      reason: "Doppelt aufgenommen",
    });
  });

  it("postponing a case asks in place until when, by the clock in Vienna", async () => {
    const { server } = await openOnTour(["POSTPONE"]);
    await click(find("button", "Weitere Aktionen"));
    await click(await until(() => find("menuitem", "Verschieben")));
    const form = await formOf("Verschieben");
    await type(find("textbox", /^Verschieben bis/, form), "2026-11-22T09:00");
    await type(find("textbox", /^Grund/, form), "Angehörige verhindert");
    await click(find("button", "Verschieben", form));
    await until(() => expect(server.bodiesOf("receiveAction")).toHaveLength(1));
    expect(server.bodiesOf("receiveAction")[0]?.payload).toEqual({ postponed_until: "2026-11-22T08:00:00Z" });
  });
});

describe("an action that the server refuses", () => {
  it("an action refused for a missing field says so at that field, and moves there", async () => {
    const { server } = await openOnTour(["REJECT"]);
    server.answer({
      receiveAction: () => new Refusal("ACTION_INPUT_MISSING", ["action", "REJECT"], ["field", "reason"]),
    });
    await click(find("button", "Weitere Aktionen"));
    await click(await until(() => find("menuitem", "Ablehnen")));
    const form = await formOf("Ablehnen");
    const reason = find("textbox", /^Grund/, form);
    await type(reason, "-");
    await click(find("button", "Ablehnen", form));
    await until(() => expect(descriptionOf(reason)).toBe("Die Aktion braucht weitere Angaben."));
    await until(() => expect(document.activeElement).toBe(reason));
  });

  it("an action refused for a planning rule names the rule, and is sent with force once confirmed", async () => {
    const { server } = await openOnTour(["LOAD"], { funeral_data: null });
    server.answer({
      receiveAction: ({ body }) =>
        body.payload?.force === true
          ? anActionAnswer(aCaseOnTour([]))
          : new Refusal("CONSTRAINT_VIOLATED", ["level", "SEVERE"], ["constraints", "CAPACITY"]),
    });
    await click(find("button", "Geladen"));
    await until(() => expect(find("alert").textContent).toContain("Kapazität zu klein"));
    expect(find("alert").textContent).toContain("Stufe: schwer.");
    await click(find("button", "Trotzdem laden"));
    await until(() => expect(server.bodiesOf("receiveAction")).toHaveLength(2));
    expect(server.bodiesOf("receiveAction")[1]?.payload).toEqual({ force: true });
  });

  const conflict = new Refusal("LOCK_VERSION_CONFLICT", ["lock_version", "4"], ["current_lock_version", "9"]);

  it("an action refused because the case was changed shows the new case, and asks again before it is sent", async () => {
    const { server } = await openOnTour(["ARRIVE"]);
    const newer = aCaseOnTour(["ARRIVE"], { lock_version: 9, display_name: "Muster Maria Theresia" });
    server.answer({ receiveAction: () => conflict, getCase: () => newer });
    await click(find("button", "Angekommen"));
    const again = await until(() => find("button", "Nochmals: Angekommen"));
    expect(find("heading", "Muster Maria Theresia")).toBeDefined();
    expect(server.bodiesOf("receiveAction")).toHaveLength(1);
    server.answer({ receiveAction: () => anActionAnswer(newer) });
    await click(again);
    await until(() => expect(server.bodiesOf("receiveAction")[1]).toMatchObject({ lock_version: 9 }));
  });

  it("an action that another dispatcher has carried out first is not offered again", async () => {
    const { server } = await openOnTour(["ARRIVE"]);
    server.answer({ receiveAction: () => conflict, getCase: () => aCaseOnTour(["LOAD"], { lock_version: 9 }) });
    await click(find("button", "Angekommen"));
    await until(() => expect(pageText()).toContain("„Angekommen“ ist nicht mehr möglich."));
    expect(offered()).toEqual(["Geladen"]);
  });
});
