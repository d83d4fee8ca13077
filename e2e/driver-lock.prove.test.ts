import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { expectEventually, type OpenedConsole, openConsole } from "./console-testkit";
import {
  openPhoneAtWork,
  openPhoneEmptiedByWrongPins,
  lockByMenu,
  findTablesOpenedByPhoneKey,
  PIN_SEALED_TABLES,
  unsentRowStatuses,
  findCanariesInProfile,
  workOffline,
} from "./driver/scenes/locked-phone";
import { readPhoneTableRows } from "./driver/phone-rows";
import { assertMutantApplies } from "./driver/planted-page";
import { linkStateOf } from "./tours-testkit";
import { findAccessibilityViolations } from "../apps/api/src/testing/axe-testkit";

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
  },
);
