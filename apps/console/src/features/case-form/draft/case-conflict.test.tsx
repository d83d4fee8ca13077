import { describe, expect, it } from "vitest";
import { clickElement, fillField, actAndRender, pressKey, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { findByRole, findAllByRole, pageText } from "#shared/testing/screen-testkit.ts";
import { createNeverSettlingPromise, StubApiRefusal } from "#shared/testing/server-testkit.ts";
import type { Case } from "@leitstand/contract/cases/case";
import { storeCase } from "#live/store.ts";
import { aFullCase } from "#live/full-case-testkit.ts";
import {
  findFormField,
  mountTestCaseForm,
  openTestCaseForm,
  findSaveButton,
  stubApiForCaseForm,
  valueOfInputElement,
} from "../case-form-testkit.tsx";

const caseBeforeConflict = aFullCase({ natural_id: "C-2026-000123", lock_version: 4, description: null });
const lockVersionRefusal = new StubApiRefusal(
  "LOCK_VERSION_CONFLICT",
  ["lock_version", "4"],
  ["current_lock_version", "5"],
);

/** Opens a form; meanwhile another dispatcher saves the case with a change of their own. */
async function openFormOnChangedCase(theirs: Partial<Case>) {
  const form = await openTestCaseForm({ dispatchCase: caseBeforeConflict });
  const newer = { ...caseBeforeConflict, ...theirs, lock_version: 5 };
  form.server.answer({
    getCase: () => newer,
    updateCase: ({ body }) => (body.lock_version === 5 ? { ...newer, lock_version: 6 } : lockVersionRefusal),
  });
  return form;
}
const clickSave = () => clickElement(findSaveButton());
const crewNotesField = () => findFormField("Notizen für die Besatzung");

describe("a case that is edited", () => {
  it("an edited case is sent with its untouched fields as the server sent them", async () => {
    const { server, told } = await openTestCaseForm({
      dispatchCase: caseBeforeConflict,
      answers: { updateCase: () => caseBeforeConflict },
    });
    await fillField(crewNotesField(), "Schlüssel beim Nachbarn");
    await clickSave();
    await waitUntil(() => expect(told).toEqual([`saved ${caseBeforeConflict.id}`]));
    const { branch_id, contact, external_id, funeral_data } = caseBeforeConflict;
    expect(server.bodiesOf("updateCase")).toEqual([
      expect.objectContaining({ branch_id, contact, external_id, funeral_data, lock_version: 4 }),
    ]);
  });

  it("a case form keeps what is typed while changes of the case arrive", async () => {
    await openTestCaseForm({ dispatchCase: caseBeforeConflict });
    await fillField(crewNotesField(), "Schlüssel beim Nachbarn");
    const contact = { ...caseBeforeConflict.contact, name: "Bernd Muster" };
    await actAndRender(() =>
      storeCase({ ...caseBeforeConflict, lock_version: 5, contact, display_name: "Muster Maria Theresia" }),
    );
    await waitUntil(() => findByRole("heading", /^Muster Maria Theresia bearbeiten/));
    expect(valueOfInputElement(crewNotesField())).toBe("Schlüssel beim Nachbarn");
    expect(valueOfInputElement(findFormField("Anrufer:in"))).toBe("Anna Muster");
  });

  it("an edit of a case is merged without a question when another dispatcher has changed another field", async () => {
    const theirs = { contact: { ...caseBeforeConflict.contact, phone_number: "+43664111111" } };
    const { server, told } = await openFormOnChangedCase(theirs);
    await fillField(crewNotesField(), "Schlüssel beim Nachbarn");
    await clickSave();
    await waitUntil(() => expect(told).toEqual([`saved ${caseBeforeConflict.id}`]));
    expect(server.bodiesOf("updateCase").at(-1)).toMatchObject({
      description: "Schlüssel beim Nachbarn",
      contact: { name: "Anna Muster", phone_number: "+43664111111" },
      lock_version: 5,
    });
    expect(pageText()).toContain("mit fremden Änderungen zusammengeführt");
  });

  it("the case form asks about a field that both dispatchers have changed, with both values, before anything is lost", async () => {
    const { server } = await openFormOnChangedCase({ description: "Hintereingang" });
    await fillField(crewNotesField(), "Schlüssel beim Nachbarn");
    await clickSave();
    const dialog = await waitUntil(() => findByRole("dialog"));
    expect(dialog.textContent).toContain("Notizen und Belege: Notizen für die Besatzung");
    expect(dialog.textContent).toContain("Schlüssel beim Nachbarn");
    expect(dialog.textContent).toContain("Hintereingang");
    expect((findByRole("button", "So speichern", dialog) as HTMLButtonElement).disabled).toBe(true);
    expect(server.bodiesOf("updateCase")).toHaveLength(1);
  });

  it.each([
    { side: "Ihres", kept: "Schlüssel beim Nachbarn" },
    { side: "Fremdes", kept: "Hintereingang" },
  ])("an edited case with a conflict is saved with $kept when $side is chosen", async ({ side, kept }) => {
    const { server, told } = await openFormOnChangedCase({ description: "Hintereingang" });
    await fillField(crewNotesField(), "Schlüssel beim Nachbarn");
    await clickSave();
    await clickElement(findByRole("radio", side, await waitUntil(() => findByRole("dialog"))));
    await clickElement(findByRole("button", "So speichern"));
    await waitUntil(() => expect(told).toEqual([`saved ${caseBeforeConflict.id}`]));
    expect(server.bodiesOf("updateCase").at(-1)).toMatchObject({ description: kept, lock_version: 5 });
  });

  it("closing the conflict dialog by Escape returns to the case form with nothing lost and nothing saved", async () => {
    const { server, told } = await openFormOnChangedCase({ description: "Hintereingang" });
    await fillField(crewNotesField(), "Schlüssel beim Nachbarn");
    await clickSave();
    const dialog = await waitUntil(() => findByRole("dialog"));
    await actAndRender(() => findByRole("radio", "Ihres", dialog).focus());
    await pressKey("Escape");
    await waitUntil(() => expect(findAllByRole("dialog")).toEqual([]));
    expect(valueOfInputElement(crewNotesField())).toBe("Schlüssel beim Nachbarn");
    expect(told).toEqual([]);
    expect(server.bodiesOf("updateCase")).toHaveLength(1);
  });
});

describe("a case that cannot be edited as a whole", () => {
  it("a redacted case cannot be saved from the form, since its hidden fields would be lost", async () => {
    const { server } = await openTestCaseForm({
      dispatchCase: { ...caseBeforeConflict, is_redacted: true, contact: null },
    });
    expect(findByRole("status", /Geschützte Angaben/)).toBeDefined();
    expect((findSaveButton() as HTMLButtonElement).disabled).toBe(true);
    expect((crewNotesField() as HTMLTextAreaElement).readOnly).toBe(true);
    await actAndRender(() => crewNotesField().focus());
    await pressKey("Enter", { ctrlKey: true });
    expect(server.bodiesOf("updateCase")).toEqual([]);
  });

  it("the form of a closed case has read-only fields for what was carried out, and its notes can be changed", async () => {
    await openTestCaseForm({
      dispatchCase: { ...caseBeforeConflict, finalized: true, finalized_at: "2026-11-20T12:00:00Z" },
    });
    expect((findFormField("Fällig") as HTMLInputElement).readOnly).toBe(true);
    expect((crewNotesField() as HTMLTextAreaElement).readOnly).toBe(false);
  });

  it("the case form says that it is loading while its case is being fetched", async () => {
    const server = stubApiForCaseForm("FUNERAL", { getCase: createNeverSettlingPromise });
    await mountTestCaseForm(caseBeforeConflict.id);
    await waitUntil(() => findByRole("status", "Formular wird geladen"));
    expect(server.bodiesOf("updateCase")).toEqual([]);
  });

  it("a case form whose case cannot be read says so, and opens after a successful retry", async () => {
    const server = stubApiForCaseForm("FUNERAL", { getCase: () => new StubApiRefusal("RESOURCE_NOT_FOUND") });
    await mountTestCaseForm(caseBeforeConflict.id);
    await waitUntil(() => expect(findByRole("alert").textContent).toContain("RESOURCE_NOT_FOUND"));
    server.answer({ getCase: () => caseBeforeConflict });
    await clickElement(findByRole("button", "Nochmals versuchen"));
    await waitUntil(() => expect(valueOfInputElement(findFormField("Anrufer:in"))).toBe("Anna Muster"));
  });
});
