import { describe, expect, it } from "vitest";
import { userSessionStore, sessionEndedStore } from "#shared/api/session.ts";
import {
  clickElement,
  fillField,
  actAndRender,
  pressKey,
  typeText,
  waitUntil,
} from "#shared/testing/mount-testkit.tsx";
import { findByRole, findAllByRole, pageText } from "#shared/testing/screen-testkit.ts";
import { createOnePageAnswer } from "#shared/testing/example-testkit.ts";
import { createNeverSettlingPromise, type StubServer, StubApiRefusal } from "#shared/testing/server-testkit.ts";
import { aFullCase } from "#live/full-case-testkit.ts";
import {
  testBranchOfCaseForm,
  answerCreatedCase,
  exampleCreatedCase,
  faultTextOfField,
  findFaultyFieldNames,
  findFormField,
  fillRequiredTransportFields,
  focusedElement,
  openTestCaseForm,
  findFormSection,
  findSaveButton,
  valueOfInputElement,
} from "./case-form-testkit.tsx";

describe("a new case that is saved", () => {
  it("saving an incomplete new case marks the missing fields, moves the focus to the first, and sends nothing", async () => {
    const { server } = await openTestCaseForm({ answers: { createCase: answerCreatedCase } });
    await clickElement(findSaveButton());
    await waitUntil(() => expect(findFaultyFieldNames()).toEqual(["Nachname", "Vorname", "Sterbedatum"]));
    expect(faultTextOfField(findFormField("Nachname"))).toBe("Nachname fehlt.");
    expect(focusedElement()).toBe(findFormField("Nachname"));
    expect(server.bodiesOf("createCase")).toEqual([]);
  });

  it("the case form's button with the number of faults goes from one faulty field to the next", async () => {
    await openTestCaseForm();
    await clickElement(findSaveButton());
    const counted = await waitUntil(() => findByRole("button", "3 Felder zu prüfen"));
    await actAndRender(() => findFormField("Nachname").focus());
    await actAndRender(() => counted.click());
    expect(focusedElement()).toBe(findFormField("Vorname"));
    await fillField(findFormField("Nachname"), "Muster");
    await waitUntil(() => findByRole("button", "2 Felder zu prüfen"));
  });

  it("a new case is sent with the default branch and due in an hour, and is shown once saved", async () => {
    const { server, told } = await openTestCaseForm({ answers: { createCase: answerCreatedCase } });
    await fillRequiredTransportFields();
    await clickElement(findSaveButton());
    await waitUntil(() => expect(told).toEqual([`saved ${exampleCreatedCase.id}`]));
    expect(server.bodiesOf("createCase")).toEqual([
      expect.objectContaining({ branch_id: testBranchOfCaseForm.id, approved: true, due_at: "2026-11-21T09:30:00Z" }),
    ]);
    expect(pageText()).toContain("C-2026-000007 ist angelegt.");
  });

  it("the case form shows a refusal of the server at its field, opens the section that hides it, and moves the focus there", async () => {
    const { server } = await openTestCaseForm({
      answers: { createCase: () => new StubApiRefusal("RESOURCE_ALREADY_EXISTS", ["field", "external_id"]) },
    });
    await fillRequiredTransportFields();
    expect(findAllByRole("textbox", "Externe Nummer")).toEqual([]);
    await clickElement(findSaveButton());
    const number = await waitUntil(() => findFormField("Externe Nummer"));
    expect(faultTextOfField(number)).toBe("Externe Nummer ist schon vergeben.");
    expect(focusedElement()).toBe(number);
    expect(server.bodiesOf("createCase")).toHaveLength(1);
  });

  it("the case form shows all refusals of the server at once, in the order of the fields", async () => {
    const refusal = new StubApiRefusal(
      "VALIDATION_FAILED",
      ["field", "funeral_data.cargo_deceased.first_name"],
      ["rule", "unicode"],
      ["field", "contact.name"],
      ["rule", "maxLength"],
      ["limit", "255"],
    );
    await openTestCaseForm({ answers: { createCase: () => refusal } });
    await fillRequiredTransportFields();
    await fillField(findFormField("Anrufer:in"), "Anna Muster");
    await clickElement(findSaveButton());
    await waitUntil(() => expect(findFaultyFieldNames()).toEqual(["Anrufer:in", "Vorname"]));
    expect(faultTextOfField(findFormField("Anrufer:in"))).toBe("Anrufer:in: höchstens 255 Zeichen.");
    expect(faultTextOfField(findFormField("Vorname"))).toBe("Vorname enthält unlesbare Zeichen.");
    expect(focusedElement()).toBe(findFormField("Anrufer:in"));
  });

  it("the case form shows a refusal that concerns no field at its top, and keeps what was typed", async () => {
    await openTestCaseForm({ answers: { createCase: () => new StubApiRefusal("IDEMPOTENCY_KEY_REUSED") } });
    await fillRequiredTransportFields();
    await clickElement(findSaveButton());
    await waitUntil(() => expect(findByRole("alert").textContent).toContain("IDEMPOTENCY_KEY_REUSED"));
    expect(valueOfInputElement(findFormField("Nachname"))).toBe("Muster");
  });

  it("a new case is saved once, even when the dispatcher presses save several times before the answer", async () => {
    const { server } = await openTestCaseForm({ answers: { createCase: createNeverSettlingPromise } });
    await fillRequiredTransportFields();
    await pressKey("Enter", { ctrlKey: true });
    await pressKey("Enter", { ctrlKey: true });
    await waitUntil(() => expect(server.bodiesOf("createCase")).toHaveLength(1));
  });

  it("saving a new case and going on to the next one opens an empty case form", async () => {
    const { told } = await openTestCaseForm({ answers: { createCase: answerCreatedCase } });
    await fillRequiredTransportFields();
    await clickElement(findByRole("button", /^Speichern und nächster/));
    await waitUntil(() => expect(valueOfInputElement(findFormField("Nachname"))).toBe(""));
    expect(told).toEqual([]);
  });

  it("a new case is saved when the session ends during saving and the dispatcher signs in again", async () => {
    const { server, told } = await openTestCaseForm({
      answers: { createCase: () => new StubApiRefusal("AUTH_TOKEN_EXPIRED") },
    });
    await fillRequiredTransportFields();
    await clickElement(findSaveButton());
    await waitUntil(() => expect(sessionEndedStore.get()).toBe(true));
    server.answer({ createCase: answerCreatedCase });
    await actAndRender(() => {
      const session = { short_code: "bestattung", email: "dispo1@bestattung.example" };
      userSessionStore.set({ ...session, token: "newer", expires_at: "2030-11-22T20:00:00Z" });
      sessionEndedStore.set(false);
    });
    await waitUntil(() => expect(told).toEqual([`saved ${exampleCreatedCase.id}`]));
  });
});

