import { defaultTenantSettings } from "@leitstand/contract/company/dispatch-settings";
import type { Tx } from "#platform/database/database";
import type { HeldRole, Principal, Scope } from "#platform/access/principal";
import {
  type Actor,
  type AvailableActions,
  type CaseCommand,
  type CaseSnapshot,
  type DispatchSettings,
  type TourFacts,
  actionsFor,
  distanceInMeters,
} from "#modules/case-states/index";
import {
  type CaseRow,
  lockCases,
  lockForDecision,
  type SnapshotRows,
  type SnapshotOptions,
  selectSnapshots,
  type TourRow,
  visibleCases,
} from "./case-snapshots.sql";

/** Snapshot with facts that a decision does not judge but that others are told of because of it. */
export interface LoadedCase extends CaseSnapshot {
  readonly natural_id: string;
  readonly display_name: string;
  readonly language: string;
  /** Every tour of the snapshot, with or without a link, by its id. */
  readonly crews: ReadonlyMap<string, TourRow>;
  readonly dispatched_for: readonly string[];
  /** Moments at which closed links were closed, by their tours. */
  readonly closed_at: ReadonlyMap<string, string | null>;
}
export type Crew = TourRow;

/** Author of an action: a caller with its roles, or the system's timer. */
export type Caller = Principal | "timer";

/**
 * Actions that a caller may perform on cases that it was allowed to read, by case id. One statement for up to 10,000
 * cases.
 */
export async function offerActions(
  tx: Tx,
  { case_ids, principal, now }: { case_ids: readonly string[]; principal: Principal; now: Date },
): Promise<ReadonlyMap<string, AvailableActions>> {
  if (case_ids.length === 0) return new Map();
  const rows = await selectSnapshots(tx, { case_ids });
  return new Map(assemble(rows, principal).map((snapshot) => [snapshot.case.id, offer(snapshot, principal, now)]));
}

/** Actions for one case in memory, e.g. after a change that was just written. */
export const offer = (snapshot: LoadedCase, principal: Principal, now: Date): AvailableActions =>
  actionsFor(snapshot, { actor: actorFor(principal, snapshot), now });

export interface DecisionRequest {
  readonly case_id: string;
  readonly command: Pick<CaseCommand, "action" | "action_id" | "tour_id" | "payload">;
  readonly caller: Caller;
  readonly now: Date;
  /** Scope of the caller; undefined for the timer, which sees everything. */
  readonly scope?: Scope;
}

/** Locks and reads cases as the timer sees them, for changes to all cases of a tour at once. */
export async function loadForTour(tx: Tx, case_ids: readonly string[]): Promise<LoadedCase[]> {
  lockCases(tx, case_ids);
  const rows = await selectSnapshots(tx, { case_ids, decides: true });
  return assemble(rows, "timer");
}

/** Reads a case as the timer sees it, without a lock. */
export async function loadCase(tx: Tx, case_id: string): Promise<LoadedCase | undefined> {
  const rows = await selectSnapshots(tx, { case_ids: [case_id], decides: true });
  return assemble(rows, "timer")[0];
}

/**
 * Locks the case, and the tours that could get a link or a load, and reads them; undefined when the caller has no such
 * case.
 */
export async function loadForDecision(tx: Tx, request: DecisionRequest): Promise<LoadedCase | undefined> {
  const { case_id, command, caller, scope, now } = request;
  const { action, action_id, tour_id, payload } = command;
  const named = [tour_id, payload?.to_tour_id, payload?.from_tour_id].filter((id) => id !== undefined);
  const withLinks = action === "UNDO" || action === "FORWARD_ROLLBACK";
  const opens = withLinks || action === "ASSIGN" || action === "FORWARD" || action === "LOAD";
  lockForDecision(tx, case_id, { tour_ids: opens ? named : [], withLinks });
  const rows = await selectSnapshots(tx, {
    case_ids: [case_id],
    tour_ids: named,
    branch_ids: payload?.to_branch_id === undefined ? [] : [payload.to_branch_id],
    ...(scope ? { visible: visibleCases(scope, action === "ASSIGN" ? { action_id } : undefined) } : {}),
    ...depthOf(action),
    ...(judged.has(action) ? { judges_at: now } : {}),
  });
  return assemble(rows, caller, named)[0];
}

/** Actions that give a tour a case, for which calendars are read. */
const judged: ReadonlySet<CaseCommand["action"]> = new Set(["ASSIGN", "FORWARD"]);

const depthOf = (action: CaseCommand["action"]): Partial<SnapshotOptions> => ({
  decides: true,
  restores: action === "UNDO" || action === "FORWARD_ROLLBACK",
  locates: action === "ARRIVE" || action === "AT_TOWING_DESTINATION",
});

/** Role in which the caller acts on this case, with the grants for actions that apply to it. */
export function actorFor(caller: Caller, snapshot: Pick<LoadedCase, "case" | "links" | "dispatched_for">): Actor {
  if (caller === "timer") return { kind: "X", user_id: null, device_id: null, grants: [] };
  const { user_id, device_id } = caller;
  const office = officeRoles(caller).filter((role) => reachesCase(role, snapshot));
  if (caller.kind === "SERVICE") return { kind: "S", user_id, device_id, grants: grantsOf(office) };
  if (caller.kind === "USER" && office.length > 0) {
    const is_dispatched_for = reachesOnly(officeRoles(caller), snapshot.dispatched_for);
    return { kind: "D", user_id, device_id, grants: grantsOf(office), is_dispatched_for };
  }
  const drives = caller.kind === "DEVICE" || driverRoles(caller).length > 0;
  return { kind: drives ? "V" : "D", user_id, device_id, grants: grantsOf(driverRoles(caller)) };
}

