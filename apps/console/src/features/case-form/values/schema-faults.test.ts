import { describe, expect, it } from "vitest";
import type { CaseDraft } from "./case-values.ts";
import { findDraftFaults } from "./schema-faults.ts";

const now = new Date("2026-11-21T08:41:00Z");
const aFuneralDraft = (change: object = {}, deceased: object = {}): CaseDraft =>
  ({
    approved: true,
    data_type: "FUNERAL",
    funeral_data: {
      cargo_type: "PERSON",
      transport_type: "Transportauftrag",
      cargo_deceased: { first_name: "Maria", last_name: "Muster", date_of_death: "2026-11-20", ...deceased },
    },
    ...change,
  }) as CaseDraft;
const faultsOfDraft = (draft: CaseDraft) =>
  findDraftFaults(draft, { isNew: true, now }).map(({ path, rule }) => `${path} ${rule}`);
const deceasedPath = "funeral_data.cargo_deceased";

describe("what is wrong with a draft", () => {
  it("the draft of a case has no faults when it is valid by the contract", () => {
    expect(faultsOfDraft(aFuneralDraft())).toEqual([]);
    expect(findDraftFaults(aFuneralDraft({ finish_reason: "Papiere da" }), { isNew: false, now })).toEqual([]);
  });

  it("the faults of a case's draft name every missing field, not only the first eight", () => {
    const empty = {
      approved: true,
      data_type: "FUNERAL",
      contact: {
        name: "x".repeat(256),
        phone_number: "1".repeat(65),
        email: "e".repeat(255),
        relation: "r".repeat(101),
      },
      external_id: "n".repeat(101),
      branch_id: "Graz",
      not_before: "bald",
      due_at: "später",
      funeral_data: { cargo_type: "PERSON", transport_type: "Taxi", cargo_deceased: { height_cm: "groß" } },
    } as unknown as CaseDraft;
    expect(faultsOfDraft(empty)).toEqual([
      "branch_id format",
      "external_id maxLength",
      "contact.name maxLength",
      "contact.phone_number maxLength",
      "contact.email maxLength",
      "contact.relation maxLength",
      "not_before format",
      "due_at format",
      "funeral_data.transport_type enum",
      `${deceasedPath}.first_name required`,
      `${deceasedPath}.last_name required`,
      `${deceasedPath}.date_of_death required`,
      `${deceasedPath}.height_cm type_integer`,
    ]);
  });

  it("a fault in the draft of a case names the limit that was exceeded", () => {
    expect(findDraftFaults(aFuneralDraft({}, { weight_kg: 501 }), { isNew: true, now })).toEqual([
      { path: `${deceasedPath}.weight_kg`, rule: "maximum", limit: 500 },
    ]);
  });

  it.each([
    [aFuneralDraft({}, { date_of_death: "2026-11-23" }), `${deceasedPath}.date_of_death future`],
    [aFuneralDraft({}, { birthday: "2026-11-21" }), `${deceasedPath}.date_of_death order`],
    [aFuneralDraft({ not_before: "2026-11-21T10:00:00Z", due_at: "2026-11-21T09:00:00Z" }), "due_at order"],
  ])(
    "the faults of a case's draft include wrong dates and times that the server refuses beyond its schema",
    (draft, fault) => {
      expect(faultsOfDraft(draft)).toEqual([fault]);
    },
  );

  it("an address in the draft of a case needs both coordinates or none", () => {
    const { funeral_data } = aFuneralDraft();
    const draft = aFuneralDraft({ funeral_data: { ...funeral_data, source_address: { lat: 47.1 } } });
    expect(faultsOfDraft(draft)).toEqual(["funeral_data.source_address.lon pair"]);
  });

  it.each(["UK", "D", "ZZ"])(
    "the draft of a case has a fault when %s is the country of a place or a vehicle",
    (country) => {
      const { funeral_data } = aFuneralDraft();
      const transport = aFuneralDraft({ funeral_data: { ...funeral_data, source_address: { country } } });
      const rule = country.length === 2 ? "country" : "pattern";
      expect(faultsOfDraft(transport)).toEqual([`funeral_data.source_address.country ${rule}`]);
      const dispatchCase = { approved: true, data_type: "ROADSIDE", rsa_data: { vehicle: { country } } } as CaseDraft;
      expect(faultsOfDraft(dispatchCase)).toEqual([`rsa_data.vehicle.country ${rule}`]);
    },
  );

  it("the faults of a case's draft include those within lists", () => {
    const draft = { approved: true, data_type: "ROADSIDE", rsa_data: { vehicle_repair: { parts: [{ number: "7" }] } } };
    expect(faultsOfDraft(draft as CaseDraft)).toEqual(["rsa_data.vehicle_repair.parts.0.description required"]);
  });
});
