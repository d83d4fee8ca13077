import type { Browser, Page } from "playwright-core";
import { beginShiftOnScreen, signInFirstTime } from "../../../e2e/driver/driver-steps";
import { type SimulatedCompany, eventViewerOfUser } from "../day/company";
import { createRecordedClient, type RecordedClientContext } from "../day/people";
import { type CrewAssignment, type SimulatedCrew, type CrewDependencies, findFreeCrewAssignment } from "../crew/crews";
import { PhoneNetwork } from "../crew/phone-network";
import type { LatLonPoint } from "../crew/way";
import { DriverAppInBrowser } from "./app-phone";
import { PageNetwork } from "./page-network";

/** Percent of the answers to writes that never arrive: a page sends fewer of them than the other phones do together. */
const LOSS_PERCENT = 12;
const SHIFT_HOURS = 12;
/** Time in ms for the first start, on a machine that has much else to do. */
const STARTED_WITHIN_MS = 60_000;
/** Milliseconds for later screens: one that does not come in time has changed. */
const SCREEN_WITHIN_MS = 5_000;

interface AppParts extends CrewDependencies {
  readonly browser: Browser;
  /** Crews with drivers in use: the app needs another driver. */
  readonly crews: readonly SimulatedCrew[];
  /** Yard of the vehicles of a branch. */
  readonly yardOf: (branch_id: string) => LatLonPoint;
}

/**
 * A driver with the app in a real browser, signed in and with the planned shift begun; undefined when no driver is
 * free.
 */
export async function startDriverAppInBrowser(
  company: SimulatedCompany,
  parts: AppParts,
): Promise<DriverAppInBrowser | undefined> {
  const berth = await findFreeCrewAssignment(company, parts.crews);
  if (!berth) return undefined;
  const { entrance, chance } = parts;
  const own = entrance.pool.fetchOf();
  const phone = new PhoneNetwork(own, chance, LOSS_PERCENT);
  let hasBegun = false;
  // The driver signs in in the yard, where the reception is good.
  const network = await PageNetwork.listen((input, init) => (hasBegun ? phone.fetch : own)(input, init));
  const tour = await planAppTour(company, berth);
  const at = parts.yardOf(berth.branch_id);
  const page = await openPage(parts, { url: network.url, at });
  const number = berth.device.phone_number;
  await signInFirstTime(page, {
    company: company.keys.short_code,
    number,
    readCode: (sendIt) => readSignInCode(parts, number, sendIt),
  });
  await page.locator("label.option").filter({ hasText: tour.name }).click();
  await beginShiftOnScreen(page);
  await waitUntilStarted(company, tour.id);
  hasBegun = true;
  page.setDefaultTimeout(SCREEN_WITHIN_MS);
  const crew = crewOfShift(company, berth, { tour_id: tour.id, network: phone, page: network, entrance });
  return new DriverAppInBrowser({ crew, page, network, at });
}

async function openPage({ browser }: AppParts, { url, at }: { url: string; at: LatLonPoint }): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: "de",
    reducedMotion: "reduce",
    geolocation: { latitude: at.lat, longitude: at.lon },
    permissions: ["geolocation"],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(STARTED_WITHIN_MS);
  // The phone's own map is another app; here it would only be an empty window.
  await page.addInitScript("window.open = () => null");
  await page.goto(`${url}/driver/`);
  return page;
}

async function readSignInCode({ inbox }: AppParts, number: string, sendIt: () => Promise<void>) {
  const after = await inbox.newest();
  await sendIt();
  return inbox.codeFor(number, after);
}

async function planAppTour({ admin }: SimulatedCompany, { user, device, vehicle_id, branch_id }: CrewAssignment) {
  const name = `Simulation ${user.lastname}`;
  const { id } = await admin.client.createScheduledTour({
    name,
    branch_id,
    user_ids: [user.id],
    vehicles: [{ vehicle_id, device_id: device.id }],
    scheduled_start_at: new Date().toISOString(),
    scheduled_end_at: new Date(Date.now() + SHIFT_HOURS * 3_600_000).toISOString(),
  });
  return { id, name };
}

/** Waits until the server knows the shift as started, which the page shows before. */
async function waitUntilStarted({ admin }: SimulatedCompany, id: string) {
  for (const until = Date.now() + STARTED_WITHIN_MS; Date.now() < until; ) {
    if ((await admin.client.getTour({ id })).status === "STARTED") return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The app has not started tour ${id}.`);
}

interface AppShift {
  readonly tour_id: string;
  readonly network: PhoneNetwork;
  readonly page: PageNetwork;
  readonly entrance: RecordedClientContext;
}

function crewOfShift(
  company: SimulatedCompany,
  { user, device, vehicle_id, branch_id }: CrewAssignment,
  shift: AppShift,
): SimulatedCrew {
  const { roster, keys } = company;
  const { tour_id, network, page, entrance } = shift;
  const viewer = eventViewerOfUser({ name: `app of ${user.email ?? user.id}`, tenant: keys.short_code, roster }, user);
  const token = () => page.token;
  return {
    person: {
      viewer: { ...viewer, device_id: device.id },
      token,
      fetch: network.fetch,
      client: createRecordedClient(entrance, { token, fetch: network.fetch }),
    },
    network,
    tour_id,
    branch_id,
    vehicle_id,
    user_ids: [user.id],
    device_ids: [device.id],
  };
}
