import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./browser";
import { type OpenedConsole, openConsole } from "./console-testkit";
import {
  aPhoneAtWork,
  emptiedByPins,
  lockBySheet,
  openedByPhone,
  statusesOf,
  wordsInProfile,
  workOffline,
} from "./driver/scenes/locked-phone";
import { aMutant } from "./driver/planted-page";

const underDeviceKey = aMutant({
  file: "work/phone.ts",
  from: "cacheKey.set(key);\n}\n\nexport type Unlocking",
  to: "cacheKey.set(await deviceKey());\n}\n\nexport type Unlocking",
});
const withOutbox = aMutant({
  file: "work/phone.ts",
  from: "db.keys.delete(keyOfCases), forgetCached()]",
  to: "db.keys.delete(keyOfCases), forgetCached(), db.outbox.clear()]",
});
const besideInClear = aMutant({
  file: "vault/seal.ts",
  from: "return { iv, data:",
  to: "return { iv, clear: bytes, data:",
});

describe.skipIf(!hasBrowser)(
  "a faulty app on a phone that lies on a table (needs /usr/bin/chromium)",
  { timeout: 120_000 },
  () => {
    let product: OpenedConsole;
    const ends: (() => unknown)[] = [];
    let place = 0;
    beforeAll(async () => {
      product = await openConsole();
    });
    afterEach(async () => {
      for (const end of ends.splice(0).toReversed()) await end();
    });
    afterAll(() => product.close());

    it("the check of locked phones finds that cases are sealed by the phone's key alone", async () => {
      const phone = await aPhoneAtWork(product, { place: place++, ends, mutant: underDeviceKey });
      await workOffline(phone);
      await lockBySheet(phone.page);
      expect(await openedByPhone(phone.page)).toContain("cases");
    });

    it("a locked phone leaves no name, address or number in any file of its browser", async () => {
      expect(await wordsInProfile(product, { place: place++, ends })).toEqual([]);
    });

    it("the check of locked phones finds unsealed copies in the browser's files", async () => {
      const words = await wordsInProfile(product, { place: place++, ends, mutant: besideInClear });
      expect(words.join()).toContain("Kanari");
    });

    it("the check of locked phones finds an outbox that is deleted with the cases", async () => {
      const { page } = await emptiedByPins(product, { place: place++, ends, mutant: withOutbox });
      expect(await statusesOf(page)).not.toEqual(["waiting"]);
    });
  },
);
