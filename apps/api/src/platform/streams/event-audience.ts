import { type EventType, streamEventTypes } from "@leitstand/contract/board/events";
import type { EventAudience } from "../events/events";
import { type RoleHolder, type Scope, scopeOfGrant } from "../access/principal";

/**
 * Viewer of a stream: the tenant, and the scope of each message type's grant. Two with the same key see the same
 * events.
 */
export interface StreamViewer {
  readonly tenant_id: string;
  readonly scopes: Readonly<Partial<Record<string, Scope>>>;
  readonly key: string;
}

/** Message types that are addressed to single users by name, dispatchers included. */
const typesAddressedToUsers: ReadonlySet<string> = new Set<EventType>(["critical message"]);

/**
 * Message types about things of a branch: a driver sees those of the branches they work for. Of all other types drivers
 * see only their own.
 */
const typesOfBranches: ReadonlySet<string> = new Set<EventType>(["area waiting time"]);

export function streamViewerOf(principal: RoleHolder): StreamViewer {
  const { tenant_id } = principal;
  const entries = Object.entries(streamEventTypes).map(([type, { grant }]) => {
    const scope = scopeOfGrant(principal, grant);
    return [type, scope && typesAddressedToUsers.has(type) ? scopeWithName(scope, principal) : scope] as const;
  });
  const scopes = Object.fromEntries(entries.filter(([, scope]) => scope !== undefined));
  return { tenant_id, scopes, key: JSON.stringify([tenant_id, scopes]) };
}

/**
 * Adds the user's name for types addressed by name, but not where the whole tenant is seen; dispatchers without names
 * see the same, so that they are told at once.
 */
const scopeWithName = (scope: Scope, { user_id, device_id }: RoleHolder): Scope =>
  scope.all || scope.driver ? scope : { ...scope, driver: { user_id, device_id, all: false, branch_ids: [] } };

interface AddressedEvent {
  readonly type: string;
  readonly audience: EventAudience;
}

/** Whether the audience is more than branches, and users and devices by name: then drivers see it who are not named. */
export const reachesUnnamedDrivers = ({ type, audience }: AddressedEvent): boolean =>
  audience.everyone === true || typesOfBranches.has(type);

/**
 * The users and devices by whose names alone the viewer is reached, apart from what reaches the unnamed; undefined for
 * viewers whom branches reach as well. So a message need not be checked against each of thousands of phones.
 */
export function audienceNamesOfViewer({ scopes }: StreamViewer): readonly string[] | undefined {
  const held = Object.values(scopes).flatMap((scope) => scope ?? []);
  if (held.some(({ all, branch_ids }) => all || branch_ids.length > 0)) return undefined;
  return [...new Set(held.flatMap(({ driver }) => [driver?.user_id ?? [], driver?.device_id ?? []].flat()))];
}

export function canSeeEvent(viewer: StreamViewer, { type, audience }: AddressedEvent): boolean {
  const scope = viewer.scopes[type];
  if (!scope) return false;
  if (scope.all || audience.everyone) return true;
  const branches = audience.branch_ids ?? [];
  if (branches.some((id) => scope.branch_ids.includes(id))) return true;
  const { driver } = scope;
  if (!driver) return false;
  if (driver.user_id !== null && audience.user_ids?.includes(driver.user_id)) return true;
  if (driver.device_id !== null && audience.device_ids?.includes(driver.device_id)) return true;
  return typesOfBranches.has(type) && (driver.all || branches.some((id) => driver.branch_ids.includes(id)));
}
