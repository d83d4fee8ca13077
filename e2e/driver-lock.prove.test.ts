import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { expectEventually, type OpenedConsole, openConsole } from "./console-testkit";
import {
  hideAppTemporarily,
  phoneNumberOf,
  pressPrimaryButton,
  signInDriverByPhoneNumber,
  typePin,
} from "./driver/driver-testkit";
import {
  openPhoneAtWork,
  openPhoneEmptiedByWrongPins,
  lockByMenu,
  findTablesOpenedByPhoneKey,
  PIN_SEALED_TABLES,
  unsentRowStatuses,
  findCanariesInProfile,
  workOffline,
  WRONG_PIN,
} from "./driver/scenes/locked-phone";
import { readPhoneTableRows } from "./driver/phone-rows";
import { assertMutantApplies } from "./driver/planted-page";
import { linkStateOf } from "./tours-testkit";
import { findAccessibilityViolations } from "../apps/api/src/testing/axe-testkit";

const LOCK_AFTER_MS = 5 * 60_000;

const mutantUnlockedByDeviceKey = assertMutantApplies({
  file: "work/phone.ts",
  from: "unlockedCacheKey.set(key);\n}\n\nexport type UnlockOutcome",
  to: "unlockedCacheKey.set(await requireDeviceKey());\n}\n\nexport type UnlockOutcome",
});
const mutantDeletingOutbox = assertMutantApplies({
  file: "work/phone.ts",
  from: "driverDb.keys.delete(keyOfCases), deleteCachedData()]",
  to: "driverDb.keys.delete(keyOfCases), deleteCachedData(), driverDb.outbox.clear()]",
});
const mutantStoringClearText = assertMutantApplies({
  file: "vault/seal.ts",
  from: "return { iv, data:",
  to: "return { iv, clear: bytes, data:",
});

describe.skipIf(!hasChromium)(
  "a phone that lies on a table, and faulty apps (needs /usr/bin/chromium)",
  { timeout: 120_000 },
  () => {
    let product: OpenedConsole;
    let place = 0;
    beforeAll(async () => {
      product = await openConsole();
    });
    afterAll(() => product.close());

    it("the test of locked phones detects a driver app that encrypts cases only with the phone's key", async () => {
      const phone = await openPhoneAtWork(product, { place: place++, mutant: mutantUnlockedByDeviceKey });
      await workOffline(phone);
      await lockByMenu(phone.page);
      expect(await findTablesOpenedByPhoneKey(phone.page)).toContain("cases");
    });

    it("a locked phone leaves no name, address or number in any file of its browser", async () => {
      expect(await findCanariesInProfile(product, { place: place++ })).toEqual([]);
    });

    it("the test of locked phones detects unencrypted copies in the browser's files", async () => {
      const words = await findCanariesInProfile(product, { place: place++, mutant: mutantStoringClearText });
      expect(words.join()).toContain("Kanari");
    });

    it("the test of locked phones detects a driver app that deletes the outbox together with the cases", async () => {
      const { page } = await openPhoneEmptiedByWrongPins(product, { place: place++, mutant: mutantDeletingOutbox });
      expect(await unsentRowStatuses(page)).not.toEqual(["waiting"]);
    });

    it("a phone refuses PINs for a while after five wrong ones, deletes its cases after ten, and still sends its outbox", async () => {
      const { page, context, dispatcher, id, tour_id } = await openPhoneEmptiedByWrongPins(product, { place: place++ });
      expect(await findAccessibilityViolations(page)).toEqual([]);
      for (const table of [...PIN_SEALED_TABLES, "messages"]) expect(await readPhoneTableRows(page, table)).toEqual([]);
      await expectEventually(() => unsentRowStatuses(page)).toEqual(["waiting"]);
      await context.setOffline(false);
      await expectEventually(() => linkStateOf(dispatcher, id, tour_id)).toBe("ACCEPTED");
    });

    it("the driver app hides its data in the app switcher, locks after five minutes in the background, and counts every wrong PIN", async () => {
      const { page } = await openPhoneAtWork(product, { place: place++ });
      await pressPrimaryButton(page, "Annehmen");
      const name = page.getByText("Kanari").first();
      await name.waitFor();
      // The clock stands, so that the phone was away for exactly that long, however long the test takes.
      const now = product.clock.now().getTime();
      await page.clock.setFixedTime(now);
      const comeBack = await hideAppTemporarily(page);
      await name.waitFor({ state: "hidden" });
      // A phone stops the timers of a hidden page; the time passes anyway.
      await page.clock.setFixedTime(now + LOCK_AFTER_MS - 1_000);
      await comeBack();
      await name.waitFor();
      const comeBackLate = await hideAppTemporarily(page);
      await page.clock.setFixedTime(now + 2 * LOCK_AFTER_MS);
      await comeBackLate();
      await page.getByText("PIN eingeben, um weiterzuarbeiten").waitFor();
      await name.waitFor({ state: "detached" });

      // Wrong PINs also count when they are typed fast.
      for (let wrong = 0; wrong < 4; wrong++) await typePin(page, WRONG_PIN);
      await expectEventually(async () => (await readPhoneTableRows(page, "meta")).join("\n")).toContain(
        "wrong pins value count 4",
      );
      await typePin(page);
      await name.waitFor();
      await expectEventually(async () => (await readPhoneTableRows(page, "meta")).join("\n")).toContain(
        "wrong pins value count 0",
      );
    });

    it("a second driver cannot sign in on a phone with unsent entries of the first", async () => {
      const { page } = await openPhoneAtWork(product, { place: place++ });
      await page.route("**/send_action", (route) => route.abort());
      await pressPrimaryButton(page, "Annehmen");
      await lockByMenu(page);
      await page.getByRole("button", { name: "Vergessen?" }).click();
      await signInDriverByPhoneNumber(product, page, phoneNumberOf("bestattung", place++));
      await page.getByText("Von diesem Telefon sind noch Einträge einer anderen Person zu senden.").waitFor();
      await expectEventually(() => unsentRowStatuses(page)).toEqual(["waiting"]);
    });
  },
);
