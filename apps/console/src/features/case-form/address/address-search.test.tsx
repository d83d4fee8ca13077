import { StoredAddress } from "@leitstand/contract/company/addresses";
import { VehicleType } from "@leitstand/contract/fleet/vehicle-types";
import type { CaseAddress } from "@leitstand/contract/company/address";
import type { Static } from "typebox";
import { describe, expect, it } from "vitest";
import { clickElement, fillField, pressKey, typeText, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { findByRole } from "#shared/testing/screen-testkit.ts";
import { createOnePageAnswer, exampleOfSchema } from "#shared/testing/example-testkit.ts";
import type { StubServer } from "#shared/testing/server-testkit.ts";
import { aFullCase } from "#live/full-case-testkit.ts";
import {
  answerCreatedCase,
  fillRequiredTransportFields,
  findFormField,
  findFormSection,
  findSaveButton,
  openTestCaseForm,
} from "../case-form-testkit.tsx";

const vehicleTypeId = exampleOfSchema(VehicleType).id;
const plainAddress: StoredAddress = {
  ...exampleOfSchema(StoredAddress),
  addition: null,
  elevator: false,
  cold_storage: false,
  opening_hours: null,
};
/** The house that is picked by mistake, with everything that an address book may know of one. */
const wrongHouse: StoredAddress = {
  ...plainAddress,
  name: "Klinik München",
  street: "Marchioninistraße",
  house_number: "15",
  postal_code: "81377",
  city: "München",
  country: "DE",
  addition: "Haus C",
  floor: "3",
  contact_name: "Pforte",
  phone_number: "+4989440000",
  notes: "Schranke am Tor",
  cold_storage: true,
  elevator: true,
  excluded_vehicle_type_ids: [vehicleTypeId],
};
const rightHouse: StoredAddress = {
  ...plainAddress,
  id: "1e0d9c8b-7a69-4584-8362-5140f3e2d102",
  name: "Pflegeheim Annenhof",
  street: "Annenstraße",
  house_number: "7",
  postal_code: "8020",
  phone_number: "+43316123456",
};
const rightHouseInCase = {
  name: "Pflegeheim Annenhof",
  street: "Annenstraße",
  house_number: "7",
  zip_code: "8020",
  city: "Graz",
  country: "AT",
  lat: plainAddress.lat,
  lon: plainAddress.lon,
  phone_number: "+43316123456",
};

const openFormWithBook = (options: Parameters<typeof openTestCaseForm>[0] = {}) =>
  openTestCaseForm({
    ...options,
    answers: { createCase: answerCreatedCase, getAddresses: () => [wrongHouse, rightHouse], ...options.answers },
  });
const searchLine = (section: string) => findByRole("combobox", "Adresse suchen", findFormSection(section));
async function pickAddress(text: string, section = "Abholung") {
  await typeText(searchLine(section), text);
  await waitUntil(() => findByRole("option", new RegExp(text)));
  await pressKey("Enter");
}
async function typeAddress(text: string, section = "Abholung") {
  await typeText(searchLine(section), text);
  await pressKey("Enter");
}
const showMore = (section = "Abholung") => clickElement(findByRole("button", /^Mehr/, findFormSection(section)));
async function savedSourceAddress(server: StubServer): Promise<Static<typeof CaseAddress> | null | undefined> {
  await fillRequiredTransportFields();
  await clickElement(findSaveButton());
  await waitUntil(() => expect(server.bodiesOf("createCase")).toHaveLength(1));
  return server.bodiesOf("createCase")[0]?.funeral_data?.source_address;
}

describe("an address that was picked by mistake", () => {
  it("a stored address that replaces another one keeps none of its facts", async () => {
    const { server } = await openFormWithBook();
    await pickAddress("Klinik");
    await pickAddress("Annenhof");
    expect(await savedSourceAddress(server)).toEqual(rightHouseInCase);
  });

  it("an address that is typed over a stored one keeps none of its facts, and is in the usual country", async () => {
    const { server } = await openFormWithBook();
    await pickAddress("Klinik");
    await typeAddress("Herrengasse 3, 8010 Graz");
    expect(await savedSourceAddress(server)).toEqual({
      street: "Herrengasse",
      house_number: "3",
      zip_code: "8010",
      city: "Graz",
      country: "AT",
    });
  });

  it("the facts of an address go with it even when they were hidden and shown again in between", async () => {
    const { server } = await openFormWithBook();
    await pickAddress("Klinik");
    await showMore();
    await waitUntil(() => findFormField("Telefon vor Ort"));
    await clickElement(findByRole("button", /^Weniger/, findFormSection("Abholung")));
    await pickAddress("Annenhof");
    expect(await savedSourceAddress(server)).toEqual(rightHouseInCase);
  });

  it("an address that replaces another one leaves the other end of the case as it is", async () => {
    const { server } = await openFormWithBook();
    await pickAddress("Klinik");
    await pickAddress("Klinik", "Ziel");
    await pickAddress("Annenhof");
    expect(await savedSourceAddress(server)).toEqual(rightHouseInCase);
    expect(server.bodiesOf("createCase")[0]?.funeral_data?.target_address).toMatchObject({
      name: "Klinik München",
      contact_name: "Pforte",
      floor: "3",
    });
  });
});

describe("what the dispatcher has typed about an address", () => {
  it("facts that the dispatcher typed before, between or over those of a stored address stay with the next one", async () => {
    const { server } = await openFormWithBook();
    await showMore();
    await fillField(await waitUntil(() => findFormField("Ansprechperson vor Ort")), "Frau Huber");
    await fillField(findFormField("Stock"), "1");
    await pickAddress("Klinik");
    await fillField(findFormField("Telefon vor Ort"), "+43664000000");
    await fillField(findFormField("Zusatz", "Abholung"), "Tür 4");
    await pickAddress("Annenhof");
    expect(await savedSourceAddress(server)).toEqual({
      ...rightHouseInCase,
      contact_name: "Frau Huber",
      phone_number: "+43664000000",
      floor: "1",
      addition: "Tür 4",
    });
  });

  it("a case that is opened again keeps the contact and notes of its address when another address is picked", async () => {
    const [source_address, funeral_data] = [
      { ...rightHouseInCase, notes: "Hintereingang", elevator: true },
      aFullCase().funeral_data,
    ];
    const dispatchCase = aFullCase({ funeral_data: { ...funeral_data, source_address } as typeof funeral_data });
    const { server } = await openFormWithBook({ dispatchCase, answers: { updateCase: () => dispatchCase } });
    await pickAddress("Klinik");
    await clickElement(findSaveButton());
    await waitUntil(() => expect(server.bodiesOf("updateCase")).toHaveLength(1));
    const saved = server.bodiesOf("updateCase")[0]?.funeral_data?.source_address;
    expect(saved).toMatchObject({ name: "Klinik München", phone_number: "+43316123456", notes: "Hintereingang" });
  });

  it("an address of another case that is picked leaves the floor that the dispatcher typed as it is", async () => {
    const visited = { ...rightHouseInCase, floor: "9", notes: "Hund", addition: "Tür 9" };
    const funeral_data = { ...aFullCase().funeral_data, source_address: visited } as never;
    const { server } = await openFormWithBook({
      answers: { getAddresses: () => [], getCases: () => createOnePageAnswer("cases", [aFullCase({ funeral_data })]) },
    });
    await showMore();
    await fillField(await waitUntil(() => findFormField("Stock")), "1");
    await pickAddress("Annenhof");
    const { phone_number: _phone, ...house } = rightHouseInCase;
    expect(await savedSourceAddress(server)).toEqual({ ...house, floor: "1" });
  });

  it("an address that is typed with the country of its town is in that country", async () => {
    const { server } = await openFormWithBook();
    await typeAddress("Marienplatz 8, D-80331 München");
    expect(await savedSourceAddress(server)).toMatchObject({ zip_code: "80331", city: "München", country: "DE" });
  });
});
