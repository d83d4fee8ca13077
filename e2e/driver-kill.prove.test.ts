import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { funeralCaseRequest } from "../apps/api/src/testing/cases";
import { hasChromium } from "./browser";
import { expectEventually, type OpenedConsole, openConsole } from "./console-testkit";
import { takePicture } from "./driver/camera";
import { phoneOptionsWithMutant } from "./driver/driver-build";
import {
  openDriverPhone,
  beginShiftOnScreen,
  planDriverTour,
  pressPrimaryButton,
  signInOnPhone,
  typePin,
} from "./driver/driver-testkit";
import { type StoredOutboxContent, readStoredOutboxOfPage } from "./driver/outbox-truth";
import { type SourceMutant, assertMutantsApply } from "./driver/planted-page";
import { isProcessRunning, killBrowserOf, createBrowserProfile } from "./driver/profile";

const KILL_POINT_COUNT = 50;
/** Number of kills after which a planted fault has shown itself. */
const KILL_POINTS_PER_MUTANT = 40;
const CASE_NAME = "Fuchs, Alois";

/** Text that the page writes to its console after a tap. */
const TAPPED_CONSOLE_TEXT = "tapped";
const mutants = assertMutantsApply({
  "a step and what it says of photos written one after the other": {
    file: "work/act.ts",
    from: `      photos,
      places: sourceAndTargetAddressesOf(dispatchCase),
      cancelsPlanned: isUndoAction(action),
    }),
  );`,
    to: `      places: sourceAndTargetAddressesOf(dispatchCase),
      cancelsPlanned: isUndoAction(action),
    }),
  );
  await showAndSendOutbox();
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await driverDb.photos.where("id").anyOf(photo_ids).modify({ announced_by: action_id });`,
  },
  "a screen that shows a step before it is written": {
    file: "work/act.ts",
    from: "const action_id = await runAndReportWrite(() =>",
    to: `const facts = { chain: outboxChainOfCase(id), action_id: "", offset: 0, user_id: "", answered: null, refusal: null };
      const early = { ...facts, seq: 1e9, status: "waiting", at: Date.now(), seen: 0, needs: null, not_before: null };
      shiftStore.set({ ...shiftStore.get(), entries: [...shiftStore.get().entries, { ...early, isFrozen: false, content }] });
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const action_id = await runAndReportWrite(() =>`,
  },
});

describe.skipIf(!hasChromium)("a phone whose browser is killed (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  let place = 0;
  beforeAll(async () => {
    product = await openConsole();
  });
  afterAll(() => product.close());

  /** A phone on its way to a case, without network from now on. */
  async function aPhoneOnItsWay(mutant?: SourceMutant) {
    const profile = createBrowserProfile();
    onTestFinished(profile.remove);
    const options = { place: place++, profile: profile.folder, ...(await phoneOptionsWithMutant(mutant)) };
    const phone = await openDriverPhone(product, "bestattung", options);
    await planDriverTour(await product.signIn("bestattung"), phone, [funeralCaseRequest({ display_name: CASE_NAME })]);
    const { page, context } = phone;
    await signInOnPhone(product, "bestattung", phone);
    await beginShiftOnScreen(page);
    for (const step of ["Annehmen", "Losfahren"]) await pressPrimaryButton(page, step);
    await expectEventually(async () => (await readStoredOutboxOfPage(page)).steps).toEqual([]);
    await context.setOffline(true);
    await takePicture(page, await cameraInputId(page));
    await page.locator(".photos .photo").waitFor();
    await context.close();
    const prepare = (restarted: Page) => restarted.context().setOffline(true);
    return { profile, start: () => openDriverPhone(product, "bestattung", { ...options, prepare }) };
  }
  type PhoneOnItsWay = Awaited<ReturnType<typeof aPhoneOnItsWay>>;

  /** Starts the app: unlocked, with the case on the screen. */
  async function start({ start: startAgain }: PhoneOnItsWay) {
    const { page, context } = await startAgain();
    await page.getByText("PIN eingeben, um weiterzuarbeiten").waitFor();
    await typePin(page);
    await page.getByText(CASE_NAME).first().click();
    await page.locator(".photos .photo").first().waitFor();
    return { page, context };
  }

  /**
   * Does one step and kills the browser: when it is painted, or some time after the tap. Returns whether it was painted
   * by then.
   */
  async function killAt(phone: PhoneOnItsWay, page: Page, point: KillPoint): Promise<boolean> {
    let isPainted = false;
    let onPaint = () => undefined as void;
    const closed = page.context().waitForEvent("close");
    const killed = new Promise<number>((resolve) => {
      const kill = () => resolve(killBrowserOf(phone.profile));
      const { after } = point;
      onPaint = () => {
        isPainted = true;
        if (after === "paint") kill();
      };
      // The browser writes into the console, too, where a file or an answer of the stream does not come.
      if (after !== "paint")
        page.on("console", (message) => void (message.text() === TAPPED_CONSOLE_TEXT && setTimeout(kill, after)));
    });
    await page.exposeFunction("painted", () => onPaint());
    await watchForPaint(page);
    tapStepOrPhoto(page, point).catch(() => undefined);
    const pid = await killed;
    await closed;
    await expectEventually(async () => isProcessRunning(pid)).toBe(false);
    return isPainted;
  }

  /** Finds faults after the given number of kills, described in words. */
  async function findFaults(points: number, mutant?: SourceMutant): Promise<string[]> {
    const phone = await aPhoneOnItsWay(mutant);
    let { page } = await start(phone);
    onTestFinished(() => page.context().close());
    for (let index = 0; index < points; index++) {
      const before = await readStoredOutboxOfPage(page);
      const point = killPointAt(index);
      const isPainted = await killAt(phone, page, point);
      ({ page } = await start(phone));
      const faults = findLoss(before, await readStoredOutboxOfPage(page), { isPainted, isPhoto: point.isPhoto });
      if (faults.length > 0) return faults.map((fault) => `point ${index}, ${JSON.stringify(point)}: ${fault}`);
    }
    return [];
  }

  it(`a phone whose browser is killed keeps every step that was shown, and no incomplete one (${KILL_POINT_COUNT} points)`, async () => {
    expect(await findFaults(KILL_POINT_COUNT)).toEqual([]);
  }, 900_000);

  it.each(Object.entries(mutants))(
    "the test of killed browsers fails for a driver app with %s",
    async (_name, mutant) => {
      expect(await findFaults(KILL_POINTS_PER_MUTANT, mutant)).not.toEqual([]);
    },
    600_000,
  );
});

