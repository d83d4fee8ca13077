import type { BrowserContext, BrowserContextOptions, Page, Request } from "playwright-core";
import { onTestFailed } from "vitest";
import type { funeralCaseRequest } from "../../apps/api/src/testing/cases";
import { sql } from "../../apps/api/src/platform/database/sql";
import { launchBrowserWithProfile } from "../browser";
import { startPageClockAt } from "../page-clock";
import { type SignedInColleague, expectEventually, type OpenedConsole } from "../console-testkit";
import { signInUpToFirstPermission, signInWithCodeAndPin, signInFirstTime } from "./driver-steps";
import { eightHourShiftFrom } from "../tours-testkit";

export {
  skipPermissionQuestions,
  beginShiftOnScreen,
  chooseOption,
  pressPrimaryButton,
  tickTodos,
  typePin,
} from "./driver-steps";

type CompanyCode = SignedInColleague["company"];
/** Number of a company's driver; person and phone have the same. */
export const phoneNumberOf = (company: CompanyCode, place: number) =>
  `+43664555${company === "bestattung" ? 1 : 2}${String(place + 1).padStart(3, "0")}`;

/** A phone 390 px wide with the app on it, and its driver. */
export interface DriverPhone {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly number: string;
  readonly user_id: string;
  readonly device_id: string;
  readonly vehicle_id: string;
  /** Cuts the network, and waits until no answer is on its way to the page any more. */
  readonly goOffline: () => Promise<void>;
}

/** Plans a tour for the driver as a dispatcher, with cases on it. */
export async function planDriverTour(
  dispatcher: SignedInColleague,
  driver: Pick<DriverPhone, "user_id" | "device_id" | "vehicle_id">,
  drafts: readonly CaseDraft[],
) {
  const { api } = dispatcher;
  const vehicle = await api.getVehicle({ id: driver.vehicle_id });
  const tour = await api.createScheduledTour({
    name: "Frühdienst Graz",
    branch_id: vehicle.branch_id,
    user_ids: [driver.user_id],
    vehicles: [{ vehicle_id: driver.vehicle_id, device_id: driver.device_id }],
    ...eightHourShiftFrom(dispatcher.clock),
  });
  const ids: string[] = [];
  for (const draft of drafts) ids.push(await assignNewCaseTo(dispatcher, tour, draft));
  return { dispatcher, tour, ids };
}

/** Takes the case back as the dispatcher, whatever the crew has done with it. */
export async function unassignCase(
  { api, tour }: { readonly api: SignedInColleague["api"]; readonly tour: { readonly id: string } },
  id = "",
) {
  const { lock_version } = await api.getCase({ id });
  await api.receiveAction({ id, tour_id: tour.id, action: "UNASSIGN", reason: "Storno", lock_version });
}

/** Assigns a new case to a tour; the crew of a started one is alarmed. */
export async function assignNewCaseTo(
  { api }: SignedInColleague,
  { id: tour_id, branch }: { readonly id: string; readonly branch: { readonly id: string } | null },
  draft: CaseDraft,
): Promise<string> {
  const { id, lock_version } = await api.createCase({ ...draft, branch_id: branch?.id ?? null });
  await api.receiveAction({ id, tour_id, action: "ASSIGN", lock_version, payload: { force: true } });
  return id;
}
/** Ends the tour, so that alarms of one test do not ring in the next. */
export async function endTour(api: SignedInColleague["api"], id: string) {
  const { status, open_cases } = await api.getTour({ id });
  if (status !== "STARTED") return;
  for (const { id: caseId, lock_version: version } of open_cases)
    await api.receiveAction({ id: caseId, tour_id: id, action: "UNASSIGN", reason: "Ende", lock_version: version });
  await api.finishTour({ id, lock_version: (await api.getTour({ id })).lock_version });
}
type CaseDraft = ReturnType<typeof funeralCaseRequest>;

