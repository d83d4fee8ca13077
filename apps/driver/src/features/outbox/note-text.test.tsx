import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import type { CaseActionPayload } from "@leitstand/contract/cases/case-action-input";
import { beforeEach, expect, it } from "vitest";
import type { OutboxContent } from "#outbox/outbox-row.ts";
import { anActionEntry, fixtureCaseId } from "#outbox/row.fixture.ts";
import { mountPhoneTest } from "#shared/testing/phone-testkit.tsx";
import { setAppLanguage } from "#shared/texts.tsx";
import belongings from "../../../messages/de/belongings.json";
import caseTexts from "../../../messages/de/case.json";
import outbox from "../../../messages/de/outbox.json";
import roadside from "../../../messages/de/roadside.json";
import { useNoteText } from "./note-text.ts";

const phone = mountPhoneTest({ belongings, case: caseTexts, outbox, roadside });
beforeEach(() => setAppLanguage("de"));
const NoteText = ({ content }: { content: OutboxContent }) => <p>{useNoteText()(content)}</p>;

async function noteOf(content: OutboxContent): Promise<string> {
  await phone.show(<NoteText content={content} />);
  return document.querySelector("p")?.textContent ?? "";
}
const noteOfStep = (action: CaseAction, payload?: CaseActionPayload) =>
  noteOf(anActionEntry(1, action, payload && { payload }).content);

it("the note of a refused end tells what the driver wrote and found", async () => {
  const findings = {
    damage: { cause: "Batterie", driveable: true },
    vehicle_data: { mileage_km: 128_412 },
    vehicle_detail: { key_available: false },
    notes: "Parkt im 2. UG",
  };
  const payload = { finish_reason: "Batterie getauscht, Kunde zahlt 120 EUR bar", findings };
  expect(await noteOfStep("FINISH", { ...payload, photos_missing_reason: "Zu dunkel" })).toBe(
    "Abgeschlossen: Batterie getauscht, Kunde zahlt 120 EUR bar · Befund: Batterie · Fährt weiter: Ja · " +
      "Schlüssel da: Nein · Kilometerstand: 128.412 · Notiz zum Befund: Parkt im 2. UG · ohne Foto: Zu dunkel",
  );
});

it("the note of a refused handover tells who took over, whether it was signed, and what became of the belongings", async () => {
  const payload: CaseActionPayload = {
    received_by: "M. Huber",
    signature_state: "SIGNED",
    signature: "M0 0L40 12",
    belongings: {
      watch: "STAYS",
      money: "RELOCATED",
      jewelery: "UNKNOWN",
      ring: "UNKNOWN",
      necklace: "UNKNOWN",
      location: "Tochter",
      description: "120 EUR in bar",
    },
    belongings_note: "Geld der Tochter gegeben",
  };
  expect(await noteOfStep("DELIVER", payload)).toBe(
    "Übergeben: übernommen von M. Huber · unterschrieben · Wertgegenstände: Uhr: Bleibt, Geld: Übergeben, " +
      "Schmuck: Nicht gesehen, Ring: Nicht gesehen, Kette: Nicht gesehen · übergeben an Tochter · " +
      "Beschreibung: 120 EUR in bar · geändert: Geld der Tochter gegeben",
  );
  const unsigned = { received_by: "M. Huber", signature_state: "DECLINED", refusal_reason: "Kein Stift" } as const;
  expect(await noteOfStep("DELIVER", unsigned)).toBe(
    "Übergeben: übernommen von M. Huber · ohne Unterschrift: Kein Stift",
  );
});

it("the note of a refused step tells its reason, its time and its place", async () => {
  const { content } = anActionEntry(1, "POSTPONE", { payload: { postponed_until: "2026-03-02T13:30:00.000Z" } });
  if (content.op !== "receiveAction") throw new Error("no step");
  expect(await noteOf({ ...content, body: { ...content.body, reason: "Fahrzeug" } })).toBe(
    "Verschoben: Grund: Fahrzeug · bis 2.3. 14:30",
  );
  const destination = { name: "Werkstatt", street: "Ringstraße", house_number: "4", zip_code: "8010", city: "Graz" };
  expect(await noteOfStep("TO_TOWING_DESTINATION", { destination })).toBe(
    "Abgeschleppt: Ziel: Werkstatt, Ringstraße 4, 8010 Graz",
  );
  expect(await noteOfStep("ARRIVE")).toBe("Angekommen");
});

it("the note of a drive in vain says so, also beside the driver's own words", async () => {
  expect(await noteOfStep("FINISH", { finish_reason: "Niemand da", outcome: "GOA" })).toBe("Abgeschlossen: Niemand da");
  expect(await noteOfStep("FINISH", { finish_reason: "Tor zu", outcome: "GOA" })).toBe(
    "Abgeschlossen: Tor zu · Niemand da",
  );
});

it("the note of a refused todo names it, and tells whether it was ticked or un-ticked", async () => {
  const todo = (completed: boolean): OutboxContent => ({
    op: "setTodoCompleted",
    body: { case_id: fixtureCaseId, todo_id: fixtureCaseId, completed },
    title: "Schutzkleidung tragen",
  });
  expect(await noteOf(todo(true))).toBe("Aufgabe erledigt: Schutzkleidung tragen");
  expect(await noteOf(todo(false))).toBe("Aufgabe wieder offen: Schutzkleidung tragen");
});

it("a note is no longer than the comment of a case may be, and ends with a whole character", async () => {
  const before = "Abgeschlossen: ".length;
  const text = await noteOfStep("FINISH", { finish_reason: `${"x".repeat(3_999 - before)}😀` });
  expect(text).toBe(`Abgeschlossen: ${"x".repeat(3_999 - before)}`);
});