const cameraInputId = async (page: Page) =>
  (await page.locator("label.tool input[type=file]").getAttribute("id")) ?? "";

interface KillPoint {
  readonly isPhoto: boolean;
  /** Milliseconds after the tap, or the moment of painting. */
  readonly after: number | "paint";
}

/**
 * Every fourth step is a photo, which takes longer; half of the kills come at the moment of painting, the others a
 * little later each.
 */
const killPointAt = (index: number): KillPoint => {
  const isPhoto = index % 4 === 3;
  const isAtPaint = Math.floor(index / 4) % 2 === index % 2;
  return { isPhoto, after: isAtPaint ? "paint" : isPhoto ? index * 6 : index };
};

/** Taps a photo, or the next step: forth, and back again. */
async function tapStepOrPhoto(page: Page, { isPhoto }: KillPoint) {
  if (isPhoto) {
    await takePicture(page, await cameraInputId(page));
    await page.evaluate((text) => console.log(text), TAPPED_CONSOLE_TEXT);
    return;
  }
  await page.evaluate((text) => {
    const buttons = [...document.querySelectorAll("button")];
    const named = (name: string) => buttons.find(({ textContent }) => textContent.startsWith(name));
    (named("Angekommen") ?? named("Rückgängig"))?.click();
    console.log(text);
  }, TAPPED_CONSOLE_TEXT);
}

/** Watches for a change of the screen: another next step, or another number of photos. */
const watchForPaint = (page: Page) =>
  page.evaluate(() => {
    const seen = () =>
      `${document.querySelector("button.primary")?.textContent} ${document.querySelectorAll(".photos .photo").length}`;
    const first = seen();
    new MutationObserver((_records, observer) => {
      if (seen() === first) return;
      observer.disconnect();
      void (window as unknown as { painted(): Promise<void> }).painted();
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });

function findLoss(
  before: StoredOutboxContent,
  after: StoredOutboxContent,
  { isPainted, isPhoto }: { isPainted: boolean; isPhoto: boolean },
): string[] {
  const more = isPhoto ? after.photos.length - before.photos.length : after.steps.length - before.steps.length;
  const naming = after.steps.findLast(({ photo_ids }) => photo_ids.length > 0);
  const unannounced = naming?.photo_ids.filter(
    (id) => after.photos.find((photo) => photo.id === id)?.announced_by !== naming.action_id,
  );
  const ids = new Set(after.steps.map(({ action_id }) => action_id));
  return [
    ...(isPainted && more !== 1 ? ["painted, and not there"] : []),
    ...(more < 0 || more > 1 ? [`${more} more than before`] : []),
    ...(before.steps.every(({ action_id }) => ids.has(action_id)) ? [] : ["an earlier step is gone"]),
    ...(unannounced?.length ? ["a step without what it says of its photos"] : []),
    ...(after.photos.every(({ id, status }) => status === "sent" || after.pictures.includes(id))
      ? []
      : ["a photo without its picture"]),
  ];
}
