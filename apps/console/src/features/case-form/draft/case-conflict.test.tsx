import { describe, expect, it } from "vitest";
import { click, fill, happen, press, until } from "#shared/testing/mount-testkit.tsx";
import { find, findAll, pageText } from "#shared/testing/screen-testkit.ts";
import { noAnswerYet, Refusal } from "#shared/testing/server-testkit.ts";
import type { Case } from "@leitstand/contract/cases/case";
import { keepCase } from "#live/store.ts";
import { aFullCase } from "#live/full-case-testkit.ts";
import { field, mountForm, openForm, saveButton, serveCompany, valueOf } from "../case-form-testkit.tsx";

const before = aFullCase({ natural_id: "C-2026-000123", lock_version: 4, description: null });
const conflict = new Refusal("LOCK_VERSION_CONFLICT", ["lock_version", "4"], ["current_lock_version", "5"]);

/** Opens a form; meanwhile another dispatcher saves the case with a change of their own. */
async function openWhileChanged(theirs: Partial<Case>) {
  const form = await openForm({ dispatchCase: before });
  const newer = { ...before, ...theirs, lock_version: 5 };
  form.server.answer({
    getCase: () => newer,
    updateCase: ({ body }) => (body.lock_version === 5 ? { ...newer, lock_version: 6 } : conflict),
  });
  return form;
}
const save = () => click(saveButton());
const notes = () => field("Notizen für die Besatzung");

describe("a case that is edited", () => {
  it("an edited case is sent back with its untouched fields as they came", async () => {
    const { server, told } = await openForm({ dispatchCase: before, answers: { updateCase: () => before } });
    await fill(notes(), "Schlüssel beim Nachbarn");
    await save();
    await until(() => expect(told).toEqual([`saved ${before.id}`]));
    const { branch_id, contact, external_id, funeral_data } = before;
    expect(server.bodiesOf("updateCase")).toEqual([
      expect.objectContaining({ branch_id, contact, external_id, funeral_data, lock_version: 4 }),
    ]);
  });

  it("a case form keeps what is typed while changes of the case arrive", async () => {
    await openForm({ dispatchCase: before });
    await fill(notes(), "Schlüssel beim Nachbarn");
    const contact = { ...before.contact, name: "Bernd Muster" };
    await happen(() => keepCase({ ...before, lock_version: 5, contact, display_name: "Muster Maria Theresia" }));
    await until(() => find("heading", /^Muster Maria Theresia bearbeiten/));
    expect(valueOf(notes())).toBe("Schlüssel beim Nachbarn");
    expect(valueOf(field("Anrufer:in"))).toBe("Anna Muster");
  });

  it("an edit is merged without a question when another dispatcher has changed another field", async () => {
    const theirs = { contact: { ...before.contact, phone_number: "+43664111111" } };
    const { server, told } = await openWhileChanged(theirs);
    await fill(notes(), "Schlüssel beim Nachbarn");
    await save();
    await until(() => expect(told).toEqual([`saved ${before.id}`]));
    expect(server.bodiesOf("updateCase").at(-1)).toMatchObject({
      description: "Schlüssel beim Nachbarn",
      contact: { name: "Anna Muster", phone_number: "+43664111111" },
      lock_version: 5,
    });
    expect(pageText()).toContain("mit fremden Änderungen zusammengeführt");
  });

  it("the form asks about a field that both dispatchers have changed, with both values, before anything is lost", async () => {
    const { server } = await openWhileChanged({ description: "Hintereingang" });
    await fill(notes(), "Schlüssel beim Nachbarn");
    await save();
    const dialog = await until(() => find("dialog"));
    expect(dialog.textContent).toContain("Notizen und Belege: Notizen für die Besatzung");
    expect(dialog.textContent).toContain("Schlüssel beim Nachbarn");
    expect(dialog.textContent).toContain("Hintereingang");
    expect((find("button", "So speichern", dialog) as HTMLButtonElement).disabled).toBe(true);
    expect(server.bodiesOf("updateCase")).toHaveLength(1);
  });

  it.each([
    { side: "Ihres", kept: "Schlüssel beim Nachbarn" },
    { side: "Fremdes", kept: "Hintereingang" },
  ])("an edited case is saved with $kept when $side is chosen", async ({ side, kept }) => {
    const { server, told } = await openWhileChanged({ description: "Hintereingang" });
    await fill(notes(), "Schlüssel beim Nachbarn");
    await save();
    await click(find("radio", side, await until(() => find("dialog"))));
    await click(find("button", "So speichern"));
    await until(() => expect(told).toEqual([`saved ${before.id}`]));
    expect(server.bodiesOf("updateCase").at(-1)).toMatchObject({ description: kept, lock_version: 5 });
  });

  it("closing the conflict dialog by Escape returns to the form with nothing lost and nothing saved", async () => {
    const { server, told } = await openWhileChanged({ description: "Hintereingang" });
    await fill(notes(), "Schlüssel beim Nachbarn");
    await save();
    const dialog = await until(() => find("dialog"));
    await happen(() => find("radio", "Ihres", dialog).focus());
    await press("Escape");
    await until(() => expect(findAll("dialog")).toEqual([]));
    expect(valueOf(notes())).toBe("Schlüssel beim Nachbarn");
    expect(told).toEqual([]);
    expect(server.bodiesOf("updateCase")).toHaveLength(1);
  });
});

describe("a case that cannot be edited as a whole", () => {
  it("a redacted case cannot be saved from the form, since its hidden fields would be lost", async () => {
    const { server } = await openForm({ dispatchCase: { ...before, is_redacted: true, contact: null } });
    expect(find("status", /Geschützte Angaben/)).toBeDefined();
    expect((saveButton() as HTMLButtonElement).disabled).toBe(true);
    expect((notes() as HTMLTextAreaElement).readOnly).toBe(true);
    await happen(() => notes().focus());
    await press("Enter", { ctrlKey: true });
    expect(server.bodiesOf("updateCase")).toEqual([]);
  });

  it("a closed case keeps the fields of what was carried out read-only, and its notes can be changed", async () => {
    await openForm({ dispatchCase: { ...before, finalized: true, finalized_at: "2026-11-20T12:00:00Z" } });
    expect((field("Fällig") as HTMLInputElement).readOnly).toBe(true);
    expect((notes() as HTMLTextAreaElement).readOnly).toBe(false);
  });

  it("the case form says that it is loading while its case is on the way", async () => {
    const server = serveCompany("FUNERAL", { getCase: noAnswerYet });
    await mountForm(before.id);
    await until(() => find("status", "Formular wird geladen"));
    expect(server.bodiesOf("updateCase")).toEqual([]);
  });

  it("a case form whose case cannot be read says so, and opens after a successful retry", async () => {
    const server = serveCompany("FUNERAL", { getCase: () => new Refusal("RESOURCE_NOT_FOUND") });
    await mountForm(before.id);
    await until(() => expect(find("alert").textContent).toContain("RESOURCE_NOT_FOUND"));
    server.answer({ getCase: () => before });
    await click(find("button", "Nochmals versuchen"));
    await until(() => expect(valueOf(field("Anrufer:in"))).toBe("Anna Muster"));
  });
});
