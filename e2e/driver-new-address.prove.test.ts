import { afterAll, beforeAll, describe, it, onTestFinished } from "vitest";
import { hasChromium } from "./browser";
import { type OpenedConsole, openConsole } from "./console-testkit";
import { arriveAtFormerAddress } from "./driver/scenes/arrived-elsewhere";
import { buildDriverAppWithMutant } from "./driver/driver-build";
import { assertMutantApplies } from "./driver/planted-page";

const mutantWithoutPlaces = assertMutantApplies({
  file: "work/act.ts",
  from: "places: caseAddressesOf(dispatchCase),",
  to: "",
});

describe.skipIf(!hasChromium)("a faulty app whose case changes while the phone has no network", () => {
  let product: OpenedConsole;
  beforeAll(async () => {
    product = await openConsole();
  });
  afterAll(() => product.close());

  it("the test of changed addresses detects a driver app that does not store the address with the step", async () => {
    const { folder, remove } = await buildDriverAppWithMutant(mutantWithoutPlaces);
    onTestFinished(remove);
    const { page, context } = await arriveAtFormerAddress(product, { build: folder });
    await page.getByRole("button", { name: "Ein Eintrag wurde abgelehnt" }).click();
    await page.getByRole("button", { name: "Ansehen" }).click();
    await page.getByRole("heading", { name: "So geht es nicht weiter" }).waitFor();
    await context.close();
  });
});
