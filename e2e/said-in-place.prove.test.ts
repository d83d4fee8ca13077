import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { type SignedInColleague, type OpenedConsole, expectEventually, openConsole } from "./console-testkit";
import { findAccessibilityViolations } from "../apps/api/src/testing/axe-testkit";

/** Viewport that leaves no room for a third word in a line. */
const narrowViewport = { width: 400, height: 800 };

describe.skipIf(!hasChromium)("what a dispatcher is told on a narrow screen (needs /usr/bin/chromium)", () => {
  let opened: OpenedConsole;
  let colleague: SignedInColleague;
  beforeAll(async () => {
    opened = await openConsole();
    colleague = await opened.signIn("bestattung");
  });
  afterAll(() => opened.close());

  it.each(["light", "dark"] as const)(
    "the address search marks a result with another house number than the typed one, also on a narrow screen (%s)",
    async (scheme) => {
      const page = await opened.look(colleague, { scheme, viewport: narrowViewport, path: "/?form=new" });
      await page.route("**/geocoding/addresses/forward_search*", (route) => route.fulfill({ json: geocoderAnswer }));
      await page.locator('[id*="source_address.search"]').fill("Hohensinner 7");
      const list = page.getByRole("listbox").filter({ hasText: "118a" });
      const tag = list.getByText("andere Hausnummer");
      await expectEventually(() => tag.count()).toBe(2);
      for (const text of [tag.first(), tag.last(), list.getByText("118a"), list.getByText("8141 Premstätten")]) {
        const [box, frame] = [await text.boundingBox(), await list.boundingBox()];
        if (!box || !frame) throw new Error("It is not on the screen.");
        expect(box.x + box.width).toBeLessThanOrEqual(frame.x + frame.width);
        expect(box.width).toBeGreaterThan(20);
      }
      expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      expect(await findAccessibilityViolations(page)).toEqual([]);
      await page.close();
    },
  );

  it("the case form says on a narrow screen what is missing and why it cannot be saved, and cuts off no button label", async () => {
    const page = await opened.look(colleague, { viewport: narrowViewport, path: "/?form=new" });
    const bar = page.locator("footer").filter({ hasText: "Speichern und" });
    const isLegible = async (text: string) => {
      const told = bar.getByText(text).first();
      await told.waitFor();
      const box = await told.boundingBox();
      expect((box?.x ?? narrowViewport.width) + (box?.width ?? 0)).toBeLessThanOrEqual(narrowViewport.width);
      expect(box?.width).toBeGreaterThan(60);
      expect(await told.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
    };
    for (const text of ["Für die Disposition fehlt noch", "Speichern und nächster"]) await isLegible(text);
    await page.keyboard.press("Control+Enter");
    await isLegible("zu prüfen");
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.close();
  });
});

const aHouseAddress = (street: string, house_number: string, [zip_code, city]: readonly [string, string]) => ({
  name: null,
  street,
  house_number,
  zip_code,
  city,
  country: "AT",
  lat: 47.07,
  lon: 15.44,
  bounding_box: null,
  confidence: 0.7,
  is_other_house: true,
  distance_meters: null,
  source: "embedded",
  stored_address_id: null,
});
const geocoderAnswer = {
  addresses: [
    aHouseAddress("Bürgermeister-Doktor-Karl-Hohensinner-Straße", "118a", ["8141", "Premstätten"]),
    aHouseAddress("Herrengasse", "9", ["8010", "Graz"]),
  ],
  attribution: "© OpenStreetMap contributors",
};
