import type { CompanyCredentials } from "../../nodes/demonstration-keys";
import type { EventViewer } from "./facts";
import { createRecordedClient, type RecordedClientContext, type SignedInPerson, eventTypesOfGrants } from "./people";

/** One of the two companies of the demonstration, as seen by its administrator in the morning. */
export interface SimulatedCompany {
  readonly keys: CompanyCredentials;
  readonly type: "FUNERAL" | "ROADSIDE";
  readonly tenantKey: string;
  readonly admin: SignedInPerson;
  readonly dispatchers: readonly SignedInPerson[];
  readonly reader: SignedInPerson;
  readonly integration: SignedInPerson;
  /** User id of the integration. */
  readonly accountId: string;
  readonly roster: CompanyDirectory;
}

export interface CompanyDirectory {
  readonly users: Awaited<ReturnType<typeof readUsers>>;
  readonly devices: Awaited<ReturnType<SignedInPerson["client"]["getDevices"]>>;
  readonly roles: Awaited<ReturnType<SignedInPerson["client"]["getRoles"]>>;
  readonly groups: Awaited<ReturnType<SignedInPerson["client"]["getBranchGroups"]>>;
  readonly branches: Awaited<ReturnType<SignedInPerson["client"]["getBranches"]>>;
}

/** Signs in all users of the office. */
export async function signInOfficeUsers(
  keys: CompanyCredentials,
  entrance: RecordedClientContext,
): Promise<SimulatedCompany> {
  const { short_code } = keys;
  const config = await createRecordedClient(entrance, {}).getTenantConfig({ short_code });
  const { tenant_key: tenantKey } = await createRecordedClient(entrance, {}).getTenantKey({ short_code });
  const door = { keys, entrance, tenantKey };
  const token = await signIn(door, keys.admin);
  const roster = await readRoster(createRecordedClient(entrance, { token: () => token }));
  const office = async (email: string, known?: string): Promise<SignedInPerson> => {
    const own = known ?? (await signIn(door, email));
    const user = roster.users.find((found) => found.email === email);
    if (!user) throw new Error(`There is no ${email}; is this the demonstration?`);
    return personWithToken(own, eventViewerOfUser({ name: email, tenant: short_code, roster }, user), entrance);
  };
  return {
    keys,
    tenantKey,
    roster,
    type: config.type === "FUNERAL" ? "FUNERAL" : "ROADSIDE",
    admin: await office(keys.admin, token),
    dispatchers: await Promise.all(keys.dispatchers.map((email) => office(email))),
    reader: await office(keys.reader),
    ...(await createProgramAccount(createRecordedClient(entrance, { token: () => token }), {
      short_code,
      roster,
      entrance,
    })),
  };
}

const personWithToken = (token: string, viewer: EventViewer, entrance: RecordedClientContext): SignedInPerson => ({
  viewer,
  token: () => token,
  fetch: entrance.pool.fetchOf(),
  client: createRecordedClient(entrance, { token: () => token }),
});

interface SignInTarget {
  readonly keys: CompanyCredentials;
  readonly entrance: RecordedClientContext;
  readonly tenantKey: string;
}
async function signIn({ keys: { password }, entrance, tenantKey }: SignInTarget, email: string) {
  const session = await createRecordedClient(entrance, { tenantKey }).authUser({ email, password });
  return session.token;
}

const readRoster = async (client: SignedInPerson["client"]): Promise<CompanyDirectory> => ({
  users: await readUsers(client),
  devices: await client.getDevices(),
  roles: await client.getRoles(),
  groups: await client.getBranchGroups(),
  branches: await client.getBranches(),
});

const USERS_MAX = 1000;
const readUsers = async (client: SignedInPerson["client"]) => (await client.getUsers({ size: USERS_MAX })).users;

/** Lifetime of the program's token, longer than any simulated day. */
const PROGRAM_LIVES_MS = 2 * 86_400_000;

/** Creates a service account for this run: only the installation knows the token of the demonstration's own. */
async function createProgramAccount(
  admin: SignedInPerson["client"],
  { short_code, roster, entrance }: { short_code: string; roster: CompanyDirectory; entrance: RecordedClientContext },
): Promise<Pick<SimulatedCompany, "integration" | "accountId">> {
  const role = roster.roles.find(({ role_type }) => role_type === "INTEGRATION");
  if (role?.branch_access !== "ALL") throw new Error("The integration of the demonstration works in the whole tenant.");
  const { id } = await admin.createServiceAccountUser({
    name: "Simulation",
    role_associations: [{ role_id: role.id, branch_group_id: null }],
  });
  const expires_at = new Date(Date.now() + PROGRAM_LIVES_MS).toISOString();
  const { token } = await admin.createServiceAccountToken({ id, name: "Simulation", expires_at });
  return { integration: personWithToken(token, programViewerOf(short_code, role), entrance), accountId: id };
}

function programViewerOf(short_code: string, role: CompanyDirectory["roles"][number]): EventViewer {
  return {
    name: `integration of ${short_code}`,
    tenant: short_code,
    types: eventTypesOfGrants(role.grants),
    all: true,
    branch_ids: [],
    user_id: null,
    device_id: null,
    driver_branch_ids: [],
  };
}

/** Viewer with the scope that the roles of a user give. */
export function eventViewerOfUser(
  { name, tenant, roster }: { name: string; tenant: string; roster: CompanyDirectory },
  user: CompanyDirectory["users"][number],
): EventViewer {
  const held = user.role_associations.map((held) => ({
    ...held,
    grants: roster.roles.find(({ id }) => id === held.role_id)?.grants ?? [],
    branch_ids: branchesOfGroup(roster, held.branch_group_id),
  }));
  const office = held.filter(({ role_type }) => role_type !== "DRIVER");
  const drives = held.filter(({ role_type }) => role_type === "DRIVER");
  return {
    name,
    tenant,
    types: eventTypesOfGrants(held.flatMap(({ grants }) => grants)),
    all: office.some(({ branch_access }) => branch_access === "ALL"),
    branch_ids: office.flatMap(({ branch_ids }) => branch_ids),
    user_id: drives.length > 0 ? user.id : null,
    device_id: null,
    driver_branch_ids: drives.flatMap(({ branch_ids }) => branch_ids),
  };
}

export const branchIdsOfUser = (roster: CompanyDirectory, userId: string) =>
  (roster.users.find(({ id }) => id === userId)?.role_associations ?? []).flatMap(({ branch_group_id }) =>
    branchesOfGroup(roster, branch_group_id),
  );

const branchesOfGroup = ({ groups }: CompanyDirectory, groupId: string | null) =>
  groups.find(({ id }) => id === groupId)?.branches.map(({ id }) => id) ?? [];
