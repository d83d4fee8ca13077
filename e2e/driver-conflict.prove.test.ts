import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./browser";
import { eventually, type OpenedConsole, openConsole } from "./console-testkit";
import { readOutboxOf } from "./driver/outbox-truth";
import { type Mutant, theMutants } from "./driver/planted-page";
import { aShiftOfThree, driveWithoutNetwork, GONE } from "./driver/scenes/taken-case";
import { stateOf } from "./tours-testkit";

const ON_SCREEN_MS = 5_000;

const mutants = theMutants({
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
    to: "isKnown: true, tours, cases: [...cases, ...shift.get().cases.filter(({ id }) => !ids.includes(id))], entries",
  },
});

describe.skipIf(!hasBrowser)(
  "a case that the dispatcher takes back, with a faulty app (needs /usr/bin/chromium)",
  () => {
    let product: OpenedConsole;
    let place = 0;
    beforeAll(async () => {
      product = await openConsole();
    });
    afterAll(() => product.close());

    /** Faults in words, after the network has come back and the phone has sent what it could. */
    async function findFaults(mutant?: Mutant): Promise<string[]> {
      const shift = await aShiftOfThree(product, { place: place++, mutant });
      const { page, ids } = shift;
      await driveWithoutNetwork(shift);
      await eventually(() => countWaiting(page)).toBe(0);
      const states = await Promise.all(ids.slice(1).map((id) => stateOf(shift, id, shift.tour.id)));
      const notice = page.getByRole("button", { name: "2 Einträge wurden abgelehnt" });
      const isSaid = await isShown(notice);
      if (isSaid) await notice.click();
      const isNameless = !isSaid || (await isShown(page.getByText(GONE).first()));
      return [
        ...(states.every((state) => state === "ARRIVED") ? [] : ["another case has stopped"]),
        ...(isSaid ? [] : ["a refusal is not said"]),
        ...(isNameless ? [] : ["the name is still readable"]),
      ];
    }

    it("a case that the dispatcher takes back stops alone, is announced, and disappears from the screen", async () => {
      expect(await findFaults()).toEqual([]);
    }, 180_000);

    it.each(Object.entries(mutants))(
      "the check of a case that is taken back finds the fault of an app with %s",
      async (_name, mutant) => {
        expect(await findFaults(mutant)).not.toEqual([]);
      },
      180_000,
    );
  },
);

const isShown = (part: Locator) =>
  part.waitFor({ timeout: ON_SCREEN_MS }).then(
    () => true,
    () => false,
  );

/** Number of rows that the phone still intends to send. */
const countWaiting = async (page: Page) =>
  (await readOutboxOf(page)).steps.filter(({ status }) => status === "waiting").length;