/** A breakdown of the company's past. */
const aBreakdown = (service: { key: string; name?: string }) =>
  aFullCase({ data_type: "ROADSIDE", funeral_data: null, rsa_data: { service } });

/** Opens the form of a new breakdown in a company that mostly tows. */
async function openBreakdownForm() {
  const towing = { key: "TOW", name: "Abschleppen" };
  const services = [{ key: "LOCK" }, { key: "JUMP", name: "Starthilfe" }, towing, towing];
  const { server } = await openTestCaseForm({
    company: "ROADSIDE_ASSISTANCE",
    answers: {
      createCase: answerCreatedCase,
      getCases: () => createOnePageAnswer("cases", services.map(aBreakdown)),
    },
  });
  return server;
}

const chooseOtherService = async () => {
  const choice = findByRole("combobox", "Leistung") as HTMLSelectElement;
  const other = [...choice.options].find(({ text }) => text === "Andere …");
  await typeText(choice, other?.value ?? "");
};

async function sentService(server: StubServer) {
  await clickElement(findSaveButton());
  await waitUntil(() => expect(server.bodiesOf("createCase")).toHaveLength(1));
  return server.bodiesOf("createCase")[0]?.rsa_data?.service;
}

describe("a breakdown that is taken down", () => {
  it("the form of a breakdown asks for car and customer instead of a deceased", async () => {
    const { server } = await openTestCaseForm({
      company: "ROADSIDE_ASSISTANCE",
      answers: { createCase: answerCreatedCase },
    });
    expect(findAllByRole("textbox", "Sterbedatum")).toEqual([]);
    await fillField(findFormField("Kennzeichen"), "G 123 AB");
    await clickElement(findSaveButton());
    await waitUntil(() => expect(server.bodiesOf("createCase")).toHaveLength(1));
    expect(server.bodiesOf("createCase")[0]).toMatchObject({
      data_type: "ROADSIDE",
      rsa_data: { vehicle: { license_plate: "G 123 AB", country: "AT" } },
    });
  });

  it("a service whose key is typed is sent without the name of the usual one", async () => {
    const server = await openBreakdownForm();
    await chooseOtherService();
    await fillField(findFormField("Leistung"), "TYRE");
    expect(await sentService(server)).toEqual({ key: "TYRE" });
  });

  it("another service is typed where it was chosen, without reaching for the mouse", async () => {
    await openBreakdownForm();
    await chooseOtherService();
    expect(focusedElement().id).toBe(findFormField("Leistung").id);
  });

  it("a case whose service gets another key does not keep the name of the service that it had", async () => {
    const tow = { ...aBreakdown({ key: "TOW_FAR", name: "Abschleppen weit" }), lock_version: 4 };
    const { server } = await openTestCaseForm({
      company: "ROADSIDE_ASSISTANCE",
      dispatchCase: tow,
      answers: { updateCase: () => tow, getCases: () => createOnePageAnswer("cases", [aBreakdown({ key: "LOCK" })]) },
    });
    await fillField(findFormField("Leistung"), "TYRE");
    await clickElement(findSaveButton());
    await waitUntil(() => expect(server.bodiesOf("updateCase")).toHaveLength(1));
    expect(server.bodiesOf("updateCase")[0]?.rsa_data?.service).toEqual({ key: "TYRE" });
  });

  it("a service whose typed key is known is sent with its own name", async () => {
    const server = await openBreakdownForm();
    await chooseOtherService();
    await fillField(findFormField("Leistung"), "JUMP");
    expect(await sentService(server)).toEqual({ key: "JUMP", name: "Starthilfe" });
  });

  it("a service keeps the name that the dispatcher has typed, whichever of name and key is typed first", async () => {
    const server = await openBreakdownForm();
    await chooseOtherService();
    await clickElement(findByRole("button", /^Mehr/, findFormSection("Panne und Leistung")));
    await fillField(findFormField("Name der Leistung"), "Reifenwechsel");
    await fillField(findFormField("Leistung"), "TYRE");
    expect(await sentService(server)).toEqual({ key: "TYRE", name: "Reifenwechsel" });
  });

  it("a service without a name is chosen by its key, and sent without a name", async () => {
    const server = await openBreakdownForm();
    await typeText(findByRole("combobox", "Leistung"), "LOCK");
    expect(await sentService(server)).toEqual({ key: "LOCK" });
  });
});
