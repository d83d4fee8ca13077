import type { Page } from "playwright-core";
import { expect, vi, onTestFinished } from "vitest";
import { sql } from "../../../apps/api/src/platform/database/sql";
import { aFuneralCase } from "../../../apps/api/src/testing/cases";
import { Browser, startPushService } from "../../../apps/api/src/testing/push/push-service";
import { eventually, openConsole, type OpenedConsole } from "../../console-testkit";
import {
  answerPermissions,
  aPhone,
  assignTo,
  beginShift,
  planTour,
  press,
  proveOn,
  typePin,
  endTour,
} from "../driver-testkit";
import { aMutant, type Mutant } from "../planted-page";
import { BackgroundApp, canBePushed } from "../pushed-phone";
import { SwappedBuild } from "../swapped-build";
import { linkOf } from "../../tours-testkit";
import { findAxeFaults } from "../../../apps/api/src/testing/axe-testkit";

export const NAME = "Zeisig, Alois";
const newName = aMutant({ file: "app/app.tsx", from: "<FirstStart />", to: "<FirstStart key={2} />" });

/** The product with drivers who receive pushes, and the app as its server serves it. */
export class PushScene {
  private place = 0;

  private constructor(
    readonly product: OpenedConsole,
    private readonly build: SwappedBuild,
  ) {}

  static async open(): Promise<PushScene> {
    const build = new SwappedBuild();
    const egressAllow = [{ host: "127.0.0.1", port: undefined }];
    return new PushScene(await openConsole({ driverDir: build.dir, egressAllow, hasNotices: true }), build);
  }

  async close() {
    await this.product.close();
    await this.build.remove();
  }

  /** Serves another version of the app until the end of the test. */
  async take(change: Mutant) {
    await this.build.take(change);
    onTestFinished(this.build.takeBack);
  }

  /** A driver on a tour who has allowed notifications, with the push subscription. */
  async aShift(mutant?: Mutant) {
    const { product } = this;
    if (mutant) await this.take(mutant);
    const service = await startPushService();
    const own = this.place++;
    const endpoint = `${service.origin}/push/${own}`;
    const browser = new Browser();
    const prepare = (page: Page) => canBePushed(page, browser.subscription(endpoint));
    const phone = await aPhone(product, "bestattung", { place: own, prepare });
    onTestFinished(() => phone.context.close());
    const { dispatcher, tour } = await planTour(await product.signIn("bestattung"), phone, []);
    // The phone may still be sending, which changes versions: then it is tried again.
    onTestFinished(() => vi.waitFor(() => endTour(dispatcher.api, tour.id), { timeout: 10_000, interval: 100 }));
    // Ends the subscription, so that later changes of the test cause no pushes.
    onTestFinished(async () => {
      await product.db.system.run(sql`update devices set push_token = null where id = ${phone.device_id}`);
    });
    await proveOn(product, "bestattung", phone);
    await allowNotifications(phone.page);
    const background = await BackgroundApp.of(phone.context, product.url);
    const assign = () => assignTo(dispatcher, tour, aFuneralCase({ display_name: NAME }));
    const funeral_data = { cargo_type: "ITEM", transport_type: "Transportauftrag" } as const;
    const cargo_item = { description: "Urne" };
    /** Assigns a transport of an item, which needs no identification. */
    const assignItem = () =>
      assignTo(dispatcher, tour, aFuneralCase({ funeral_data: { ...funeral_data, cargo_item } }));
    const pushOf = (id: string) => service.received.find((push) => JSON.stringify(browser.read(push)).includes(id));
    /** Waits for the push about a case, whatever comes before it, and delivers it. */
    const deliverPushOf = async (id: string) => {
      await eventually(async () => pushOf(id)).toBeDefined();
      const push = pushOf(id);
      if (push) await background.deliver(browser, push);
    };
    const link = (id: string) => linkOf(dispatcher, id, tour.id);
    return { ...phone, ...dispatcher, tour, endpoint, service, background, assign, assignItem, deliverPushOf, link };
  }
}
type PushedShift = Awaited<ReturnType<PushScene["aShift"]>>;

