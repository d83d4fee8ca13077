import { SeededChance } from "@leitstand/scenario/chance";
import { onTestFinished } from "vitest";
import { roadsideCaseRequest } from "../../../apps/api/src/testing/cases";
import type { SignedInColleague, OpenedConsole } from "../../console-testkit";
import { FaultyPhotoUploadProxy, type UploadFault } from "../photo-proxy";
import type { PhotosTestPage } from "../photos-page";
import { bundleAppPartPage, createPageCalls, type SourceMutant } from "../planted-page";
import { eightHourShiftFrom } from "../../tours-testkit";

const UPLOAD_FAULTS: readonly UploadFault[] = ["cut before", "cut after", "cut after", "busy", "too many"];

interface FailingNetworkOptions {
  readonly seed: number;
  readonly mutant?: SourceMutant;
}

export const imagesOfCase = async ({ api }: SignedInColleague, id: string) =>
  (await api.getCase({ id })).assets?.images ?? [];

/** Sends six photos of one case, of which the server takes all but one; returns faults in words. */
export async function findPhotoFaults(
  product: OpenedConsole,
  { seed, mutant }: FailingNetworkOptions,
): Promise<string[]> {
  const script = await bundleAppPartPage({ entry: "photos-page.ts", folder: "photos" }, mutant);
  const proxy = await new FaultyPhotoUploadProxy(product.url, script).listen();
  onTestFinished(() => proxy.close());
  const dispatcher = await product.signIn("pannenhilfe");
  const place = await aCaseOnTour(product, dispatcher);
  const phone = await openPhotosPage(product, proxy);
  const ids: string[] = [];
  for (let count = 0; count < 6; count++) ids.push(await phone.take(place));
  const [refused] = ids;
  const chance = new SeededChance(seed);
  proxy.faultOf = ({ id }) =>
    id === refused ? "unreadable" : chance.percent(40) ? chance.pick([...UPLOAD_FAULTS]) : undefined;
  for (let round = 0; round < 30; round++) {
    await phone.send(dispatcher.token);
    if ((await phone.photos()).every(({ status }) => status !== "waiting")) break;
  }
  const left = await phone.photos();
  const arrived = (await imagesOfCase(dispatcher, place.case_id)).length;
  const kept = left.find(({ id }) => id === refused);
  return [
    ...(arrived === 5 ? [] : [`${arrived} of 5 photos have arrived`]),
    ...(left.filter(({ status }) => status === "sent").length === 5 ? [] : ["not all count as sent"]),
    ...(kept?.status === "refused" && kept.hasPicture ? [] : ["the refused photo is gone"]),
    ...(left.some(({ status, hasPicture }) => status === "sent" && hasPicture) ? ["sent, and still here"] : []),
    ...(proxy.mostAtOnce > 2 ? [`${proxy.mostAtOnce} at once`] : []),
  ];
}

async function openPhotosPage(product: OpenedConsole, proxy: FaultyPhotoUploadProxy) {
  const context = await product.browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`${proxy.url}/page.html`);
  return createPageCalls<PhotosTestPage>(page, "photosPage", ["take", "send", "photos"]);
}

async function aCaseOnTour(product: OpenedConsole, { api }: SignedInColleague) {
  const { id, lock_version } = await api.createCase(roadsideCaseRequest());
  const [tour] = (await api.getTours({ size: 1 })).tours;
  const tour_id = tour?.id ?? (await createTour(product, api));
  await api.receiveAction({ id, tour_id, action: "ASSIGN", lock_version, payload: { force: true } });
  return { case_id: id, tour_id };
}

async function createTour(product: OpenedConsole, api: SignedInColleague["api"]) {
  const crew = product.staff.get("pannenhilfe")?.crews[5];
  if (!crew) throw new Error("The company has no crew.");
  const tour = await api.createScheduledTour({
    branch_id: (await api.getVehicle({ id: crew.vehicle_id })).branch_id,
    user_ids: [crew.user_id],
    vehicles: [{ vehicle_id: crew.vehicle_id, device_id: crew.device_id }],
    ...eightHourShiftFrom(product.clock),
  });
  return tour.id;
}
