import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { hasChromium } from "./browser";
import { expectEventually, type OpenedConsole, openConsole } from "./console-testkit";
import { arriveAtFormerAddress } from "./driver/scenes/arrived-elsewhere";
import { pressPrimaryButton } from "./driver/driver-testkit";
import { buildDriverAppWithMutant } from "./driver/driver-build";
import { assertMutantApplies } from "./driver/planted-page";
import { linkStateOf, fetchPhoneTransitionsOfCase } from "./tours-testkit";
import { findAccessibilityViolations } from "../apps/api/src/testing/axe-testkit";

const mutantWithoutPlaces = assertMutantApplies({
  file: "work/act.ts",
  from: "places: sourceAndTargetAddressesOf(dispatchCase),",
  to: "",
});

describe.skipIf(!hasChromium)("a case that changes while the phone has no network", () => {
  let product: OpenedConsole;
  beforeAll(async () => {
    product = await openConsole();
  });
  afterAll(() => product.close());

  it("a refused arrival at an outdated address shows both addresses, and is sent with the new one after a confirmation", async () => {
    const { page, context, dispatcher, tour, id } = await arriveAtFormerAddress(product);
    await page.getByRole("button", { name: "Ein Eintrag wurde abgelehnt" }).click();
    await page.getByRole("button", { name: "Ansehen" }).click();
    await page.getByRole("heading", { name: "Die Adresse hat sich geändert" }).waitFor();
    const places = await page.locator("dl").innerText();
    expect(places).toContain("Landeskrankenhaus");
    expect(places).toContain("Seniorenheim");
    expect(places.indexOf("Landeskrankenhaus")).toBeLessThan(places.indexOf("Seniorenheim"));
    expect(await findAccessibilityViolations(page)).toEqual([]);
    expect(await linkStateOf(dispatcher, id, tour.id)).toBe("STARTED");
    await pressPrimaryButton(page, "Mit neuer Adresse weiter");
    await expectEventually(() => linkStateOf(dispatcher, id, tour.id)).toBe("ARRIVED");
    expect(await fetchPhoneTransitionsOfCase(dispatcher, id)).toEqual(["ACCEPT", "START", "ARRIVE"]);
    const openTodos = async () =>
      (await dispatcher.api.getCase({ id })).todos?.pickup.filter(({ completed }) => !completed).length;
    await expectEventually(openTodos).toBe(0);
    await context.close();
  });

  it("the test of changed addresses detects a driver app that does not store the address with the step", async () => {
    const { folder, remove } = await buildDriverAppWithMutant(mutantWithoutPlaces);
    onTestFinished(remove);
    const { page, context } = await arriveAtFormerAddress(product, { place: 1, build: folder });
    await page.getByRole("button", { name: "Ein Eintrag wurde abgelehnt" }).click();
    await page.getByRole("button", { name: "Ansehen" }).click();
    await page.getByRole("heading", { name: "So geht es nicht weiter" }).waitFor();
    await context.close();
  });
});
