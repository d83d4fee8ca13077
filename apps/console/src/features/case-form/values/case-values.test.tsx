import { describe, expect, it } from "vitest";
import { Temporal } from "#shared/text/temporal.ts";
import { createDefaultFormValues } from "./case-defaults.ts";
import { type CaseDraft, caseRequestFromForm, formValuesOfCaseDraft } from "./case-values.ts";
import { setValueAtPath } from "../fields/field.ts";

const funeralDraft: CaseDraft = {
  approved: true,
  data_type: "FUNERAL",
  branch_id: "1bf1c6bc-f877-4ea3-839d-b2892423efa2",
  contact: { name: "Anna Muster", phone_number: "+43664000000" },
  not_before: null,
  due_at: "2026-11-21T13:45:30.250Z",
  required_skill_ids: [],
  funeral_data: {
    cargo_type: "PERSON",
    transport_type: "Durchführung 1",
    cargo_deceased: {
      first_name: "Maria",
      last_name: "Muster",
      date_of_death: "2026-11-20",
      weight_kg: 71.5,
      infectious: false,
      identity_confirmed: true,
      belongings: { ring: "STAYS", confirmation: true },
    },
    source_address: { city: "Graz", zip_code: "8036", lat: 47.0812, lon: 15.4661, home: true },
    handover: { received_by: "M. Huber", signature: "M0 0L40 12", delivered_at: "2026-11-21T12:05:11+00:00" },
  },
};
const roadsideDraft: CaseDraft = {
  approved: false,
  data_type: "ROADSIDE",
  branch_id: null,
  rsa_data: {
    service: { key: "PH_Standard", name: "Pannenhilfe", priority: 0 },
    additional_persons: [{ first_name: "Eva", notes: "Kind" }, { last_name: "Muster" }],
    vehicle_repair: { repaired: true, parts: [{ description: "Batterie", quantity: 1.5 }] },
    status: "open",
  },
};

describe("what a form sends", () => {
  it.each([
    ["a funeral", funeralDraft, "de"],
    ["a funeral", funeralDraft, "en"],
    ["a roadside", roadsideDraft, "de"],
  ] as const)("an untouched case form sends %s case as the server sent it (%#)", (_name, draft, locale) => {
    const type = draft.data_type;
    const sent = caseRequestFromForm(formValuesOfCaseDraft(type, draft, locale), { type, locale, base: draft });
    expect(sent).toEqual(draft);
  });

  it("the case form sends typed texts as values of the contract", () => {
    const values = formValuesOfCaseDraft("FUNERAL", { approved: true }, "de");
    const typed = {
      "contact.name": "  Anna Muster ",
      "funeral_data.cargo_type": "PERSON",
      "funeral_data.transport_type": "Transportauftrag",
      "funeral_data.cargo_deceased.last_name": "Muster",
      "funeral_data.cargo_deceased.weight_kg": "71,5 kg",
      "funeral_data.cargo_deceased.infectious": "false",
      "funeral_data.cargo_deceased.birthday": "190741",
      "funeral_data.source_address.country": "at",
      due_at: "24.12.2030 16:00",
    };
    for (const [path, text] of Object.entries(typed)) setValueAtPath(values, path, text);
    expect(caseRequestFromForm(values, { type: "FUNERAL", locale: "de", base: undefined })).toEqual({
      approved: true,
      data_type: "FUNERAL",
      contact: { name: "Anna Muster" },
      due_at: "2030-12-24T15:00:00Z",
      funeral_data: {
        cargo_type: "PERSON",
        transport_type: "Transportauftrag",
        cargo_deceased: { last_name: "Muster", weight_kg: 71.5, infectious: false, birthday: "1941-07-19" },
        source_address: { country: "AT" },
      },
    });
  });

  it("the case form does not send the data of a kind of cargo that is no longer chosen", () => {
    const values = formValuesOfCaseDraft("FUNERAL", funeralDraft, "de");
    setValueAtPath(values, "funeral_data.cargo_type", "ITEM");
    setValueAtPath(values, "funeral_data.cargo_item.description", "Kränze");
    const { funeral_data } = caseRequestFromForm(values, { type: "FUNERAL", locale: "de", base: funeralDraft });
    expect(funeral_data).not.toHaveProperty("cargo_deceased");
    expect(funeral_data?.cargo_item).toEqual({ description: "Kränze" });
  });

  it("a branch that was removed in the case form is sent as null", () => {
    const values = formValuesOfCaseDraft("FUNERAL", funeralDraft, "de");
    setValueAtPath(values, "branch_id", "");
    expect(caseRequestFromForm(values, { type: "FUNERAL", locale: "de", base: funeralDraft }).branch_id).toBeNull();
  });

  it.each(["de", "en"])("a new case that is taken in %s while clocks go back is due in an hour", (locale) => {
    const now = Temporal.Instant.from("2026-10-25T00:10:00Z").toZonedDateTimeISO("Europe/Vienna");
    const usual = createDefaultFormValues({ type: "FUNERAL", now, branches: [], recent: [], me: undefined });
    const values = formValuesOfCaseDraft("FUNERAL", usual, locale);
    const { due_at } = caseRequestFromForm(values, { type: "FUNERAL", locale, base: undefined });
    expect(due_at).toBe("2026-10-25T01:10:00Z");
  });
});
