import { caseActionInputFields } from "@leitstand/contract/cases/case-action-input";
import { defaultCaseReasons } from "@leitstand/contract/cases/default-reasons";
import { caseActions } from "@leitstand/contract/cases/case-transitions";
import { describe, expect, it } from "vitest";
import de from "../../../../messages/de/inspector.json" with { type: "json" };
import en from "../../../../messages/en/inspector.json" with { type: "json" };
import { factGroupsOfCase, caseFactLabelKeys } from "./case-facts.ts";
import { keyedAddressesOfCase, addressLines, requirementsOfCase } from "./case-places.ts";
import { anInspectedCase, aTransportOfDeceased } from "../inspector.fixture.ts";

describe("what is shown of a case", () => {
  it("the facts of a case omit empty fields but include those that are false", () => {
    const dispatchCase = anInspectedCase({
      funeral_data: aTransportOfDeceased({ weight_kg: null, infectious: false, urn: "" }),
    });
    const deceased = factGroupsOfCase(dispatchCase).find(({ key }) => key === "deceased");
    expect(deceased?.facts.map(({ key }) => key)).toEqual(["name", "date_of_death", "infectious"]);
  });

  it("the facts of a case about the same thing, such as the vehicle, are in one group", () => {
    const rsa_data = { vehicle: { brand: "Skoda" }, vehicle_data: { mileage_km: 5 }, vehicle_detail: { loaded: true } };
    const groups = factGroupsOfCase(anInspectedCase({ data_type: "ROADSIDE", rsa_data }));
    expect(groups.map(({ key, facts }) => [key, facts.length])).toEqual([["vehicle", 3]]);
  });

  it("the facts of a case contain no empty group", () => {
    expect(factGroupsOfCase(anInspectedCase({ contact: { name: null } }))).toEqual([]);
  });

  it("the addresses of a case are listed in the order of the drive, the pickup first", () => {
    const source_address = { street: "Triester Straße", house_number: "12", zip_code: "8020", city: "Graz" };
    const dispatchCase = anInspectedCase({
      funeral_data: { ...aTransportOfDeceased(), source_address, target_address: { city: "Weiz" } },
    });
    expect(keyedAddressesOfCase(dispatchCase).map(({ key }) => key)).toEqual(["source", "target"]);
    expect(addressLines(source_address)).toEqual(["Triester Straße 12", "8020 Graz"]);
  });

  it("the requirements of a case list the most unusual ones first", () => {
    const funeral_data = {
      ...aTransportOfDeceased({ infectious: true, weight_kg: 140 }),
      source_address: { elevator: false },
    };
    expect(requirementsOfCase(anInspectedCase({ funeral_data })).map(({ key }) => key)).toEqual([
      "infectious",
      "heavy",
      "no_elevator",
    ]);
    const rsa_data = { seats_required: 3, damage: { driveable: false } };
    expect(requirementsOfCase(anInspectedCase({ rsa_data }))).toEqual([
      { key: "not_driveable" },
      { key: "seats", count: 3 },
    ]);
  });
});

describe.each([
  ["German", de],
  ["English", en],
])("%s texts", (_language, texts) => {
  const fields = Object.values(caseActionInputFields).flatMap(({ required, optional }) => [...required, ...optional]);
  const optionalOf = (action: (typeof caseActions)[number]): readonly string[] =>
    caseActionInputFields[action].optional;
  const insisted = caseActions.filter((action) => optionalOf(action).includes("force"));
  it.each([
    ["groups", caseFactLabelKeys.groups, texts.group],
    ["facts", caseFactLabelKeys.facts, texts.fact],
    ["actions", caseActions, texts.action],
    ["actions that can be insisted on", insisted, texts.force],
    ["sentences of the history", caseActions, texts.told],
    ["reasons that the server records by itself", defaultCaseReasons, texts.reason_code],
    ["fields of actions", fields.filter((field) => field !== "force"), texts.field],
  ])("the texts of the inspector have a name for all %s", (_what, keys, labels) => {
    expect([...keys].filter((key) => !(key in labels))).toEqual([]);
  });
});
