import type { Clock } from "../apps/api/src/platform/clock";
import { funeralCaseRequest } from "../apps/api/src/testing/cases";
import { type Client, createClient } from "../packages/client/src/client";
import type { SignedInColleague, OpenedConsole } from "./console-testkit";

export interface RunningTour {
  readonly id: string;
  readonly vehicle_id: string;
  readonly vehicle_type_id: string;
  /** Plate by which dispatchers know the vehicle. */
  readonly plate: string;
}

/** Time so many milliseconds from a clock's, in the format of the API. */
export const isoFromNow = (clock: Clock, ms = 0) => new Date(clock.now().getTime() + ms).toISOString();

/** A shift of eight hours that begins now. */
export const eightHourShiftFrom = (clock: Clock) => ({
  scheduled_start_at: isoFromNow(clock),
  scheduled_end_at: isoFromNow(clock, 8 * 3_600_000),
});

/** A tour of one of the company's vehicles that has just begun, for a shift of eight hours. */
export async function aRunningTour(
  { api, clock }: SignedInColleague,
  place = 0,
  { user_ids = [] }: { user_ids?: string[] } = {},
): Promise<RunningTour> {
  const { vehicles } = await api.getVehicles({ size: 50 });
  const vehicle = vehicles.filter(({ active, vehicle_type }) => active && vehicle_type !== null)[place];
  if (!vehicle?.vehicle_type) throw new Error("The company has no vehicle for a tour.");
  const { id } = await api.createAndStartTour({
    branch_id: vehicle.branch_id,
    vehicles: [{ vehicle_id: vehicle.id }],
    user_ids,
    ...eightHourShiftFrom(clock),
  });
  return { id, vehicle_id: vehicle.id, vehicle_type_id: vehicle.vehicle_type.id, plate: vehicle.license_plate };
}

/** Creates an open case that is due in so many minutes. */
export const anOpenCase = (
  { api, clock }: SignedInColleague,
  name: string,
  { dueInMinutes = 60, excludes = [] as string[] } = {},
) => {
  const draft = funeralCaseRequest({
    display_name: name,
    due_at: isoFromNow(clock, dueInMinutes * 60_000),
  });
  const data = draft.funeral_data as NonNullable<typeof draft.funeral_data>;
  return api.createCase({
    ...draft,
    funeral_data: { ...data, source_address: { ...data.source_address, excluded_vehicle_type_ids: excludes } },
  });
};

/** Link of a case to a tour. */
export const linkOfCase = async ({ api }: Pick<SignedInColleague, "api">, id: string, tour_id: string) =>
  (await api.getCase({ id })).tour_case_states?.find((link) => link.tour_id === tour_id);

/** State of a case on a tour. */
export const linkStateOf = async (colleague: Pick<SignedInColleague, "api">, id: string, tour_id: string) =>
  (await linkOfCase(colleague, id, tour_id))?.state;

/** Changes of a case that were made on a phone, in their order. */
export const fetchPhoneChangesOfCase = async ({ api }: Pick<SignedInColleague, "api">, id: string) =>
  (await api.getCaseStateHistory({ id }))
    .filter(({ actor_kind }) => actor_kind === "V")
    .toSorted((a, b) => a.lock_version - b.lock_version);

/** Steps of a case that were done on a phone, in their order. */
export const fetchPhoneTransitionsOfCase = async (colleague: Pick<SignedInColleague, "api">, id: string) =>
  (await fetchPhoneChangesOfCase(colleague, id)).map(({ transition }) => transition);

type ActionInput = Parameters<SignedInColleague["api"]["receiveAction"]>[0];
/** Carries out an action on a case in its current version. */
export async function carryOutAction(
  { api }: SignedInColleague,
  id: string,
  action: Omit<ActionInput, "id" | "lock_version">,
) {
  const { lock_version } = await api.getCase({ id, include_associations: false });
  return api.receiveAction({ id, lock_version, ...action });
}

/** Changes some fields of a case and leaves the others as they are. */
export async function changeCaseFields({ api }: SignedInColleague, id: string, change: object) {
  const { data_type, approved, display_name, description, contact, due_at, not_before, funeral_data, ...rest } =
    await api.getCase({ id });
  const { branch_id, lock_version } = rest;
  const whole = {
    data_type,
    approved,
    display_name,
    description,
    contact,
    due_at,
    not_before,
    funeral_data,
    branch_id,
  };
  return api.updateCase({ id, lock_version, ...whole, ...change } as never);
}

/** Program that reports positions of a company's vehicles. */
export async function createTelematicsClient(
  product: OpenedConsole,
  company: SignedInColleague["company"],
): Promise<Client> {
  const { api } = await product.signIn(company, "admin");
  const role = await api.createRole({
    name: "Telematik",
    role_type: "INTEGRATION",
    branch_access: "ALL",
    grants: ["updateLocation"],
    roles_allowed_to_assign: [],
  });
  const { id } = await api.createServiceAccountUser({
    name: "Telematics",
    role_associations: [{ role_id: role.id }],
  });
  const { token } = await api.createServiceAccountToken({ id });
  return createClient({ baseUrl: product.url, token: () => token });
}
