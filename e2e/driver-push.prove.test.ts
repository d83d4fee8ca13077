import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toJsonParameter, sql } from "../apps/api/src/platform/database/sql";
import { hasChromium } from "./browser";
import { expectEventually } from "./console-testkit";
import { chooseOption, pressPrimaryButton, tickTodos, typePin } from "./driver/driver-testkit";
import { assertMutantApplies, type SourceMutant } from "./driver/planted-page";
import {
  beginPushedShift,
  closeApp,
  PushScene,
  stateOfFirstCaseAfterClosedApp,
  doesAppUpdateDuringRequests,
  doesAppUpdateWhileUnsent,
} from "./driver/scenes/push-scene";

const mutantShowingNothing = assertMutantApplies({ file: "worker/push.ts", from: "showNotice(notice), ", to: "" });
const mutantWithoutReceipt = assertMutantApplies({
  file: "worker/push.ts",
  from: "await storeCaseReceipt(workerDb, link);",
  to: "",
});
const mutantNotWakingPage = assertMutantApplies({
  file: "worker/push.ts",
  from: "of await findAppWindows()",
  to: "of []",
});
const mutantSendingNothing = assertMutantApplies({
  file: "worker/sync.ts",
  from: "  drainOutbox({",
  to: "  (async (_: object) => ({ is: 'idle', wakeAt: undefined }) as const)({",
});
const mutantUpdatingTooEarly = assertMutantApplies({
  file: "work/update-hold.ts",
  from: 'return rows + photos > 0 ? "unsent" : undefined',
  to: "return undefined",
});
const mutantWokenByRequests = assertMutantApplies({
  file: "worker/shell.ts",
  from: 'urlPattern: "/api/*"',
  to: 'urlPattern: "/none/*"',
});
/** Most tests first build the app with a fault in it; those of new versions build another one after it. */
const TEST_TIMEOUT_MS = 240_000;
/** Time for undo that is long enough to close the app. */
const UNDO_SECONDS = 20;
/** Time for a push to show, less than the twenty seconds between two polls of the page. */
const SHOWN_WITHIN_MS = 3_000;

describe.skipIf(!hasChromium)(
  "pushes to the phone, in time and with faults (needs /usr/bin/chromium)",
  { timeout: TEST_TIMEOUT_MS },
  () => {
    let pushed: PushScene;
    beforeAll(async () => {
      pushed = await PushScene.open();
    });
    afterAll(() => pushed.close());

    it("the test of pushes detects a service worker that stores pushes without showing them", async () => {
      expect(await comeWhileClosed(mutantShowingNothing)).toEqual({ notices: 0, isReceived: true });
    });

    it("the test of pushes detects a service worker that sends no receipt before the driver accepts", async () => {
      expect(await comeWhileClosed(mutantWithoutReceipt)).toEqual({ notices: 1, isReceived: false });
    });

    async function comeWhileClosed(mutant: SourceMutant) {
      const shift = await pushed.aShift(mutant);
      await beginPushedShift(shift);
      await closeApp(shift.page);
      const id = await shift.assign();
      await shift.deliverPushOf(id);
      // The browser shows notices in any order: both of them are visible in the end, or the receipt is known.
      await shift.background.push("unreadable");
      const isThere = async () => (await shift.link(id))?.device_received_at !== null;
      await expectEventually(async () => (await shift.background.notices()).length > 1 || (await isThere())).toBe(true);
      const titles = (await shift.background.notices()).map(({ title }) => title);
      return { notices: titles.filter((title) => title.startsWith("Neuer Fall")).length, isReceived: await isThere() };
    }

    it("a push makes the driver app fetch a case while its stream is cut, long before the next poll", async () => {
      expect(await ringsByPush()).toBe(true);
    });

    it("the test of pushes detects a service worker that does not notify the open app", async () => {
      expect(await ringsByPush(mutantNotWakingPage)).toBe(false);
    });

    async function ringsByPush(mutant?: SourceMutant): Promise<boolean> {
      const shift = await pushed.aShift(mutant);
      const { page } = shift;
      await beginPushedShift(shift);
      await page.route("**/api/v1/dashboard", (route) => route.abort());
      await page.reload();
      const fetched = page.waitForResponse((response) => response.url().includes("/api/v1/cases"));
      await typePin(page);
      await fetched;
      await page.getByText("Gerade kein Fall.").waitFor();
      await shift.deliverPushOf(await shift.assign());
      return page
        .getByRole("alertdialog")
        .waitFor({ timeout: SHOWN_WITHIN_MS })
        .then(
          () => true,
          () => false,
        );
    }

    it("the test of pushes detects a service worker that sends no waiting outbox entries", async () => {
      expect(await stateOfFirstCaseAfterClosedApp(pushed, mutantSendingNothing)).toBe("ASSIGNED");
    });

    it("the closed driver app sends planned outbox entries when they are due", async () => {
      await pushed.product.db.system.run(
        sql`update tenants set settings = settings || ${toJsonParameter({ driver_undo_seconds: UNDO_SECONDS })}::jsonb where short_code = 'bestattung'`,
      );
      const shift = await pushed.aShift();
      const { page, background } = shift;
      await beginPushedShift(shift);
      const id = await shift.assignItem();
      await page.getByRole("alertdialog").waitFor();
      for (const step of ["Annehmen", "Losfahren", "Angekommen"]) await pressPrimaryButton(page, step);
      await tickTodos(page);
      await pressPrimaryButton(page, "Geladen");
      await pressPrimaryButton(page, "Am Ziel");
      await tickTodos(page);
      await pressPrimaryButton(page, "Übergabe");
      await page.getByLabel("Wer übernimmt?").fill("M. Huber");
      await chooseOption(page.getByLabel("Verweigert"));
      await page.getByLabel("Warum ohne Unterschrift?").fill("will nicht");
      await pressPrimaryButton(page, "Übergeben");
      await expectEventually(async () => (await shift.link(id))?.state).toBe("DELIVERED");
      await closeApp(page);
      await background.sync();
      await expect.poll(async () => (await shift.link(id))?.state, { timeout: 60_000 }).toBe("DONE");
      const history = await shift.api.getCaseStateHistory({ id });
      const timeOf = (action: string) =>
        Date.parse(history.find(({ transition }) => transition === action)?.received_at ?? "");
      expect(timeOf("DONE") - timeOf("DELIVER")).toBeGreaterThan((UNDO_SECONDS - 5) * 1_000);
    });

    it("a new version of the driver app does not take over while there are unsent entries", async () => {
      expect(await doesAppUpdateWhileUnsent(pushed)).toBe(false);
    });

    it("a new version of the driver app takes over at a tap even while the page sends requests", async () => {
      expect(await doesAppUpdateDuringRequests(pushed)).toBe(true);
    });

    it("the update test detects a service worker that every API request wakes", async () => {
      expect(await doesAppUpdateDuringRequests(pushed, mutantWokenByRequests)).toBe(false);
    });

    it("the update test detects a new version that does not wait for unsent entries", async () => {
      expect(await doesAppUpdateWhileUnsent(pushed, mutantUpdatingTooEarly)).toBe(true);
    });
  },
);
