import { demonstrationToken } from "../../apps/api/src/modules/demonstration/demonstration-tokens";
import {
  DEMONSTRATION_PASSWORD,
  DISPATCHERS_PER_COMPANY,
} from "../../apps/api/src/modules/demonstration/demonstration-companies";
import type { Viewer } from "./facts";
import { aClient, type Entrance, type Person, typesOf } from "./people";

/** One of the two companies of the demonstration, as seen by its administrator in the morning. */
export interface Company {
  readonly short_code: string;
  readonly type: "FUNERAL" | "ROADSIDE";
  readonly tenantKey: string;
  readonly admin: Person;
  readonly dispatchers: readonly Person[];
  readonly reader: Person;
  readonly integration: Person;
  readonly roster: Roster;
}

export interface Roster {
  readonly users: Awaited<ReturnType<typeof readUsers>>;
  readonly devices: Awaited<ReturnType<Person["client"]["getDevices"]>>;
  readonly roles: Awaited<ReturnType<Person["client"]["getRoles"]>>;
  readonly groups: Awaited<ReturnType<Person["client"]["getBranchGroups"]>>;
  readonly branches: Awaited<ReturnType<Person["client"]["getBranches"]>>;
}

/** Signs in everybody who works in the office. */
export async function enterCompany(short_code: string, entrance: Entrance): Promise<Company> {
  const config = await aClient(entrance, {}).getTenantConfig({ short_code });
  const { tenant_key: tenantKey } = await aClient(entrance, {}).getTenantKey({ short_code });
  const desk = { entrance, short_code, tenantKey };
  const token = await signIn(desk, "admin");
  const client = aClient(entrance, { token: () => token });
  const roster: Roster = {
    users: await readUsers(client),
    devices: await client.getDevices(),
    roles: await client.getRoles(),
    groups: await client.getBranchGroups(),
    branches: await client.getBranches(),
  };
  const office = async (account: string, known?: string): Promise<Person> => {
    const own = known ?? (await signIn(desk, account));
    const email = `${account}@${short_code}.example`;
    const user = roster.users.find((found) => found.email === email);
    if (!user) throw new Error(`There is no ${email}; is this the demonstration?`);
    const viewer = viewerOf({ name: email, tenant: short_code, roster }, user);
    return {
      viewer,
      token: () => own,
      fetch: entrance.pool.fetchOf(),
      client: aClient(entrance, { token: () => own }),
    };
  };
  const accounts = Array.from({ length: DISPATCHERS_PER_COMPANY }, (_, index) => `dispo${index + 1}`);
  return {
    short_code,
    tenantKey,
    roster,
    type: config.type === "FUNERAL" ? "FUNERAL" : "ROADSIDE",
    admin: await office("admin", token),
    dispatchers: await Promise.all(accounts.map((account) => office(account))),
    reader: await office("lesen"),
    integration: integrationOf(short_code, { roster, entrance }),
  };
}

async function signIn(desk: { entrance: Entrance; short_code: string; tenantKey: string }, account: string) {
  const { entrance, short_code, tenantKey } = desk;
  const email = `${account}@${short_code}.example`;
  const session = await aClient(entrance, { tenantKey }).authUser({ email, password: DEMONSTRATION_PASSWORD });
  return session.token;
}

const USERS_MAX = 1000;
const readUsers = async (client: Person["client"]) => (await client.getUsers({ size: USERS_MAX })).users;

function integrationOf(short_code: string, { roster, entrance }: { roster: Roster; entrance: Entrance }): Person {
  const token = demonstrationToken(short_code);
  const role = roster.roles.find(({ role_type }) => role_type === "INTEGRATION");
  if (role?.branch_access !== "ALL") throw new Error("The integration of the demonstration works in the whole tenant.");
  const viewer: Viewer = {
    name: `integration of ${short_code}`,
    tenant: short_code,
    types: typesOf(role.grants),
    all: true,
    branch_ids: [],
    user_id: null,
    device_id: null,
    driver_branch_ids: [],
  };
  return {
    viewer,
    token: () => token,
    fetch: entrance.pool.fetchOf(),
    client: aClient(entrance, { token: () => token }),
  };
}

/** Where the roles of a user let it look. */
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

const branchesOf = ({ groups }: Roster, groupId: string | null) =>
  groups.find(({ id }) => id === groupId)?.branches.map(({ id }) => id) ?? [];
