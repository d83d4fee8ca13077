import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { type SignedInColleague, type OpenedConsole, expectEventually, openConsole } from "./console-testkit";
import { funeralCaseRequest } from "../apps/api/src/testing/cases";
import { aRunningTour, createTelematicsClient, isoFromNow } from "./tours-testkit";
import { findAccessibilityViolations } from "../apps/api/src/testing/axe-testkit";

const hospitalPosition = { lat: 47.0812, lon: 15.4661 };

/** Reports vehicles so many kilometres north of the hospital. */
async function reportVehiclePositions(
  product: OpenedConsole,
  places: readonly { vehicle_id: string; kilometres: number }[],
) {
  const telematics = await createTelematicsClient(product, "bestattung");
  const time = isoFromNow(product.clock);
  await telematics.updateLocation({
    locations: places.map(({ vehicle_id, kilometres }) => ({
      vehicle_id,
      lat: hospitalPosition.lat + kilometres / 111,
      lon: hospitalPosition.lon,
      time,
    })),
  });
}

/** A case from the hospital to a cemetery four kilometres away. */
function createCaseFromHospital({ api }: SignedInColleague, { excludes }: { excludes: string[] }) {
  const draft = funeralCaseRequest();
  const data = draft.funeral_data as NonNullable<typeof draft.funeral_data>;
  return api.createCase({
    ...draft,
    funeral_data: {
      ...data,
      source_address: { ...data.source_address, ...hospitalPosition, excluded_vehicle_type_ids: excludes },
      target_address: { ...data.target_address, lat: 47.05, lon: 15.45 },
    },
  });
}

describe.skipIf(!hasChromium)("the help that planning gives the dispatcher (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  let colleague: SignedInColleague;
  beforeAll(async () => {
    product = await openConsole();
    colleague = await product.signIn("bestattung");
  });
  afterAll(() => product.close());

  it("planning suggests the tour with the shortest detour for a case, shows which rules forbid others, and assigns by one click", async () => {
    const { vehicles } = await colleague.api.getVehicles({ size: 50 });
    const typed = vehicles.filter(({ active, vehicle_type }) => active && vehicle_type !== null);
    const otherType = typed.findIndex(({ vehicle_type }) => vehicle_type?.id !== typed[0]?.vehicle_type?.id);
    const [near, far, wrong] = [
      await aRunningTour(colleague, 0),
      await aRunningTour(colleague, 1),
      await aRunningTour(colleague, otherType),
    ];
    await reportVehiclePositions(product, [
      { ...near, kilometres: 2 },
      { ...far, kilometres: 20 },
      { ...wrong, kilometres: 1 },
    ]);
    const dispatchCase = await createCaseFromHospital(colleague, { excludes: [wrong.vehicle_type_id] });

    const page = await product.look(colleague, { path: `/?case=${dispatchCase.id}` });
    const rows = page
      .getByRole("list")
      .filter({ has: page.getByRole("button", { name: /zuweisen$/ }) })
      .getByRole("listitem");
    await expectEventually(() => rows.count()).toBeGreaterThanOrEqual(3);
    const read = async () => (await rows.allTextContents()).map((text) => text.replaceAll(/\s+/g, " "));
    // The last positions of vehicles may arrive after the first list.
    await expectEventually(async () => (await read())[0]).toContain(near.plate);
    const texts = await read();
    expect(texts[0]).toMatch(/\+\d+ min · \d+,\d km.*Ankunft \d\d:\d\d/);
    expect(texts.find((text) => text.includes(wrong.plate))).toContain("Fahrzeugtyp passt nicht");
    expect(await findAccessibilityViolations(page)).toEqual([]);

    await page.getByRole("button", { name: `${near.plate} zuweisen` }).click();
    await expectEventually(
      async () => (await colleague.api.getCase({ id: dispatchCase.id })).tour_case_states?.[0]?.tour_id,
    ).toBe(near.id);
    await page.close();
  });

  it("the address search lists the company's stored addresses first, and fills in their data", async () => {
    const { api } = await product.signIn("bestattung", "admin");
    const type = await api.createAddressType({ name: "Hospiz", short_key: "HOSP" });
    await api.createAddress({
      name: "Hospiz Sonnenblick",
      type: "DEFAULT_SOURCE",
      stored_address_type_id: type.id,
      street: "Sonnenweg",
      house_number: "4",
      zip_code: 8044,
      city: "Graz",
      country: "AT",
      lat: 47.1,
      lon: 15.48,
      contact_name: "Pforte",
    });
    const page = await product.look(colleague, { path: "/?form=new" });
    const search = page.getByRole("combobox", { name: "Adresse suchen" }).first();
    await search.fill("sonnen");
    const first = page.getByRole("listbox", { name: "Adresse suchen" }).getByRole("option").first();
    await expectEventually(() => first.textContent()).toContain("Hospiz Sonnenblick");
    await expectEventually(() => first.textContent()).toMatch(/Sonnenweg 4.*gespeichert · Hospiz$/);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await search.press("Enter");
    await expectEventually(() => page.getByLabel("Straße").first().inputValue()).toBe("Sonnenweg");
    await expectEventually(() => page.getByLabel("PLZ").first().inputValue()).toBe("8044");
    await page.close();
  });
});
