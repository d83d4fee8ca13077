import { describe, expect, it } from "vitest";
import {
  clickElement,
  fillField,
  actAndRender,
  pressKey,
  setFakeSystemTime,
  typeText,
  waitUntil,
} from "#shared/testing/mount-testkit.tsx";
import { findByRole, findAllByRole, accessibleNameOf, pageText } from "#shared/testing/screen-testkit.ts";
import {
  answerCreatedCase,
  faultTextOfField,
  findFormField,
  fillRequiredTransportFields,
  focusedElement,
  mountTestCaseForm,
  openTestCaseForm,
  findSaveButton,
  findFormSection,
  stubApiForCaseForm,
  valueOfInputElement,
} from "../case-form-testkit.tsx";

describe("what is typed into a case", () => {
  it("a time field accepts a time in everyday words, and shows it in full when it loses the focus", async () => {
    const { server } = await openTestCaseForm({ answers: { createCase: answerCreatedCase } });
    const shown = async (typed: string) => {
      await fillField(findFormField("Fällig"), typed);
      return valueOfInputElement(findFormField("Fällig"));
    };
    expect(await shown("14:30")).toBe("21.11.2026 14:30");
    expect(await shown("morgen 8")).toBe("22.11.2026 08:00");
    expect(await shown("+90")).toBe("21.11.2026 11:00");
    expect(await shown("24.12. 9:30")).toBe("24.12.2026 09:30");
    await fillRequiredTransportFields();
    await clickElement(findSaveButton());
    await waitUntil(() => expect(server.bodiesOf("createCase")[0]).toMatchObject({ due_at: "2026-12-24T08:30:00Z" }));
  });

  it("a date of birth or death without a year is read as a day in the past", async () => {
    const { server } = await openTestCaseForm({ answers: { createCase: answerCreatedCase } });
    await fillRequiredTransportFields();
    await fillField(findFormField("Sterbedatum"), "gestern");
    await fillField(findFormField("Geburtsdatum"), "1.3.41");
    expect([
      valueOfInputElement(findFormField("Sterbedatum")),
      valueOfInputElement(findFormField("Geburtsdatum")),
    ]).toEqual(["20.11.2026", "01.03.1941"]);
    await clickElement(findSaveButton());
    const dates = { date_of_death: "2026-11-20", birthday: "1941-03-01" };
    await waitUntil(() =>
      expect(server.bodiesOf("createCase")[0]?.funeral_data).toMatchObject({ cargo_deceased: dates }),
    );
  });

  it("a time field keeps a text that is no time, and shows beside it why it was not accepted", async () => {
    await openTestCaseForm();
    await fillField(findFormField("Fällig"), "irgendwann");
    await waitUntil(() => expect(faultTextOfField(findFormField("Fällig"))).toMatch(/^Fällig ist ein Zeitpunkt/));
    expect(valueOfInputElement(findFormField("Fällig"))).toBe("irgendwann");
  });

  it("the case form refuses a due time before the earliest start", async () => {
    const { server } = await openTestCaseForm({ answers: { createCase: answerCreatedCase } });
    await fillRequiredTransportFields();
    await fillField(findFormField("Nicht vor"), "22.11. 10:00");
    await fillField(findFormField("Fällig"), "22.11. 9:00");
    await clickElement(findSaveButton());
    await waitUntil(() => expect(faultTextOfField(findFormField("Fällig"))).toMatch(/^Fällig liegt vor dem Beginn\./));
    expect(server.bodiesOf("createCase")).toEqual([]);
  });

  it("Enter in the case form goes on to the next field and does not save an incomplete case", async () => {
    const { server } = await openTestCaseForm({ answers: { createCase: answerCreatedCase } });
    await fillRequiredTransportFields();
    await typeText(findFormField("Nachname"), "Gruber");
    await pressKey("Enter");
    expect(focusedElement()).toBe(findFormField("Vorname"));
    expect(server.bodiesOf("createCase")).toEqual([]);
  });

  it("the case form asks about a thing instead of a person when a thing is transported", async () => {
    await openTestCaseForm();
    const section = findFormSection("Verstorbene:r");
    await clickElement(findByRole("radio", "Gegenstand", section));
    await waitUntil(() => findFormField("Beschreibung", "Verstorbene:r"));
    expect(findAllByRole("textbox", "Nachname")).toEqual([]);
  });

  it("the case form lists the information that a crew still needs until it is filled in", async () => {
    await openTestCaseForm();
    expect(pageText()).toContain("Für die Disposition fehlt noch: Telefon, Abholort, Ziel");
    await fillField(findFormField("Telefon"), "+43664000000");
    await waitUntil(() => expect(pageText()).toContain("Für die Disposition fehlt noch: Abholort, Ziel"));
  });

  it("closing a case form with typed text asks whether to keep the text", async () => {
    const { told } = await openTestCaseForm();
    await fillField(findFormField("Nachname"), "Muster");
    await clickElement(findByRole("button", "Formular schließen"));
    await clickElement(await waitUntil(() => findByRole("button", "Entwurf behalten")));
    expect(told).toEqual(["closed"]);
  });

  it("text typed into a case form is restored after a reload, and can be discarded", async () => {
    await openTestCaseForm();
    await fillField(findFormField("Nachname"), "Muster");
    await actAndRender(() => window.dispatchEvent(new Event("pagehide")));
    document.body.replaceChildren();
    stubApiForCaseForm("FUNERAL", {});
    await mountTestCaseForm("new");
    await waitUntil(() => expect(valueOfInputElement(findFormField("Nachname"))).toBe("Muster"));
    expect(accessibleNameOf(findByRole("status", /wiederhergestellt/))).toContain(
      "Entwurf von 09:30 wiederhergestellt",
    );
    await actAndRender(() => setFakeSystemTime("2026-11-22T08:30:00Z"));
    expect(accessibleNameOf(findByRole("status", /wiederhergestellt/))).toContain("Entwurf von 21.11., 09:30");
    await clickElement(findByRole("button", "Entwurf verwerfen"));
    await waitUntil(() => expect(valueOfInputElement(findFormField("Nachname"))).toBe(""));
  });
});
