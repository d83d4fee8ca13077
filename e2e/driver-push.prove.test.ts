import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { json, sql } from "../apps/api/src/platform/database/sql";
import { hasBrowser } from "./browser";
import { eventually } from "./console-testkit";
import { choose, press, tickTodos, typePin } from "./driver/driver-testkit";
import { aMutant, type Mutant } from "./driver/planted-page";
import {
  begin,
  close,
  PushScene,
  sentWhileClosed,
  takesOverAmongRequests,
  takesOverWhileUnsent,
} from "./driver/scenes/push-scene";

const nothingShown = aMutant({ file: "worker/push.ts", from: "show(notice), ", to: "" });
const noReceipt = aMutant({ file: "worker/push.ts", from: "await keepReceipt(db, link);", to: "" });
const sleepingPage = aMutant({ file: "worker/push.ts", from: "of await openWindows()", to: "of []" });
const nothingSent = aMutant({
  file: "worker/sync.ts",
  from: "  drain({",
  to: "  (async (_: object) => ({ is: 'idle', wakeAt: undefined }) as const)({",
});
const hasty = aMutant({
  file: "work/update-hold.ts",
  from: 'return rows + photos > 0 ? "unsent" : undefined',
  to: "return undefined",
});
const wokenByRequests = aMutant({ file: "worker/shell.ts", from: 'urlPattern: "/api/*"', to: 'urlPattern: "/none/*"' });
/** Most tests first build the app with a fault in it; those of new versions build another one after it. */
const TIMEOUT_MS = 240_000;
/** Time for undo that is long enough to close the app. */
const UNDO_SECONDS = 20;
/** The page polls every twenty seconds. */
const ON_SCREEN_MS = 3_000;

describe.skipIf(!hasBrowser)(
  "pushes to the phone, in time and with faults (needs /usr/bin/chromium)",
  { timeout: TIMEOUT_MS },
  () => {
    let pushed: PushScene;
    beforeAll(async () => {
      pushed = await PushScene.open();
    });
    afterAll(() => pushed.close());

    it("the check of pushes finds a worker that stores pushes without showing them", async () => {
      expect(await comeWhileClosed(nothingShown)).toEqual({ notices: 0, isReceived: true });
    });

    it("the check of pushes finds a worker that sends no receipt before the driver accepts", async () => {
      expect(await comeWhileClosed(noReceipt)).toEqual({ notices: 1, isReceived: false });
    });

    async function comeWhileClosed(mutant: Mutant) {
      const shift = await pushed.aShift(mutant);
      await begin(shift);
      await close(shift.page);
      const id = await shift.assign();
      await shift.deliverPushOf(id);
      // The worker takes pushes in order: once the second one is visible or known, so is the first.
      await shift.background.push("unreadable");
      const isThere = async () => (await shift.link(id))?.device_received_at !== null;
      await eventually(async () => (await shift.background.notices()).length > 0 || (await isThere())).toBe(true);
      const titles = (await shift.background.notices()).map(({ title }) => title);
      return { notices: titles.filter((title) => title.startsWith("Neuer Fall")).length, isReceived: await isThere() };
    }

    it("a push wakes the app while its stream is cut, long before the next poll", async () => {
      expect(await ringsByPush()).toBe(true);
    });

    it("the check of pushes finds a worker that does not wake the app", async () => {
      expect(await ringsByPush(sleepingPage)).toBe(false);
    });

    async function ringsByPush(mutant?: Mutant): Promise<boolean> {
      const shift = await pushed.aShift(mutant);
      const { page } = shift;
      await begin(shift);
      await page.route("**/api/v1/dashboard", (route) => route.abort());
      await page.reload();
      const fetched = page.waitForResponse((response) => response.url().includes("/api/v1/cases"));
      await typePin(page);
      await fetched;
      await page.getByText("Gerade kein Fall.").waitFor();
      await shift.deliverPushOf(await shift.assign());
      return page
        .getByRole("alertdialog")
        .waitFor({ timeout: ON_SCREEN_MS })
        .then(
          () => true,
          () => false,
        );
    }

    it("the check of pushes finds a worker that sends no waiting entries", async () => {
      expect(await sentWhileClosed(pushed, nothingSent)).toBe("ASSIGNED");
    });

    it("the closed app sends planned entries when they are due", async () => {
      await pushed.product.db.system.run(
        sql`update tenants set settings = settings || ${json({ driver_undo_seconds: UNDO_SECONDS })}::jsonb where short_code = 'bestattung'`,
      );
      const shift = await pushed.aShift();
      const { page, background } = shift;
      await begin(shift);
      const id = await shift.assignItem();
      await page.getByRole("alertdialog").waitFor();
      for (const step of ["Annehmen", "Losfahren", "Angekommen"]) await press(page, step);
      await tickTodos(page);
      await press(page, "Geladen");
      await press(page, "Am Ziel");
      await tickTodos(page);
      await press(page, "Übergabe");
      await page.getByLabel("Wer übernimmt?").fill("M. Huber");
      await choose(page.getByLabel("Verweigert"));
      await page.getByLabel("Warum ohne Unterschrift?").fill("will nicht");
      await press(page, "Übergeben");
      await eventually(async () => (await shift.link(id))?.state).toBe("DELIVERED");
      await close(page);
      await background.sync();
      await expect.poll(async () => (await shift.link(id))?.state, { timeout: 60_000 }).toBe("DONE");
      const history = await shift.api.getCaseStateHistory({ id });
      const timeOf = (action: string) =>
        Date.parse(history.find(({ transition }) => transition === action)?.received_at ?? "");
      expect(timeOf("DONE") - timeOf("DELIVER")).toBeGreaterThan((UNDO_SECONDS - 5) * 1_000);
    });

    it("a new version of the app waits until everything is sent", async () => {
      expect(await takesOverWhileUnsent(pushed)).toBe(false);
    });

    it("a new version of the app takes over at a tap, whatever the page asks the server for meanwhile", async () => {
      expect(await takesOverAmongRequests(pushed)).toBe(true);
    });

    it("the check of new versions finds a worker that each request of the page wakes", async () => {
      expect(await takesOverAmongRequests(pushed, wokenByRequests)).toBe(false);
    });

    it("the check of pushes finds a new version that does not wait for unsent entries", async () => {
      expect(await takesOverWhileUnsent(pushed, hasty)).toBe(true);
    });
  },
);
