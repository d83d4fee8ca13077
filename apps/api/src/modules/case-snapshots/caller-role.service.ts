/** Roles of callers on a case: the grants that count there, and the tours and branches that they reach. */
import type { HeldRole, Principal } from "#platform/access/principal";
import type { Actor, CaseSnapshot } from "#modules/case-states/index";

/** Author of an action: a caller with its roles, or the system's timer. */
export type ActionCaller = Principal | "timer";

interface CaseForRole extends Pick<CaseSnapshot, "case" | "links"> {
  /** Branches whose cases are dispatched by others. */
  readonly dispatched_for: readonly string[];
}

/** Role in which the caller acts on this case, with the grants for actions that apply to it. */
export function resolveActorForCaller(caller: ActionCaller, snapshot: CaseForRole): Actor {
  if (caller === "timer") return { kind: "X", user_id: null, device_id: null, grants: [] };
  const { user_id, device_id } = caller;
  const office = officeRoles(caller).filter((role) => roleReachesCase(role, snapshot));
  if (caller.kind === "SERVICE") return { kind: "S", user_id, device_id, grants: dispatchGrantsOf(office) };
  if (caller.kind === "USER" && office.length > 0) {
    const is_dispatched_for = areRolesWithinBranches(officeRoles(caller), snapshot.dispatched_for);
    return { kind: "D", user_id, device_id, grants: dispatchGrantsOf(office), is_dispatched_for };
  }
  const drives = caller.kind === "DEVICE" || driverRoles(caller).length > 0;
  return { kind: drives ? "V" : "D", user_id, device_id, grants: dispatchGrantsOf(driverRoles(caller)) };
}

const dispatchGrants = ["receiveAction", "assignCaseToTour", "forwardCase"];
const OFFICE_ROLE_TYPES = new Set(["ADMINISTRATOR", "DISPATCHER"]);
const holdsDispatchGrant = ({ grants }: HeldRole) => grants.some((grant) => dispatchGrants.includes(grant));

/**
 * Roles by which a caller dispatches: of a program any role that is not a driver's, of a person those of dispatchers
 * and administrators.
 */
const officeRoles = ({ kind, roles }: Principal) =>
  roles.filter(
    (role) =>
      holdsDispatchGrant(role) &&
      (kind === "SERVICE" ? role.role_type !== "DRIVER" : OFFICE_ROLE_TYPES.has(role.role_type)),
  );
const driverRoles = ({ kind, roles }: Principal) =>
  kind === "SERVICE" ? [] : roles.filter((role) => role.role_type === "DRIVER" && holdsDispatchGrant(role));
/** Grants that actions need, out of hundreds that roles may hold. */
const dispatchGrantsOf = (roles: readonly HeldRole[]) =>
  dispatchGrants.filter((grant) => roles.some(({ grants }) => grants.includes(grant)));

const areRolesWithinBranches = (roles: readonly HeldRole[], branches: readonly string[]) =>
  roles.every(({ branch_ids }) => branch_ids?.every((id) => branches.includes(id)) ?? false);

const roleReachesBranch = ({ branch_ids }: HeldRole, branch_id: string | null) =>
  branch_ids === null || (branch_id !== null && branch_ids.includes(branch_id));
const roleReachesCase = (role: HeldRole, { case: dispatchCase, links }: Pick<CaseSnapshot, "case" | "links">) =>
  roleReachesBranch(role, dispatchCase.branch_id) || links.some(({ tour }) => roleReachesBranch(role, tour.branch_id));

interface TourCrew {
  readonly user_ids: readonly string[];
  readonly devices: readonly { readonly id: string }[];
}

/** Whether the caller is in the crew of a tour, as a person or by its phone. */
export const isInCrew = (caller: ActionCaller, { user_ids, devices }: TourCrew) =>
  caller !== "timer" &&
  ((caller.user_id !== null && user_ids.includes(caller.user_id)) || devices.some(({ id }) => id === caller.device_id));

/** Whether a branch is within the reach of the caller, to dispatch in it or to drive for it. */
export function resolveCallerReachOfBranch(caller: ActionCaller, branch_id: string | null) {
  if (caller === "timer") return { in_scope: true, in_own_branch_group: true };
  const in_scope = officeRoles(caller).some((role) => roleReachesBranch(role, branch_id));
  return {
    in_scope,
    in_own_branch_group: in_scope || driverRoles(caller).some((role) => roleReachesBranch(role, branch_id)),
  };
}
