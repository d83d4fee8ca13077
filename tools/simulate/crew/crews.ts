import type { SeededChance } from "@leitstand/scenario/chance";
import { ApiProblem } from "@leitstand/client/problem";
import { type SimulatedCompany, eventViewerOfUser } from "../day/company";
import {
  createRecordedClient,
  type RecordedClientContext,
  type SignedInPerson,
  eventTypesOfGrants,
} from "../day/people";
import { PhoneNetwork } from "./phone-network";
import type { SmsInbox } from "./sms-inbox";

/** Crew of a driver with a phone in a vehicle, on a tour that has started. */
export interface SimulatedCrew {
  readonly person: SignedInPerson;
  readonly network: PhoneNetwork;
  readonly tour_id: string;
  readonly branch_id: string | null;
  readonly vehicle_id: string;
  readonly user_ids: readonly string[];
  readonly device_ids: readonly string[];
}

export interface CrewDependencies {
  readonly entrance: RecordedClientContext;
  readonly inbox: SmsInbox;
  readonly chance: SeededChance;
}

/** Driver, the phone of the same number and the vehicle that belongs to it. */
export interface CrewAssignment {
  readonly user: SimulatedCompany["roster"]["users"][number];
  readonly device: SimulatedCompany["roster"]["devices"][number];
  readonly vehicle_id: string;
  readonly branch_id: string;
}
interface OpenShift extends CrewAssignment {
  readonly tour_id: string;
}

/**
 * Starts tours of crews: of free ones first, then of those whose running tour can be finished, then of those on a
 * running tour.
 */
export async function signInCrewsOnTours(
  company: SimulatedCompany,
  wanted: number,
  parts: CrewDependencies,
): Promise<SimulatedCrew[]> {
  const shifts = await openShifts(company, wanted);
  const crews: SimulatedCrew[] = [];
  for (const [index, shift] of shifts.entries())
    crews.push(await signInCrew(company, shift, { ...parts, byPin: index % 3 === 2 }));
  return crews;
}

async function openShifts(company: SimulatedCompany, wanted: number): Promise<OpenShift[]> {
  const { client } = company.admin;
  const { berths, running } = await findCrewAssignments(company);
  const busy = (berth: CrewAssignment) => running.get(berth.user.id)?.case_workload.open ?? -1;
  const shifts: OpenShift[] = [];
  for (const berth of berths.toSorted((a, b) => busy(a) - busy(b))) {
    if (shifts.length >= wanted) break;
    const tour = running.get(berth.user.id);
    const finished = tour === undefined || (await tryFinishTour(client, tour));
    shifts.push({ ...berth, tour_id: finished ? await startTour(client, berth) : tour.id });
  }
  return shifts;
}

/** Finds one more driver without a running tour, if possible of a branch that has crews, so that its work is shared. */
export async function findFreeCrewAssignment(
  company: SimulatedCompany,
  crews: readonly SimulatedCrew[],
): Promise<CrewAssignment | undefined> {
  const { berths, running } = await findCrewAssignments(company);
  const taken = new Set(crews.flatMap(({ user_ids }) => user_ids));
  const isAlone = (berth: CrewAssignment) => (crews.some(({ branch_id }) => branch_id === berth.branch_id) ? 0 : 1);
  for (const berth of berths.toSorted((a, b) => isAlone(a) - isAlone(b))) {
    if (taken.has(berth.user.id)) continue;
    const tour = running.get(berth.user.id);
    if (tour === undefined || (await tryFinishTour(company.admin.client, tour))) return berth;
  }
  return undefined;
}

async function findCrewAssignments({ admin, roster }: SimulatedCompany) {
  const { client } = admin;
  const { vehicles } = await client.getVehicles({ size: 1000 });
  const { tours } = await client.getTours({ statuses: ["STARTED"], size: 1000 });
  const running = new Map(tours.flatMap((tour) => tour.users.map(({ id }) => [id, tour] as const)));
  const berths = roster.users.flatMap((user): CrewAssignment[] => {
    const device = roster.devices.find(({ phone_number }) => phone_number === user.phone_number);
    const vehicle = vehicles.find(({ id }) => id === device?.active_vehicle_association?.vehicle_id);
    if (!device || device.disabled || !vehicle?.branch_id || vehicle.capacity < 1) return [];
    return [{ user, device, vehicle_id: vehicle.id, branch_id: vehicle.branch_id }];
  });
  return { berths, running };
}

