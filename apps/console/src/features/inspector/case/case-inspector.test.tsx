import { CaseComment, CaseStateUpdate } from "@leitstand/contract/cases/case-notes";
import { Todo } from "@leitstand/contract/cases/case-parts";
import { Skill } from "@leitstand/contract/people/skills";
import { describe, expect, it, vi } from "vitest";
import { exampleOfSchema, createOnePageAnswer } from "#shared/testing/example-testkit.ts";
import { clickElement, actAndRender, setFakeSystemTime, typeText, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { findByRole, findAllByRole, accessibleNameOf, pageText } from "#shared/testing/screen-testkit.ts";
import { createNeverSettlingPromise, StubApiRefusal } from "#shared/testing/server-testkit.ts";
import { aFullLink } from "#live/full-case-testkit.ts";
import { storeCase } from "#live/store.ts";
import { aCaseOfToday, renderTestCaseInspector, openTestCaseInspector } from "../inspector-testkit.tsx";

describe("a case in the inspector", () => {
  it("the inspector says that its case is loading when that takes longer than a moment", async () => {
    await renderTestCaseInspector({ answers: { getCase: createNeverSettlingPromise } });
    await waitUntil(() => findByRole("status", "Wird geladen"));
    expect(findAllByRole("heading")).toEqual([]);
  });

  it.each(["RESOURCE_NOT_FOUND", "AUTH_GRANT_MISSING"] as const)(
    "the inspector has the same text for a deleted case and a forbidden one when the server answers %s",
    async (code) => {
      await renderTestCaseInspector({ answers: { getCase: () => new StubApiRefusal(code) } });
      await waitUntil(() => expect(findByRole("status", /Das gibt es hier nicht/)).toBeDefined());
      expect(findAllByRole("button", "Nochmals versuchen")).toEqual([]);
    },
  );

  it("the inspector says why a case could not be read, and shows it after a retry", async () => {
    const refusal = new StubApiRefusal("REQUEST_PARAMETER_INVALID", ["parameter", "id"], ["rule", "format"]);
    const { server } = await renderTestCaseInspector({ answers: { getCase: () => refusal } });
    await waitUntil(() => expect(findByRole("alert").textContent).toContain("REQUEST_PARAMETER_INVALID"));
    server.answer({ getCase: () => aCaseOfToday() });
    await clickElement(findByRole("button", "Nochmals versuchen"));
    await waitUntil(() => findByRole("heading", "Muster Maria"));
  });

  it("the inspector copies a case's number", async () => {
    const written: string[] = [];
    vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => void written.push(text));
    await openTestCaseInspector();
    await clickElement(findByRole("button", /C-2026-000123/));
    expect(written).toEqual(["C-2026-000123"]);
  });

  it("the inspector shows numbers and whole trace ids to be selected on a page without https, which has no clipboard", async () => {
    vi.spyOn(navigator, "clipboard", "get").mockReturnValue(undefined as never);
    const refusal = new StubApiRefusal("REQUEST_PARAMETER_INVALID", ["parameter", "id"], ["rule", "format"]);
    const { server } = await renderTestCaseInspector({ answers: { getCase: () => refusal } });
    await waitUntil(() => expect(findByRole("alert").textContent).toContain("4bf92f3577b34da6a3ce929d0e0e4736"));
    server.answer({ getCase: () => aCaseOfToday() });
    await clickElement(findByRole("button", "Nochmals versuchen"));
    await waitUntil(() => findByRole("heading", "Muster Maria"));
    expect(pageText()).toContain("C-2026-000123");
    expect(findAllByRole("button", /C-2026-000123/)).toEqual([]);
  });

  it("the inspector shows a case with its deceased, state, addresses and due time, in Vienna time", async () => {
    await openTestCaseInspector();
    for (const told of ["C-2026-000123", "Offen", "Landeskrankenhaus, Graz", "13:00 – 14:30", "Zentralfriedhof, Graz"])
      expect(pageText()).toContain(told);
  });

  it("the inspector shows the day of a time that is not today, by the calendar in Vienna", async () => {
    await openTestCaseInspector({ dispatchCase: aCaseOfToday({ not_before: null, due_at: "2026-11-21T23:30:00Z" }) });
    expect(pageText()).toContain("bis 22.11., 00:30");
  });

  it("the inspector shows the day of a tour's times with a case unless that is today", async () => {
    const link = aFullLink({
      state: "ASSIGNED",
      assigned_at: "2026-11-20T09:00:00Z",
      device_received_at: null,
      accepted_at: null,
      eta: "2026-11-22T08:15:00Z",
    });
    await openTestCaseInspector({ dispatchCase: aCaseOfToday({ tour_case_states: [link] }) });
    expect(pageText()).toContain("zugewiesen 20.11., 10:00 · Ankunft 22.11., 09:15");
  });

  it.each([
    [{ to: "2026-11-21T13:00:00Z" }, "bis 14:00"],
    [{ to: "2026-11-22T13:00:00Z" }, "bis 22.11., 14:00"],
    [{ from: "2026-11-22T13:00:00Z" }, "ab 22.11., 14:00"],
    [{ from: "2026-11-22T13:00:00Z", to: "2026-11-22T15:00:00Z" }, "22.11., 14:00 – 16:00"],
    [{ from: "2026-11-21T19:00:00Z", to: "2026-11-22T05:00:00Z" }, "20:00 – 22.11., 06:00"],
  ])(
    "the inspector shows the time frame of an address with its days, and says which end it has: %j",
    async (timeframe, text) => {
      const { funeral_data } = aCaseOfToday();
      const dispatchCase = aCaseOfToday({
        not_before: null,
        due_at: null,
        funeral_data: funeral_data && {
          ...funeral_data,
          target_address: { ...funeral_data.target_address, timeframe },
        },
      });
      await openTestCaseInspector({ dispatchCase });
      expect(pageText()).toContain(text);
    },
  );

  it("the inspector shows a case as late from its due time on, and by how much, until it is closed", async () => {
    const dispatchCase = aCaseOfToday();
    await openTestCaseInspector({ dispatchCase });
    expect(pageText()).not.toContain("zu spät");
    await actAndRender(() => setFakeSystemTime("2026-11-21T13:45:00Z"));
    expect(pageText()).toContain("15 min zu spät");
    await actAndRender(() => setFakeSystemTime("2026-11-22T15:30:00Z"));
    expect(pageText()).toContain("1 Tag 2 h zu spät");
    await actAndRender(() =>
      storeCase({ ...dispatchCase, lock_version: 5, finalized: true, finalized_at: "2026-11-22T15:30:00Z" }),
    );
    await waitUntil(() => expect(pageText()).toContain("Abgeschlossen"));
    expect(pageText()).not.toContain("zu spät");
  });

  it("the inspector shows the requirements of a case, including skills of the company", async () => {
    const skill = { ...exampleOfSchema(Skill), name: "Überführung ins Ausland" };
    const { funeral_data } = aCaseOfToday();
    const deceased = { ...funeral_data?.cargo_deceased, infectious: true, weight_kg: 130 };
    const dispatchCase = aCaseOfToday({
      required_skill_ids: [skill.id],
      funeral_data: { ...funeral_data, cargo_deceased: deceased } as typeof funeral_data,
    });
    await openTestCaseInspector({ dispatchCase, grants: ["getSkills"], answers: { getSkills: () => [skill] } });
    await waitUntil(() => expect(pageText()).toContain("Überführung ins Ausland"));
    expect(pageText()).toContain("Infektiös");
    expect(pageText()).toContain("Schwer: mehr Träger");
  });

  it("the inspector hides caller and confidential facts from a user who may only read, and offers no editing", async () => {
    const { funeral_data } = aCaseOfToday();
    const hidden = { infectious: null, autopsy: null, police: null, anatomy: null, belongings: null };
    const dispatchCase = aCaseOfToday({
      is_redacted: true,
      contact: null,
      funeral_data: {
        ...funeral_data,
        police_address: null,
        cargo_deceased: { ...funeral_data?.cargo_deceased, ...hidden },
      } as typeof funeral_data,
    });
    await openTestCaseInspector({ dispatchCase, grants: ["updateCase"] });
    expect(pageText()).toContain("Vertrauliche Angaben sind ausgeblendet");
    for (const secret of ["Anna Muster", "+43664000000", "Infektiös", "Wertgegenstände"])
      expect(pageText()).not.toContain(secret);
    await clickElement(findByRole("button", "Menü"));
    await waitUntil(() => findByRole("menuitem", "Link kopieren"));
    expect(findAllByRole("menuitem", "Fall bearbeiten")).toEqual([]);
  });

  it("the inspector opens the form of the case for a user who may edit it", async () => {
    const { views } = await openTestCaseInspector({ grants: ["updateCase"] });
    await clickElement(findByRole("button", "Menü"));
    await clickElement(await waitUntil(() => findByRole("menuitem", "Fall bearbeiten")));
    expect(views).toEqual([{ form: aCaseOfToday().id }]);
  });

  it("the inspector of a case shows changes that another dispatcher makes", async () => {
    const dispatchCase = aCaseOfToday();
    await openTestCaseInspector({ dispatchCase });
    await actAndRender(() =>
      storeCase({ ...dispatchCase, lock_version: 5, state: { current: "CANCELLED", actions: [] } }),
    );
    await waitUntil(() => expect(pageText()).toContain("Storniert"));
  });
});