async function allowNotifications(page: Page) {
  await page.getByRole("heading", { name: "Benachrichtigungen bei neuen Fällen" }).waitFor();
  await press(page, "Benachrichtigungen erlauben");
  await page.getByRole("heading", { name: "Benachrichtigungen bei neuen Fällen" }).waitFor({ state: "detached" });
}

/** Begins the shift of that tour, which has no case yet. */
export async function begin({ page, api, tour }: PushedShift) {
  await answerPermissions(page);
  await beginShift(page);
  await page.getByText("Gerade kein Fall.").waitFor();
  await eventually(async () => (await api.getTour({ id: tour.id })).status).toBe("STARTED");
}

/** Closes the app; its worker, and the phone's data, stay. */
export const close = (page: Page) => page.goto("about:blank");

/** State of the first case when the worker has sent all entries, the receipt of the second case last. */
export async function sentWhileClosed(pushed: PushScene, mutant?: Mutant) {
  const shift = await pushed.aShift(mutant);
  const { page, context, background } = shift;
  await begin(shift);
  const id = await shift.assign();
  await page.getByRole("alertdialog").waitFor();
  await context.setOffline(true);
  await press(page, "Annehmen");
  await page.getByRole("button", { name: "Offline · 1 gespeichert" }).waitFor();
  await close(page);
  const second = await shift.assign();
  await shift.deliverPushOf(second);
  await eventually(background.waitingReceipts).toBe(1);
  expect((await shift.link(second))?.device_received_at).toBeNull();
  expect((await shift.link(id))?.state).toBe("ASSIGNED");
  await context.setOffline(false);
  await background.sync();
  await eventually(async () => (await shift.link(second))?.device_received_at).not.toBeNull();
  return (await shift.link(id))?.state;
}

/** Whether a new version can take over while entries are unsent; afterwards it always can. */
export async function takesOverWhileUnsent(pushed: PushScene, mutant?: Mutant): Promise<boolean> {
  const shift = await pushed.aShift(mutant);
  const { page, context } = shift;
  await begin(shift);
  await pushed.take(newName);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const waiting = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state ?? null);
  await eventually(waiting).toBe("installed");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Offline · 1 gespeichert" }).click();
  await page.getByText("Neue Fassung bereit").waitFor();
  if ((await page.getByText("sobald nichts mehr auf diesem Telefon wartet").count()) === 0) return true;
  expect(await findAxeFaults(page)).toEqual([]);
  await context.setOffline(false);
  await page.getByRole("button", { name: "Neue Fassung bereit" }).click();
  await page.getByText("PIN eingeben, um weiterzuarbeiten").waitFor();
  await typePin(page);
  await page.getByRole("button", { name: "Verbunden" }).click();
  await page.getByRole("button", { name: "Sperren" }).waitFor();
  await eventually(() => page.getByText("Neue Fassung bereit").count()).toBe(0);
  return false;
}

const TAKES_OVER_MS = 15_000;

/** Whether a new version takes over at a tap while the page asks the server for much. */
export async function takesOverAmongRequests(pushed: PushScene, mutant?: Mutant): Promise<boolean> {
  const shift = await pushed.aShift(mutant);
  const { page } = shift;
  await begin(shift);
  await pushed.take(newName);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.getByRole("button", { name: "Verbunden" }).click();
  const offer = page.getByRole("button", { name: "Neue Fassung bereit" });
  await offer.waitFor();
  await page.evaluate(() => {
    const end = performance.now() + 1_500;
    const ask = () => {
      void fetch("/api/v1/");
      if (performance.now() < end) setTimeout(ask, 10);
    };
    ask();
  });
  await offer.click();
  return page
    .getByText("PIN eingeben, um weiterzuarbeiten")
    .waitFor({ timeout: TAKES_OVER_MS })
    .then(
      () => true,
      () => false,
    );
}
