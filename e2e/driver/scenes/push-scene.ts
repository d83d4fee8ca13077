import type { Page } from "playwright-core";
import { expect, vi, onTestFinished } from "vitest";
import { sql } from "../../../apps/api/src/platform/database/sql";
import { funeralCaseRequest } from "../../../apps/api/src/testing/cases";
import { SubscribedBrowser, startPushService } from "../../../apps/api/src/testing/push/push-service";
import { expectEventually, openConsole, type OpenedConsole } from "../../console-testkit";
import {
  skipPermissionQuestions,
  openDriverPhone,
  assignNewCaseTo,
  beginShiftOnScreen,
  planDriverTour,
  pressPrimaryButton,
  signInOnPhoneUpToPermission,
  typePin,
  endTour,
} from "../driver-testkit";
import { assertMutantApplies, type SourceMutant } from "../planted-page";
import { ControlledServiceWorker, grantPushSubscription } from "../pushed-phone";
import { SwappableDriverBuild } from "../swappable-build";
import { linkOfCase } from "../../tours-testkit";
import { findAccessibilityViolations } from "../../../apps/api/src/testing/axe-testkit";

export const PUSHED_CASE_NAME = "Zeisig, Alois";
const newVersionMutant = assertMutantApplies({
  file: "app/app.tsx",
  from: "<FirstStartScreen />",
  to: "<FirstStartScreen key={2} />",
});

/** The product with drivers who receive pushes, and the app as its server serves it. */
export class PushScene {
  private place = 0;

  private constructor(
    readonly product: OpenedConsole,
    private readonly build: SwappableDriverBuild,
  ) {}

  static async open(): Promise<PushScene> {
    const build = new SwappableDriverBuild();
    const egressAllow = [{ host: "127.0.0.1", port: undefined }];
    return new PushScene(await openConsole({ driverDir: build.dir, egressAllow, hasNotices: true }), build);
  }

  async close() {
    await this.product.close();
    await this.build.remove();
  }

  /** Serves another version of the app until the end of the test. */
  async take(change: SourceMutant) {
    await this.build.take(change);
    onTestFinished(this.build.takeBack);
  }

  /** A driver on a tour who has allowed notifications, with the push subscription. */
  async aShift(mutant?: SourceMutant) {
    const { product } = this;
    if (mutant) await this.take(mutant);
    const service = await startPushService();
    const own = this.place++;
    const endpoint = `${service.origin}/push/${own}`;
    const browser = new SubscribedBrowser();
    const prepare = (page: Page) => grantPushSubscription(page, browser.subscription(endpoint));
    const phone = await openDriverPhone(product, "bestattung", { place: own, prepare });
    onTestFinished(() => phone.context.close());
    const { dispatcher, tour } = await planDriverTour(await product.signIn("bestattung"), phone, []);
    // The phone may still be sending, which changes versions: then it is tried again.
    onTestFinished(() => vi.waitFor(() => endTour(dispatcher.api, tour.id), { timeout: 10_000, interval: 100 }));
    // Ends the subscription, so that later changes of the test cause no pushes.
    onTestFinished(async () => {
      await product.db.system.run(sql`update devices set push_token = null where id = ${phone.device_id}`);
    });
    await signInOnPhoneUpToPermission(product, "bestattung", phone);
    await allowNotifications(phone.page);
    const background = await ControlledServiceWorker.of(phone.context, product.url);
    const assign = () => assignNewCaseTo(dispatcher, tour, funeralCaseRequest({ display_name: PUSHED_CASE_NAME }));
    const funeral_data = { cargo_type: "ITEM", transport_type: "Transportauftrag" } as const;
    const cargo_item = { description: "Urne" };
    /** Assigns a transport of an item, which needs no identification. */
    const assignItem = () =>
      assignNewCaseTo(dispatcher, tour, funeralCaseRequest({ funeral_data: { ...funeral_data, cargo_item } }));
    const pushOf = (id: string) => service.received.find((push) => JSON.stringify(browser.read(push)).includes(id));
    /** Waits for the push about a case, whatever comes before it, and delivers it. */
    const deliverPushOf = async (id: string) => {
      await expectEventually(async () => pushOf(id)).toBeDefined();
      const push = pushOf(id);
      if (push) await background.deliver(browser, push);
    };
    const link = (id: string) => linkOfCase(dispatcher, id, tour.id);
    /** Token by which the server pushes the phone; answers tell it to the phone alone. */
    const pushToken = async () =>
      (
        await product.db.system.one<{ push_token: string | null }>(
          sql`select push_token from devices where id = ${phone.device_id}`,
        )
      ).push_token;
    const pushes = { service, background, assign, assignItem, deliverPushOf, pushToken };
    return { ...phone, ...dispatcher, ...pushes, tour, endpoint, link };
  }
}
type PushedShift = Awaited<ReturnType<PushScene["aShift"]>>;