/** Cases of other crews may still be under way on the tour. */
async function tryFinishTour(
  client: SignedInPerson["client"],
  { id, lock_version }: { id: string; lock_version: number },
) {
  try {
    await client.finishTour({ id, lock_version });
    return true;
  } catch (error) {
    if (error instanceof ApiProblem && error.code === "TOUR_HAS_ACTIVE_CASES") return false;
    throw error;
  }
}

async function startTour(
  client: SignedInPerson["client"],
  { user, device, vehicle_id, branch_id }: CrewAssignment,
): Promise<string> {
  const tour = await client.createAndStartTour({
    name: `Simulation ${user.lastname}`,
    branch_id,
    user_ids: [user.id],
    vehicles: [{ vehicle_id, device_id: device.id }],
    started_sub_state: "ACTIVE",
  });
  return tour.id;
}

/** Signs in a crew. Two of three phones work as a device alone; the others are used by a driver with a PIN. */
async function signInCrew(
  company: SimulatedCompany,
  shift: OpenShift,
  parts: CrewDependencies & { byPin: boolean },
): Promise<SimulatedCrew> {
  const { entrance, chance, byPin } = parts;
  const { user, device, ...rest } = shift;
  const network = new PhoneNetwork(entrance.pool.fetchOf(), chance, 2);
  const token = byPin ? await signInByPin(company, shift, parts) : await signInDevice(company, shift, parts);
  const name = `${byPin ? "driver" : "phone of"} ${user.email ?? user.id}`;
  const viewer = eventViewerOfUser({ name, tenant: company.keys.short_code, roster: company.roster }, user);
  const phone = {
    ...viewer,
    types: eventTypesOfGrants(
      company.roster.roles.filter(({ role_type }) => role_type === "DRIVER").flatMap(({ grants }) => grants),
    ),
    user_id: null,
    device_id: device.id,
    driver_branch_ids: device.active_states.filter(({ active }) => active).map(({ branch_id }) => branch_id),
  };
  return {
    person: {
      viewer: byPin ? { ...viewer, device_id: device.id } : phone,
      token: () => token,
      fetch: network.fetch,
      client: createRecordedClient(entrance, { token: () => token, fetch: network.fetch }),
    },
    network,
    tour_id: rest.tour_id,
    branch_id: rest.branch_id,
    vehicle_id: rest.vehicle_id,
    user_ids: [user.id],
    device_ids: [device.id],
  };
}

async function signInDevice(
  { tenantKey }: SimulatedCompany,
  { device }: OpenShift,
  { entrance, inbox }: CrewDependencies,
) {
  const client = createRecordedClient(entrance, { tenantKey });
  const { phone_number } = device;
  const after = await inbox.newest();
  await client.authDevice({ phone_number });
  const one_time_code = await inbox.codeFor(phone_number, after);
  return (await client.verifyDevice({ phone_number, one_time_code })).token;
}

/** Signs in a driver by PIN on the phone of the vehicle, which signs in first. */
async function signInByPin(company: SimulatedCompany, shift: OpenShift, parts: CrewDependencies) {
  const { tenantKey, keys } = company;
  const { user } = shift;
  const { entrance, inbox } = parts;
  const device_token = await signInDevice(company, shift, parts);
  const client = createRecordedClient(entrance, { tenantKey });
  const phone_number = user.phone_number as string;
  const after = await inbox.newest();
  await client.authUserPhoneNumber({ phone_number });
  const code = await inbox.codeFor(phone_number, after);
  const { pin_token } = await client.verifyUserPhoneNumber({ phone_number, code });
  return (await client.authUserPin({ pin_token, pin: keys.pin, device_token })).token;
}
