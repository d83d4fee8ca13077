import type { CompanyKeys } from "../../nodes/demonstration-keys";
import type { Viewer } from "./facts";
import { aClient, type Entrance, type Person, typesOf } from "./people";

/** One of the two companies of the demonstration, as seen by its administrator in the morning. */
export interface Company {
  readonly keys: CompanyKeys;
  readonly type: "FUNERAL" | "ROADSIDE";
  readonly tenantKey: string;
  readonly admin: Person;
  readonly dispatchers: readonly Person[];
  readonly reader: Person;
  readonly integration: Person;
  /** User id of the integration. */
  readonly accountId: string;
  readonly roster: Roster;
}

export interface Roster {
  readonly users: Awaited<ReturnType<typeof readUsers>>;
  readonly devices: Awaited<ReturnType<Person["client"]["getDevices"]>>;
  readonly roles: Awaited<ReturnType<Person["client"]["getRoles"]>>;
  readonly groups: Awaited<ReturnType<Person["client"]["getBranchGroups"]>>;
  readonly branches: Awaited<ReturnType<Person["client"]["getBranches"]>>;
}

/** Signs in all users of the office. */
export async function enterCompany(keys: CompanyKeys, entrance: Entrance): Promise<Company> {
  const { short_code } = keys;
  const config = await aClient(entrance, {}).getTenantConfig({ short_code });
  const { tenant_key: tenantKey } = await aClient(entrance, {}).getTenantKey({ short_code });
  const door = { keys, entrance, tenantKey };
  const token = await signIn(door, keys.admin);
  const roster = await readRoster(aClient(entrance, { token: () => token }));
  const office = async (email: string, known?: string): Promise<Person> => {
    const own = known ?? (await signIn(door, email));
    const user = roster.users.find((found) => found.email === email);
    if (!user) throw new Error(`There is no ${email}; is this the demonstration?`);
    return enterWith(own, viewerOf({ name: email, tenant: short_code, roster }, user), entrance);
  };
  return {
    keys,
    tenantKey,
    roster,
    type: config.type === "FUNERAL" ? "FUNERAL" : "ROADSIDE",
    admin: await office(keys.admin, token),
    dispatchers: await Promise.all(keys.dispatchers.map((email) => office(email))),
    reader: await office(keys.reader),
    ...(await enterProgram(aClient(entrance, { token: () => token }), { short_code, roster, entrance })),
  };
}

const enterWith = (token: string, viewer: Viewer, entrance: Entrance): Person => ({
  viewer,
  token: () => token,
  fetch: entrance.pool.fetchOf(),
  client: aClient(entrance, { token: () => token }),
});

interface Door {
  readonly keys: CompanyKeys;
  readonly entrance: Entrance;
  readonly tenantKey: string;
}
async function signIn({ keys: { password }, entrance, tenantKey }: Door, email: string) {
  const session = await aClient(entrance, { tenantKey }).authUser({ email, password });
  return session.token;
}

const readRoster = async (client: Person["client"]): Promise<Roster> => ({
  users: await readUsers(client),
  devices: await client.getDevices(),
  roles: await client.getRoles(),
  groups: await client.getBranchGroups(),
  branches: await client.getBranches(),
});

const USERS_MAX = 1000;
const readUsers = async (client: Person["client"]) => (await client.getUsers({ size: USERS_MAX })).users;

/** Lifetime of the program's token, longer than any simulated day. */
const PROGRAM_LIVES_MS = 2 * 86_400_000;

/** Creates a service account for this run: only the installation knows the token of the demonstration's own. */
async function enterProgram(
  admin: Person["client"],
  { short_code, roster, entrance }: { short_code: string; roster: Roster; entrance: Entrance },
): Promise<Pick<Company, "integration" | "accountId">> {
  const role = roster.roles.find(({ role_type }) => role_type === "INTEGRATION");
  if (role?.branch_access !== "ALL") throw new Error("The integration of the demonstration works in the whole tenant.");
  const { id } = await admin.createServiceAccountUser({
    name: "Simulation",
    role_associations: [{ role_id: role.id, branch_group_id: null }],
  });
  const expires_at = new Date(Date.now() + PROGRAM_LIVES_MS).toISOString();
  const { token } = await admin.createServiceAccountToken({ id, name: "Simulation", expires_at });
  return { integration: enterWith(token, programOf(short_code, role), entrance), accountId: id };
}

function programOf(short_code: string, role: Roster["roles"][number]): Viewer {
  return {
    name: `integration of ${short_code}`,
    tenant: short_code,
    types: typesOf(role.grants),
    all: true,
    branch_ids: [],
    user_id: null,
    device_id: null,
    driver_branch_ids: [],
  };
}

/** Viewer with the scope that the roles of a user give. */
export function viewerOf(
  { name, tenant, roster }: { name: string; tenant: string; roster: Roster },
  user: Roster["users"][number],
): Viewer {
  const held = user.role_associations.map((held) => ({
    ...held,
    grants: roster.roles.find(({ id }) => id === held.role_id)?.grants ?? [],
    branch_ids: branchesOf(roster, held.branch_group_id),
  }));
  const office = held.filter(({ role_type }) => role_type !== "DRIVER");
  const drives = held.filter(({ role_type }) => role_type === "DRIVER");
  return {
    name,
    tenant,
    types: typesOf(held.flatMap(({ grants }) => grants)),
    all: office.some(({ branch_access }) => branch_access === "ALL"),
    branch_ids: office.flatMap(({ branch_ids }) => branch_ids),
    user_id: drives.length > 0 ? user.id : null,
    device_id: null,
    driver_branch_ids: drives.flatMap(({ branch_ids }) => branch_ids),
  };
}

export const branchesOfUser = (roster: Roster, userId: string) =>
  (roster.users.find(({ id }) => id === userId)?.role_associations ?? []).flatMap(({ branch_group_id }) =>
    branchesOf(roster, branch_group_id),
  );

const branchesOf = ({ groups }: Roster, groupId: string | null) =>
  groups.find(({ id }) => id === groupId)?.branches.map(({ id }) => id) ?? [];
