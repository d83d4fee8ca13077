import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./browser";
import { eventually, type OpenedConsole, openConsole } from "./console-testkit";
import {
  aPhoneAtWork,
  emptiedByPins,
  lockBySheet,
  openedByPhone,
  SEALED_BY_PIN,
  statusesOf,
  wordsInProfile,
  workOffline,
} from "./driver/scenes/locked-phone";
import { rowsOf } from "./driver/phone-rows";
import { aMutant } from "./driver/planted-page";
import { stateOf } from "./tours-testkit";
import { findAxeFaults } from "../apps/api/src/testing/axe-testkit";

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
  "a phone that lies on a table, and faulty apps (needs /usr/bin/chromium)",
  { timeout: 120_000 },
  () => {
    let product: OpenedConsole;
    let place = 0;
    beforeAll(async () => {
      product = await openConsole();
    });
    afterAll(() => product.close());

    it("the check of locked phones finds that cases are sealed by the phone's key alone", async () => {
      const phone = await aPhoneAtWork(product, { place: place++, mutant: underDeviceKey });
      await workOffline(phone);
      await lockBySheet(phone.page);
      expect(await openedByPhone(phone.page)).toContain("cases");
    });

    it("a locked phone leaves no name, address or number in any file of its browser", async () => {
      expect(await wordsInProfile(product, { place: place++ })).toEqual([]);
    });

    it("the check of locked phones finds unsealed copies in the browser's files", async () => {
      const words = await wordsInProfile(product, { place: place++, mutant: besideInClear });
      expect(words.join()).toContain("Kanari");
    });

    it("the check of locked phones finds an outbox that is deleted with the cases", async () => {
      const { page } = await emptiedByPins(product, { place: place++, mutant: withOutbox });
      expect(await statusesOf(page)).not.toEqual(["waiting"]);
    });

    it("a phone refuses PINs for a while after five wrong ones, deletes its cases after ten, and still sends its outbox", async () => {
      const { page, context, dispatcher, id, tour_id } = await emptiedByPins(product, { place: place++ });
      expect(await findAxeFaults(page)).toEqual([]);
      for (const table of [...SEALED_BY_PIN, "messages"]) expect(await rowsOf(page, table)).toEqual([]);
      await eventually(() => statusesOf(page)).toEqual(["waiting"]);
      await context.setOffline(false);
      await eventually(() => stateOf(dispatcher, id, tour_id)).toBe("ACCEPTED");
    });
  },
);