async function allowNotifications(page: Page) {
  await page.getByRole("heading", { name: "Benachrichtigungen bei neuen Fällen" }).waitFor();
  await pressPrimaryButton(page, "Benachrichtigungen erlauben");
  await page.getByRole("heading", { name: "Benachrichtigungen bei neuen Fällen" }).waitFor({ state: "detached" });
}

/** Begins the shift of that tour, which has no case yet. */
export async function beginPushedShift({ page, api, tour }: PushedShift) {
  await skipPermissionQuestions(page);
  await beginShiftOnScreen(page);
  await page.getByText("Gerade kein Fall.").waitFor();
  await expectEventually(async () => (await api.getTour({ id: tour.id })).status).toBe("STARTED");
}

/** Closes the app; its worker, and the phone's data, stay. */
export const closeApp = (page: Page) => page.goto("about:blank");

/** State of the first case when the worker has sent all entries, the receipt of the second case last. */
export async function stateOfFirstCaseAfterClosedApp(pushed: PushScene, mutant?: SourceMutant) {
  const shift = await pushed.aShift(mutant);
  const { page, context, background } = shift;
  await beginPushedShift(shift);
  const id = await shift.assign();
  await page.getByRole("alertdialog").waitFor();
  await context.setOffline(true);
  await pressPrimaryButton(page, "Annehmen");
  await page.getByRole("button", { name: "Offline · 1 gespeichert" }).waitFor();
  await closeApp(page);
  const second = await shift.assign();
  await shift.deliverPushOf(second);
  await expectEventually(background.waitingReceipts).toBe(1);
  expect((await shift.link(second))?.device_received_at).toBeNull();
  expect((await shift.link(id))?.state).toBe("ASSIGNED");
  await context.setOffline(false);
  await background.sync();
  await expectEventually(async () => (await shift.link(second))?.device_received_at).not.toBeNull();
  return (await shift.link(id))?.state;
}

/** Whether a new version can take over while entries are unsent; afterwards it always can. */
export async function doesAppUpdateWhileUnsent(pushed: PushScene, mutant?: SourceMutant): Promise<boolean> {
  const shift = await pushed.aShift(mutant);
  const { page, context } = shift;
  await beginPushedShift(shift);
  await pushed.take(newVersionMutant);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const waiting = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state ?? null);
  await expectEventually(waiting).toBe("installed");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Offline · 1 gespeichert" }).click();
  await page.getByText("Neue Fassung bereit").waitFor();
  if ((await page.getByText("sobald nichts mehr auf diesem Telefon wartet").count()) === 0) return true;
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await context.setOffline(false);
  await page.getByRole("button", { name: "Neue Fassung bereit" }).click();
  await page.getByText("PIN eingeben, um weiterzuarbeiten").waitFor();
  await typePin(page);
  await page.getByRole("button", { name: "Verbunden" }).click();
  await page.getByRole("button", { name: "Sperren" }).waitFor();
  await expectEventually(() => page.getByText("Neue Fassung bereit").count()).toBe(0);
  return false;
}

const UPDATE_TIMEOUT_MS = 15_000;

/** Whether a new version takes over at a tap while the page asks the server for much. */
export async function doesAppUpdateDuringRequests(pushed: PushScene, mutant?: SourceMutant): Promise<boolean> {
  const shift = await pushed.aShift(mutant);
  const { page } = shift;
  await beginPushedShift(shift);
  await pushed.take(newVersionMutant);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.getByRole("button", { name: "Verbunden" }).click();
  const offer = page.getByRole("button", { name: "Neue Fassung bereit" });
  await offer.waitFor();
  // Until the new version loads the page again, however long the tap takes.
  await page.evaluate(() => {
    const ask = () => {
      void fetch("/api/v1/");
      setTimeout(ask, 10);
    };
    ask();
  });
  await offer.click();
  return page
    .getByText("PIN eingeben, um weiterzuarbeiten")
    .waitFor({ timeout: UPDATE_TIMEOUT_MS })
    .then(
      () => true,
      () => false,
    );
}
