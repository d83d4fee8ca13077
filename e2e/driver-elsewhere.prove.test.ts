import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GrantName } from "@leitstand/contract/operation/grants";
import { funeralCaseRequest } from "../apps/api/src/testing/cases";
import { hasChromium } from "./browser";
import { type SignedInColleague, expectEventually, type OpenedConsole, openConsole } from "./console-testkit";
import {
  openDriverPhone,
  beginShiftOnScreen,
  hideAppTemporarily,
  planDriverTour,
  pressPrimaryButton,
  signInOnPhone,
  tickTodos,
} from "./driver/driver-testkit";
import { holdBackFirstAnswer } from "./driver/held-answer";
import { eightHourShiftFrom, linkOfCase, linkStateOf } from "./tours-testkit";
import { findAccessibilityViolations } from "../apps/api/src/testing/axe-testkit";

describe.skipIf(!hasChromium)("a case that another branch or tour takes over (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  beforeAll(async () => {
    product = await openConsole();
  });
  afterAll(() => product.close());

  const bucketOf = async (colleague: SignedInColleague, id: string, tour_id: string) =>
    (await linkOfCase(colleague, id, tour_id))?.bucket;

  /** Makes the app send a request whose answer is held back; returns the function that lets it through. */
  async function askForMessages(page: Page) {
    const held = await holdBackFirstAnswer(page, /\/critical_messages\?/);
    await hideAppTemporarily(page).then((comeBack) => comeBack());
    await held.isThere;
    return held.letThrough;
  }

  it("a case that a driver forwards to another branch is assigned to another crew by that branch's dispatchers", async () => {
    const { api: office } = await product.signIn("bestattung", "admin");
    const phone = await openDriverPhone(product, "bestattung", { place: 1 });
    const { page, context } = phone;
    const other = await office.createBranch({ name: "Zweigstelle Weiz" });
    await office.createBranch({ name: "Zweigstelle Bruck" });
    await worksAlsoFor(office, phone.user_id, other.id);
    const { dispatcher, tour, ids } = await planDriverTour(await product.signIn("bestattung"), phone, [
      funeralCaseRequest({ display_name: "Fuchs, Alois" }),
    ]);
    const [id = ""] = ids;
    await signInOnPhone(product, "bestattung", phone);
    await beginShiftOnScreen(page);
    // Accepting an alarm opens the case; the button of the list, there until the phone rings, does not.
    await page.getByRole("alertdialog").waitFor();
    await pressPrimaryButton(page, "Annehmen");
    await page.getByRole("button", { name: "Weitergeben" }).click();
    await page.getByRole("radio", { name: "Zweigstelle Weiz" }).check();
    await expectEventually(() => page.getByRole("radio").allInnerTexts()).toHaveLength(2);
    expect(await page.getByRole("radio", { name: "Zweigstelle Bruck" }).count()).toBe(0);
    await page.getByLabel("Grund").fill("liegt näher");
    await pressPrimaryButton(page, "Weitergeben");
    await expectEventually(() => bucketOf(dispatcher, id, tour.id)).toBe("forwarded");
    const { branch_id: now, lock_version } = await dispatcher.api.getCase({ id });
    expect(now).toBe(other.id);

    const crew = await dispatcher.api.createScheduledTour({
      name: "Frühdienst Weiz",
      branch_id: other.id,
      user_ids: [],
      ...eightHourShiftFrom(product.clock),
    });
    await dispatcher.api.receiveAction({
      id,
      tour_id: crew.id,
      action: "ASSIGN",
      lock_version,
      payload: { force: true },
    });
    expect(await bucketOf(dispatcher, id, crew.id)).toBe("open");
    // The first crew's phone has no data of the case left.
    await page.getByText("Fuchs, Alois").waitFor({ state: "detached" });
    await context.close();
  });

  /** Adds the driver to a second branch, with the drivers' role, which now may also read the branches to forward to. */
  async function worksAlsoFor(office: SignedInColleague["api"], user_id: string, branch_id: string) {
    const driving = (await office.getRoles()).find(({ role_type }) => role_type === "DRIVER");
    if (driving === undefined) throw new Error("No driver works for this company.");
    const { id: role_id, name, role_type, branch_access, grants, roles_allowed_to_assign } = driving;
    await office.updateRole({
      id: role_id,
      name,
      role_type,
      branch_access,
      grants: [...(grants as GrantName[]), "getBranches"],
      roles_allowed_to_assign,
      lock_version: driving.lock_version,
    });
    const group = await office.createBranchGroup({ name: "Nur Weiz", type: "SINGLE", branch_ids: [branch_id] });
    const person = await office.getUser({ id: user_id });
    await office.updateUser({
      id: user_id,
      firstname: person.firstname,
      lastname: person.lastname,
      email: person.email,
      phone_number: person.phone_number,
      language: person.language,
      lock_version: person.lock_version,
      role_associations: [
        ...person.role_associations.map((held) => ({ role_id: held.role_id, branch_group_id: held.branch_group_id })),
        { role_id, branch_group_id: group.id },
      ],
    });
  }

  it("a driver forwards a case and takes it back, and leaves the deceased at the nearest cold storage", async () => {
    const { api: office } = await product.signIn("bestattung", "admin");
    const cold = { cold_storage: true, city: "Graz" } as const;
    await office.createAddress({ ...cold, name: "Kühlraum weit", lat: 47.4, lon: 15.9 });
    await office.createAddress({ ...cold, name: "Kühlraum nah", lat: 47.08, lon: 15.47 });
    await office.createAddress({ ...cold, cold_storage: false, name: "Kapelle", lat: 47.08, lon: 15.47 });
    const phone = await openDriverPhone(product, "bestattung", { place: 2 });
    const { page, context } = phone;
    const draft = funeralCaseRequest({ display_name: "Lang, Theresia" });
    const source_address = { ...draft.funeral_data?.source_address, lat: 47.081, lon: 15.466 };
    const funeral_data = { cargo_type: "ITEM", transport_type: "Transportauftrag", source_address } as const;
    const { dispatcher, tour, ids } = await planDriverTour(await product.signIn("bestattung"), phone, [
      { ...draft, funeral_data: { ...funeral_data, cargo_item: { description: "Urne" } } },
    ]);
    const [id = ""] = ids;
    await signInOnPhone(product, "bestattung", phone);
    await beginShiftOnScreen(page);
    for (const step of ["Annehmen", "Losfahren"]) await pressPrimaryButton(page, step);
    await expectEventually(() => linkStateOf(dispatcher, id, tour.id)).toBe("STARTED");
    const letAnswer = await askForMessages(page);
    await context.setOffline(true);
    await page.getByText(/Offline/).waitFor();
    await page.getByRole("button", { name: "Weitergeben" }).waitFor({ state: "detached" });
    // An answer that arrives after the network went says nothing about the connection.
    await letAnswer();
    expect(await page.locator(".pill.offline").count()).toBe(1);
    await context.setOffline(false);
    await page.getByText(/Offline/).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Weitergeben" }).click();
    await page.getByRole("radio", { name: tour.branch?.name ?? "" }).waitFor();
    await expectEventually(() => page.getByRole("radio", { name: tour.branch?.name ?? "" }).isChecked()).toBe(true);
    await page.getByLabel("Grund").fill("Fahrzeug zu klein");
    await pressPrimaryButton(page, "Weitergeben");
    await expectEventually(() => bucketOf(dispatcher, id, tour.id)).toBe("forwarded");
    await page.getByRole("button", { name: "Rückgängig" }).click();
    await expectEventually(() => bucketOf(dispatcher, id, tour.id)).toBe("open");

    // Once the toast is gone the forward is undone from the list, which contains no name.
    await page.getByText("Lang, Theresia").first().click();
    await page.getByRole("button", { name: "Weitergeben" }).click();
    await page.getByLabel("Grund").fill("doch zu klein");
    await pressPrimaryButton(page, "Weitergeben");
    await expectEventually(() => bucketOf(dispatcher, id, tour.id)).toBe("forwarded");
    const { natural_id } = await dispatcher.api.getCase({ id });
    const passedOn = page.getByRole("listitem").filter({ hasText: natural_id });
    await passedOn.waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await passedOn.getByRole("button", { name: "Zurückholen" }).click();
    await expectEventually(() => bucketOf(dispatcher, id, tour.id)).toBe("open");
    await passedOn.waitFor({ state: "detached" });

    // The case is the next one again, and stays in place.
    await page.locator("button.primary").filter({ hasText: "Angekommen" }).waitFor();
    await page.getByText("Lang, Theresia").first().click();
    await page.getByRole("button", { name: "Weitergeben" }).waitFor();
    await pressPrimaryButton(page, "Angekommen");
    await tickTodos(page);
    await pressPrimaryButton(page, "Geladen");
    await expectEventually(() => linkStateOf(dispatcher, id, tour.id)).toBe("LOADED");
    await page.getByRole("button", { name: "Zwischenlagern" }).click();
    const places = page.getByRole("group", { name: "Kühlraum" });
    await places.getByText("Kühlraum nah").waitFor();
    expect(await places.locator("label").allInnerTexts()).toEqual([
      expect.stringContaining("Kühlraum nah"),
      expect.stringContaining("Kühlraum weit"),
    ]);
    await places.getByLabel("Kühlraum nah").check();
    await page.getByLabel("Grund").fill("Friedhof geschlossen");
    await pressPrimaryButton(page, "Zwischenlagern");
    await expectEventually(() => linkStateOf(dispatcher, id, tour.id)).toBe("FINISHED");
    expect((await dispatcher.api.getCase({ id })).funeral_data?.source_address?.name).toBe("Kühlraum nah");
    await context.close();
  });
});