const dispatchGrants = ["receiveAction", "assignCaseToTour", "forwardCase"];
const isOffice = new Set(["ADMINISTRATOR", "DISPATCHER"]);
const holdsAny = ({ grants }: HeldRole) => grants.some((grant) => dispatchGrants.includes(grant));

/**
 * Roles by which a caller dispatches: of a program any role that is not a driver's, of a person those of dispatchers
 * and administrators.
 */
const officeRoles = ({ kind, roles }: Principal) =>
  roles.filter(
    (role) => holdsAny(role) && (kind === "SERVICE" ? role.role_type !== "DRIVER" : isOffice.has(role.role_type)),
  );
const driverRoles = ({ kind, roles }: Principal) =>
  kind === "SERVICE" ? [] : roles.filter((role) => role.role_type === "DRIVER" && holdsAny(role));
/** Grants that actions need, out of hundreds that roles may hold. */
const grantsOf = (roles: readonly HeldRole[]) =>
  dispatchGrants.filter((grant) => roles.some(({ grants }) => grants.includes(grant)));

const reachesOnly = (roles: readonly HeldRole[], branches: readonly string[]) =>
  roles.every(({ branch_ids }) => branch_ids?.every((id) => branches.includes(id)) ?? false);

const reaches = ({ branch_ids }: HeldRole, branch_id: string | null) =>
  branch_ids === null || (branch_id !== null && branch_ids.includes(branch_id));
const reachesCase = (role: HeldRole, { case: dispatchCase, links }: Pick<CaseSnapshot, "case" | "links">) =>
  reaches(role, dispatchCase.branch_id) || links.some(({ tour }) => reaches(role, tour.branch_id));

/**
 * Builds snapshots for their caller: which tours are its own, what is in scope, and the load of the other cases of a
 * tour.
 */
export function assemble(rows: SnapshotRows, caller: Caller, named: readonly string[] = []): LoadedCase[] {
  const crews = new Map(rows.tours.map((tour) => [tour.id, tour]));
  const crewOf = (id: string) => {
    const crew = crews.get(id);
    if (crew === undefined) throw new Error(`The tour ${id} of a link was not read with it`);
    return crew;
  };
  const [branch] = rows.branches;
  const shared = {
    language: rows.language,
    dispatched_for: rows.dispatched_for,
    crews,
    settings: settingsOf(rows.settings),
    branch: branch === undefined ? null : { id: branch.id, ...reachOf(caller, branch.id) },
  };
  return rows.cases.map((row) => {
    const { natural_id, display_name, links, history, ...facts } = row;
    const see = (id: string) => seenBy(caller, crewOf(id), row);
    const others = named.filter((id) => crews.has(id) && links.every(({ tour_id }) => tour_id !== id));
    return {
      ...shared,
      natural_id,
      display_name,
      // Only cases that exist for the caller were read.
      case: { ...facts, in_scope: true, excluded_vehicle_type_ids: excludedTypes(row) },
      links: links.map(({ closed_at: _closed_at, ...link }) => ({ ...link, tour: see(link.tour_id) })),
      closed_at: new Map(links.map(({ tour_id, closed_at }) => [tour_id, closed_at])),
      history,
      tours: others.map(see),
    };
  });
}

/** Settings of a tenant; one that it does not set keeps its default. */
const settingsOf = (settings: Partial<DispatchSettings>): DispatchSettings => ({
  ...defaultTenantSettings,
  ...settings,
  constraint_levels: { ...defaultTenantSettings.constraint_levels, ...settings.constraint_levels },
});

const excludedTypes = ({ source, target }: CaseRow) => [
  ...new Set([source, target].flatMap((place) => place?.excluded_vehicle_type_ids ?? [])),
];

function seenBy(caller: Caller, tour: TourRow, dispatchCase: CaseRow): TourFacts {
  const { crew, ...facts } = tour;
  const own = dispatchCase.links.find((link) => link.tour_id === tour.id && link.bucket === "open");
  const units = own === undefined ? 0 : dispatchCase.load_units;
  return {
    ...facts,
    workload_units: crew.open_units - units,
    loaded_units: tour.loaded_units - (own?.state === "LOADED" ? units : 0),
    is_own: isOwn(caller, crew),
    ...reachOf(caller, tour.branch_id),
    distance_to_source_meters: distanceInMeters(crew.position, dispatchCase.source),
    distance_to_target_meters: distanceInMeters(crew.position, dispatchCase.target),
  };
}

const isOwn = (caller: Caller, { user_ids, devices }: TourRow["crew"]) =>
  caller !== "timer" &&
  ((caller.user_id !== null && user_ids.includes(caller.user_id)) || devices.some(({ id }) => id === caller.device_id));

function reachOf(caller: Caller, branch_id: string | null) {
  if (caller === "timer") return { in_scope: true, in_own_branch_group: true };
  const in_scope = officeRoles(caller).some((role) => reaches(role, branch_id));
  return { in_scope, in_own_branch_group: in_scope || driverRoles(caller).some((role) => reaches(role, branch_id)) };
}
