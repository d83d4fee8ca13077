import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import type { Client } from "../packages/client/src/client";
import { hasChromium } from "./browser";
import { type SignedInColleague, type OpenedConsole, expectEventually, openConsole } from "./console-testkit";
import { aRunningTour, createTelematicsClient, type RunningTour, isoFromNow } from "./tours-testkit";

/** Point south of Graz; an empty map has it in its middle. */
const MAP_HOME = { lat: 46.95, lon: 15.45 };

describe.skipIf(!hasChromium)("the map of a board (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  let colleague: SignedInColleague;
  /** Program that reports positions of all vehicles. */
  let telematics: Client;
  let tours: RunningTour[];
  beforeAll(async () => {
    product = await openConsole({ hasMap: true });
    colleague = await product.signIn("pannenhilfe");
    telematics = await createTelematicsClient(product, "pannenhilfe");
    // The camera does not follow vehicles off duty, so the tours are started.
    tours = await Promise.all([0, 1, 2, 3].map((place) => aRunningTour(colleague, place)));
  });
  afterAll(() => product.close());

  const report = (places: readonly { lat: number; lon: number }[]) =>
    telematics.updateLocation({
      locations: places.map((place, index) => ({
        ...place,
        vehicle_id: tours[index]?.vehicle_id ?? "",
        time: isoFromNow(product.clock),
      })),
    });
  const middleOf = async (page: Page) => {
    const box = await page.getByRole("region", { name: "Karte", exact: true }).first().boundingBox();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  };

  it("the map clusters vehicles close together, zooms in by a click, and follows reported positions", async () => {
    await report([MAP_HOME, MAP_HOME, MAP_HOME, { lat: MAP_HOME.lat + 2, lon: MAP_HOME.lon }]);
    const page = await product.look(colleague);
    await page.getByText("Live", { exact: true }).waitFor();
    const { x, y } = await middleOf(page);
    const zoom = async () => page.evaluate(() => localStorage.getItem("leitstand.map-camera") ?? "");
    // The latitudes put the cluster of three straight below the middle of the map.
    const card = page.getByRole("article");
    await expectEventually(async () => {
      for (let down = 0; down < 320; down += 12) {
        await page.mouse.move(x, y + down);
        const cursor = await page.locator(".maplibregl-canvas").evaluate((canvas) => canvas.style.cursor);
        if (cursor === "pointer" && (await card.count()) === 0) {
          await page.mouse.click(x, y + down);
          return "opened";
        }
      }
      return "not found";
    }).toBe("opened");
    await expectEventually(zoom).toMatch(/"zoom":9\.2/);
    await page.mouse.move(x, y);
    await expectEventually(() => card.getByRole("heading").allTextContents()).toEqual([tours[2]?.plate]);
    await page.mouse.click(x, y);
    await page.getByRole("heading", { level: 2, name: tours[2]?.plate ?? "" }).waitFor();
    await page.close();
  });

  it("the map moves a vehicle as it drives, without a reload", async () => {
    const page = await product.look(colleague, { path: `/?vehicle=${tours[3]?.vehicle_id}` });
    await page.getByRole("button", { name: "Zur Auswahl" }).click();
    const { x, y } = await middleOf(page);
    let step = 0;
    const isUnderPointer = async () => {
      // A pointer that does not move fires no events.
      await page.mouse.move(x + (step++ % 2), y);
      return page.locator(".maplibregl-canvas").evaluate((canvas) => canvas.style.cursor);
    };
    await expectEventually(isUnderPointer).toBe("pointer");
    await report([MAP_HOME, MAP_HOME, MAP_HOME, { lat: MAP_HOME.lat + 2.2, lon: MAP_HOME.lon + 0.2 }]);
    await expectEventually(isUnderPointer).toBe("");
    await page.close();
  });
});