describe("todos, comments and history in the inspector", () => {
  const todo = { ...exampleOfSchema(Todo), title: "Papiere übernehmen", completed: false };

  it("a todo in the inspector is ticked at once, and unticked again when the server refuses", async () => {
    const dispatchCase = aCaseOfToday({ todos: { pickup: [todo], delivery: [] } });
    const { server } = await openTestCaseInspector({
      dispatchCase,
      grants: ["setTodoCompleted"],
      answers: { setTodoCompleted: () => new StubApiRefusal("RESOURCE_NOT_FOUND") },
    });
    const box = () => findByRole("checkbox", /^Papiere übernehmen/) as HTMLInputElement;
    await waitUntil(() => expect(box().disabled).toBe(false));
    await clickElement(box());
    await waitUntil(() => expect(server.bodiesOf("setTodoCompleted")).toEqual([{ completed: true }]));
    await waitUntil(() => expect(box().checked).toBe(false));
    expect(pageText()).toContain("0/1");
  });

  it("a todo in the inspector cannot be ticked by a user without the grant", async () => {
    await openTestCaseInspector({ dispatchCase: aCaseOfToday({ todos: { pickup: [todo], delivery: [] } }) });
    expect((findByRole("checkbox", /^Papiere übernehmen/) as HTMLInputElement).disabled).toBe(true);
  });

  it("a comment in the inspector stays in its field when it could not be sent", async () => {
    const comment = { ...exampleOfSchema(CaseComment), text: "Schlüssel liegt beim Portier." };
    const { server } = await openTestCaseInspector({
      grants: ["getCaseComments", "createCaseComment"],
      answers: {
        getCaseComments: () => createOnePageAnswer("comments", []),
        createCaseComment: () => new StubApiRefusal("RESOURCE_NOT_FOUND"),
      },
    });
    const field = () => findByRole("textbox", "Kommentar") as HTMLTextAreaElement;
    await waitUntil(() => expect(pageText()).toContain("Noch kein Kommentar."));
    await typeText(field(), comment.text);
    await clickElement(findByRole("button", "Senden"));
    await waitUntil(() => expect(field().getAttribute("aria-invalid")).toBe("true"));
    expect(field().value).toBe(comment.text);
    server.answer({
      createCaseComment: () => comment,
      getCaseComments: () => createOnePageAnswer("comments", [comment]),
    });
    await clickElement(findByRole("button", "Senden"));
    await waitUntil(() => expect(field().value).toBe(""));
    expect(findAllByRole("listitem", /Schlüssel liegt beim Portier\..*Eva Disponentin/)).toHaveLength(1);
  });

  it("what a dispatcher types while a comment is being sent stays in the field", async () => {
    const comment = exampleOfSchema(CaseComment);
    let answerComment: (sent: typeof comment) => void = () => undefined;
    await openTestCaseInspector({
      grants: ["getCaseComments", "createCaseComment"],
      answers: {
        getCaseComments: () => createOnePageAnswer("comments", []),
        createCaseComment: () => new Promise<typeof comment>((resolve) => (answerComment = resolve)),
      },
    });
    await waitUntil(() => expect(pageText()).toContain("Noch kein Kommentar."));
    const field = findByRole("textbox", "Kommentar") as HTMLTextAreaElement;
    await typeText(field, "Schlüssel beim Portier.");
    await clickElement(findByRole("button", "Senden"));
    await typeText(field, "Schlüssel beim Portier. Zweiter Stock");
    await actAndRender(() => answerComment(comment));
    await waitUntil(() => expect(field.value).toBe("Zweiter Stock"));
  });

  it("a half-written comment is kept while its section is folded, until the comment is sent", async () => {
    const comment = exampleOfSchema(CaseComment);
    let answerComment: (sent: typeof comment) => void = () => undefined;
    await openTestCaseInspector({
      grants: ["getCaseComments", "createCaseComment"],
      answers: {
        getCaseComments: () => createOnePageAnswer("comments", []),
        createCaseComment: () => new Promise<typeof comment>((resolve) => (answerComment = resolve)),
      },
    });
    await waitUntil(() => expect(pageText()).toContain("Noch kein Kommentar."));
    const field = () => findByRole("textbox", "Kommentar") as HTMLTextAreaElement;
    const fold = () => clickElement(findByRole("button", /^Kommentare/));
    await typeText(field(), "Schlüssel beim Portier.");
    await fold();
    expect(findAllByRole("textbox", "Kommentar")).toEqual([]);
    await fold();
    expect(field().value).toBe("Schlüssel beim Portier.");
    await clickElement(findByRole("button", "Senden"));
    await fold();
    await actAndRender(() => answerComment(comment));
    await fold();
    await waitUntil(() => expect(field().value).toBe(""));
  });

  it("the history of a case shows what happened, when and by whom", async () => {
    const accepted = { ...exampleOfSchema(CaseStateUpdate), occurred_at: "2026-11-21T10:21:00Z" };
    await openTestCaseInspector({ answers: { getCaseStateHistory: () => [accepted] } });
    const told = await waitUntil(() => findByRole("listitem", /angenommen/));
    expect(accessibleNameOf(told)).toContain("Von T-2026-000042 angenommen");
    expect(accessibleNameOf(told)).toContain("11:21 · Franz Fahrer");
  });

  it("the history of a case shows the day on which something reached the server unless that is today", async () => {
    const told = { occurred_at: "2026-11-19T10:21:00Z", received_at: "2026-11-20T07:05:00Z" };
    const accepted = { ...exampleOfSchema(CaseStateUpdate), ...told };
    await openTestCaseInspector({ answers: { getCaseStateHistory: () => [accepted] } });
    const entry = await waitUntil(() => findByRole("listitem", /angenommen/));
    expect(accessibleNameOf(entry)).toContain("19.11., 11:21");
    expect(accessibleNameOf(entry)).toContain("eingelangt 20.11., 08:05");
  });

  it("a todo in the inspector shows the day on which it was done unless that is today", async () => {
    const done = { ...todo, completed: true, completed_at: "2026-11-20T09:00:00Z" };
    await openTestCaseInspector({ dispatchCase: aCaseOfToday({ todos: { pickup: [done], delivery: [] } }) });
    expect(pageText()).toContain("20.11., 10:00");
  });

  it("a case that the back office closed without a reason says so in words, in its facts and in its history", async () => {
    const reason = "COMPLETED_BY_BACKOFFICE";
    const closed = { ...exampleOfSchema(CaseStateUpdate), transition: "FINISH", reason };
    await openTestCaseInspector({
      dispatchCase: aCaseOfToday({ finish_reason: reason }),
      answers: { getCaseStateHistory: () => [closed] },
    });
    await waitUntil(() => findByRole("listitem", /Von der Nachbearbeitung abgeschlossen/));
    await clickElement(findByRole("button", /^Papiere und Termine/));
    expect(pageText().split("Von der Nachbearbeitung abgeschlossen")).toHaveLength(3);
    expect(pageText()).not.toContain(reason);
  });

  it("the history of a case shows how the crew identified the person that was loaded", async () => {
    const loaded = {
      ...exampleOfSchema(CaseStateUpdate),
      transition: "LOAD",
      identity: { method: "CODE", code: "F-2026-17" } as const,
    };
    await openTestCaseInspector({ answers: { getCaseStateHistory: () => [loaded] } });
    const told = await waitUntil(() => findByRole("listitem", /Geladen/));
    expect(accessibleNameOf(told)).toContain("Identität: Code F-2026-17");
  });
});
