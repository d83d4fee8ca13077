import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { expectEventually, type OpenedConsole, openConsole } from "./console-testkit";
import { readStoredOutboxOfPage } from "./driver/outbox-truth";
import { type SourceMutant, assertMutantsApply } from "./driver/planted-page";
import { openShiftWithThreeCases, driveOffline, CASE_GONE_TEXT } from "./driver/scenes/taken-case";
import { linkStateOf } from "./tours-testkit";

const SHOWN_WITHIN_MS = 5_000;

const mutants = assertMutantsApply({
  "a refused step that is thrown away": {
    file: "outbox/drain.ts",
    from: 'await db.outbox.update(row.seq, { status: "refused", refusal });',
    to: "await db.outbox.delete(row.seq);",
  },
  "a refusal that stops all cases": {
    file: "outbox/drain.ts",
    from: 'db.outbox.where("[chain+seq]").between([row.chain, row.seq + 1], [row.chain, Infinity]);',
    to: 'db.outbox.filter(({ status, seq }) => status === "waiting" && seq !== row.seq);',
  },
  "a case that stays readable after it was taken back": {
    file: "work/shift.ts",
    from: "isKnown: true, tours, cases, entries",
    to: "isKnown: true, tours, cases: [...cases, ...shiftStore.get().cases.filter(({ id }) => !ids.includes(id))], entries",
  },
});

describe.skipIf(!hasChromium)(
  "a case that the dispatcher takes back, with a faulty app (needs /usr/bin/chromium)",
  () => {
    let product: OpenedConsole;
    let place = 0;
    beforeAll(async () => {
      product = await openConsole();
    });
    afterAll(() => product.close());

    /** Finds faults, described in words, after the network has come back and the phone has sent its entries. */
    async function findFaults(mutant?: SourceMutant): Promise<string[]> {
      const shift = await openShiftWithThreeCases(product, { place: place++, mutant });
      const { page, ids } = shift;
      await driveOffline(shift);
      await expectEventually(() => countWaitingRows(page)).toBe(0);
      const states = await Promise.all(ids.slice(1).map((id) => linkStateOf(shift, id, shift.tour.id)));
      const notice = page.getByRole("button", { name: "2 Einträge wurden abgelehnt" });
      const isSaid = await isShownInTime(notice);
      if (isSaid) await notice.click();
      const isNameless = !isSaid || (await isShownInTime(page.getByText(CASE_GONE_TEXT).first()));
      return [
        ...(states.every((state) => state === "ARRIVED") ? [] : ["another case has stopped"]),
        ...(isSaid ? [] : ["a refusal is not said"]),
        ...(isNameless ? [] : ["the name is still readable"]),
      ];
    }

    it("a case that the dispatcher unassigns stops without affecting others, is announced, and disappears from the phone's screen", async () => {
      expect(await findFaults()).toEqual([]);
    }, 180_000);

    it.each(Object.entries(mutants))(
      "the test of an unassigned case fails for a driver app with %s",
      async (_name, mutant) => {
        expect(await findFaults(mutant)).not.toEqual([]);
      },
      180_000,
    );
  },
);

const isShownInTime = (part: Locator) =>
  part.waitFor({ timeout: SHOWN_WITHIN_MS }).then(
    () => true,
    () => false,
  );

/** Number of rows that the phone still intends to send. */
const countWaitingRows = async (page: Page) =>
  (await readStoredOutboxOfPage(page)).steps.filter(({ status }) => status === "waiting").length;