interface PhoneOptions {
  /** Number of the company's driver, from 0. */
  readonly place?: number;
  /** Address of the product, when a proxy that breaks the network lies between. */
  readonly base?: string;
  /** Position of the phone, with the permission for the app. */
  readonly position?: { readonly latitude: number; readonly longitude: number };
  /** Language of the phone's browser; German by default. */
  readonly locale?: string;
  /** Folder of another build of the app; without the service worker, which would keep the right one. */
  readonly build?: string;
  /** Folder for all data of its browser; by default it keeps none. */
  readonly profile?: string;
  /** Prepares the page before the app begins. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** A phone without a driver yet, or one that is started again. */
export async function openDriverPhone(
  product: OpenedConsole,
  company: CompanyCode,
  options: PhoneOptions = {},
): Promise<DriverPhone> {
  const { place = 0, base = product.url, build, profile, prepare } = options;
  const settings = phoneContextOptions(options);
  const context = await (profile === undefined
    ? product.browser.newContext(settings)
    : launchBrowserWithProfile(profile, settings));
  if (profile !== undefined) await startPageClockAt(context, product.clock);
  if (build !== undefined) await serveScriptsFrom(context, build);
  const page = await context.newPage();
  const underWay = requestsUnderWay(page);
  const goOffline = async () => {
    await context.setOffline(true);
    await expectEventually(() => Promise.resolve(underWay.size)).toBe(0);
  };
  onTestFailed(async ({ task }) => {
    if (!page.isClosed()) await page.screenshot({ path: `test-results/${task.name.replaceAll(/\W+/g, "-")}.png` });
  });
  // Opening the phone's own map would only open an empty window here.
  await page.addInitScript(() => Object.assign(window, { open: () => null }));
  await prepare?.(page);
  await page.goto(`${base}/driver/`);
  const number = phoneNumberOf(company, place);
  const crew = product.staff.get(company)?.crews[place];
  if (!crew) throw new Error("The company has no crew.");
  return { page, context, number, goOffline, ...crew };
}

/** Requests of a page, from now on, that have no answer yet: its `Date` is read before its body, which may never be. */
function requestsUnderWay(page: Page): ReadonlySet<Request> {
  const underWay = new Set<Request>();
  page.on("request", (request) => underWay.add(request));
  page.on("response", (response) => underWay.delete(response.request()));
  page.on("requestfailed", (request) => underWay.delete(request));
  return underWay;
}

const phoneContextOptions = ({ position, build, locale = "de" }: PhoneOptions): BrowserContextOptions => ({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  locale,
  reducedMotion: "reduce",
  ...(position && { geolocation: position, permissions: ["geolocation"] }),
  ...(build !== undefined && { serviceWorkers: "block" }),
});

/** Serves the scripts of another build; pages keep their security headers. */
async function serveScriptsFrom(context: BrowserContext, build: string) {
  await context.route("**/driver/**", async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = pathname.slice("/driver/".length);
    await route.fulfill({ path: `${build}/${file === "" ? "index.html" : file}` });
  });
}

const firstStartOf = (product: OpenedConsole, company: CompanyCode, number: string) => ({
  company,
  number,
  readCode: (sendIt: () => Promise<void>) => requestAndReadSmsCode(product, number, sendIt),
});

/** First start, with the codes from the database; no permissions beyond those given before. */
export const signInOnPhone = (product: OpenedConsole, company: CompanyCode, { page, number }: DriverPhone) =>
  signInFirstTime(page, firstStartOf(product, company, number));

/** First start as in `signInOnPhone`, up to the first permission that the phone is asked for. */
export const signInOnPhoneUpToPermission = (
  product: OpenedConsole,
  company: CompanyCode,
  { page, number }: DriverPhone,
) => signInUpToFirstPermission(page, firstStartOf(product, company, number));

/** Signs a driver in by a code, and the PIN that all drivers have. */
export const signInDriverByPhoneNumber = (product: OpenedConsole, page: Page, number: string) =>
  signInWithCodeAndPin(page, { number, readCode: (sendIt) => requestAndReadSmsCode(product, number, sendIt) });

/** Puts another app in front; returns the function that comes back. */
export async function hideAppTemporarily(page: Page) {
  const show = (state: DocumentVisibilityState) =>
    page.evaluate((next) => {
      Object.defineProperty(document, "visibilityState", { value: next, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await show("hidden");
  return () => show("visible");
}

async function readSmsMessages(product: OpenedConsole, number: string) {
  return product.db.system.many<{ body: string }>(
    sql`select body from outbox_messages where recipient = ${number} order by seq`,
  );
}
const countSmsMessages = async (product: OpenedConsole, number: string) =>
  (await readSmsMessages(product, number)).length;

/** Requests a code and reads it from the SMS. */
export async function requestAndReadSmsCode(
  product: OpenedConsole,
  number: string,
  ask: () => Promise<unknown>,
): Promise<string> {
  const before = await countSmsMessages(product, number);
  await ask();
  await expectEventually(() => countSmsMessages(product, number)).toBeGreaterThan(before);
  const { body = "" } = (await readSmsMessages(product, number)).at(-1) ?? {};
  return /\d{6}/.exec(body)?.[0] ?? "";
}

/** Disables a phone as the office does when it is lost. */
export async function disablePhone({ api }: SignedInColleague, id: string) {
  const { phone_number, name, external_id, device_type, active_states, lock_version } = await api.getDevice({
    id,
  });
  await api.updateDevice({
    id,
    phone_number,
    name,
    external_id,
    device_type,
    lock_version,
    disabled: true,
    active_states: active_states.map(({ branch_id, active }) => ({ branch_id, active })),
  });
}
