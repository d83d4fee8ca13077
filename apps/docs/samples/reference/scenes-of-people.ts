import { ApiProblem } from "@leitstand/client/problem";
import type { Scene } from "./scene";
import { aPhoneNumber } from "./scenes-of-fleet";
import {
  foundCompany,
  LINK,
  OWN_PASSWORD,
  signIn as signInByMail,
  signInByLink,
  stranger,
  type Company,
  type Stage,
  type Variables,
} from "./stage";
import { productNow } from "../runner/product-clock";
import { PASSWORD, PIN } from "../runner/test-sign-ins";

const apiOf = ({ administrator }: Company) => administrator.api;
const anEmail = (stage: Stage) => `person${stage.next()}@example.org`;
const strangerTo = ({ url }: Stage, { short_code }: Company) => stranger(url, short_code);

/** Role of a type that the administrator may grant. */
async function roleOf(company: Company, type: "DISPATCHER" | "DRIVER" | "INTEGRATION" | "READER", access?: string) {
  const roles = await apiOf(company).getRoles();
  // Roles that scenes create for themselves grant hardly anything.
  const found = roles.find(
    ({ role_type, branch_access, grants }) =>
      role_type === type && branch_access === (access ?? branch_access) && grants.length > 5,
  );
  if (found === undefined) throw new Error(`${company.short_code} has no role of type ${type}`);
  return found.id;
}
const groupOf = async (company: Company) => (await apiOf(company).getBranchGroups())[0]?.id ?? "";

async function colleague(company: Company, stage: Stage, isWide = true) {
  const email = anEmail(stage);
  const association = isWide
    ? { role_id: await roleOf(company, "DISPATCHER", "ALL") }
    : { role_id: await roleOf(company, "DRIVER"), branch_group_id: await groupOf(company) };
  const draft = { firstname: "Anna", lastname: `Gruber ${stage.next()}`, email, role_associations: [association] };
  return { ...(await apiOf(company).createUser(draft)), email, association };
}

/** A new user with a password and a session of their own, so that ending it affects no other sample. */
async function newcomer(company: Company, stage: Stage) {
  const person = await colleague(company, stage);
  const session = await signInByLink(stage, company.short_code, person.email);
  return { ...person, session };
}

async function resetLink(company: Company, stage: Stage): Promise<Variables> {
  const { email } = await colleague(company, stage);
  return { RESET_TOKEN: await stage.outbox.find(email, LINK), PASSWORD: OWN_PASSWORD };
}

const CODE = /\b(\d{6})\b/;

async function phoneOf(company: Company, stage: Stage) {
  const phone_number = aPhoneNumber(stage);
  await apiOf(company).createDevice({ phone_number });
  return phone_number;
}
async function codeToPhone(company: Company, stage: Stage): Promise<Variables> {
  const phone_number = await phoneOf(company, stage);
  await (await strangerTo(stage, company)).authDevice({ phone_number });
  return { PHONE_NUMBER: phone_number, ONE_TIME_CODE: await stage.outbox.find(phone_number, CODE) };
}
async function codeToDriver(company: Company, stage: Stage): Promise<Variables> {
  const phone_number = stage.nextDriver();
  await (await strangerTo(stage, company)).authUserPhoneNumber({ phone_number });
  return { PHONE_NUMBER: phone_number, ONE_TIME_CODE: await stage.outbox.find(phone_number, CODE) };
}

async function phoneSession(company: Company, stage: Stage): Promise<Variables> {
  const { PHONE_NUMBER: phone_number = "", ONE_TIME_CODE: one_time_code = "" } = await codeToPhone(company, stage);
  return { TOKEN: (await (await strangerTo(stage, company)).verifyDevice({ phone_number, one_time_code })).token };
}

const signIn = {
  registeredPhone: async (company, stage) => ({ PHONE_NUMBER: await phoneOf(company, stage) }),
  codeToPhone,
  phone: phoneSession,
  driverAtWork: async ({ short_code }, stage) => {
    const driver = { email: `fahrer01@${short_code}.example`, password: PASSWORD };
    return { TOKEN: (await signInByMail(stage.url, short_code, driver)).token };
  },
  person: async (company, stage) => {
    const { email } = await newcomer(company, stage);
    return { EMAIL: email, PASSWORD: OWN_PASSWORD };
  },
  personWithoutLink: async (_company, stage) => ({ EMAIL: anEmail(stage) }),
  resetLink,
  driver: async (_company, stage) => ({ PHONE_NUMBER: stage.nextDriver() }),
  codeToDriver,
  pinToken: async (company, stage) => {
    const { PHONE_NUMBER: phone_number = "", ONE_TIME_CODE: code = "" } = await codeToDriver(company, stage);
    const { pin_token } = await (await strangerTo(stage, company)).verifyUserPhoneNumber({ phone_number, code });
    return { PIN_TOKEN: pin_token, PIN, DEVICE_TOKEN: (await phoneSession(company, stage))["TOKEN"] ?? "" };
  },
} satisfies Record<string, Scene>;

const own = {
  ownSession: async (company, stage) => {
    const { session } = await newcomer(company, stage);
    return { TOKEN: session.token, PASSWORD: OWN_PASSWORD, NEW_PASSWORD: "sieben Störche über Linz" };
  },
  secondSession: async (company, stage) => {
    const { email, session } = await newcomer(company, stage);
    await (await strangerTo(stage, company)).authUser({ email, password: OWN_PASSWORD });
    const sessions = await session.api.getOwnSessions();
    return { TOKEN: session.token, SESSION_ID: sessions.find(({ current }) => !current)?.id ?? "" };
  },
  ownInvite: async (company, stage) => {
    const { session, id: user_id } = await newcomer(company, stage);
    const role_ids = [await roleOf(company, "DRIVER")];
    const { id } = await apiOf(company).createUserInvite({
      user_id,
      branch_group_id: await groupOf(company),
      role_ids,
    });
    return { TOKEN: session.token, INVITE_ID: id };
  },
} satisfies Record<string, Scene>;

const users = {
  USER_ID: async (company, stage) => ({ USER_ID: (await colleague(company, stage)).id }),
  INVITE_ID: async (company, stage) => {
    const draft = {
      email: (await colleague(company, stage)).email,
      branch_group_id: await groupOf(company),
      role_ids: [await roleOf(company, "DRIVER")],
    };
    return { INVITE_ID: (await apiOf(company).createUserInvite(draft)).id };
  },
  assignableRole: async (company) => ({
    ROLE_ID: await roleOf(company, "DRIVER"),
    BRANCH_GROUP_ID: await groupOf(company),
  }),
  uninvitedUser: async (company, stage) => ({
    EMAIL: (await colleague(company, stage)).email,
    ROLE_ID: await roleOf(company, "DRIVER"),
    BRANCH_GROUP_ID: await groupOf(company),
  }),
  userOfGroup: async (company, stage) => {
    const { id, lock_version, association } = await colleague(company, stage, false);
    const { role_id, branch_group_id = "" } = association as { role_id: string; branch_group_id?: string };
    return { USER_ID: id, LOCK_VERSION: String(lock_version), ROLE_ID: role_id, BRANCH_GROUP_ID: branch_group_id };
  },
  userOfEverything: async (company, stage) => ({ USER_ID: (await colleague(company, stage)).id }),
  inactiveUser: async (company, stage) => {
    const { id, association } = await colleague(company, stage, false);
    const { branch_group_id = "" } = association as { branch_group_id?: string };
    await apiOf(company).updateUserActiveState({ id, branch_group_id, active: false });
    return { USER_ID: id };
  },
  ownRole: async (company, stage) => {
    const draft = { name: `Role ${stage.next()}`, role_type: "READER", branch_access: "ALL", grants: [] } as const;
    const { id, lock_version } = await apiOf(company).createRole({ ...draft, grants: ["getCases"] });
    return { ROLE_ID: id, LOCK_VERSION: String(lock_version) };
  },
} satisfies Record<string, Scene>;

async function account(company: Company, stage: Stage) {
  const role_id = await roleOf(company, "INTEGRATION");
  const draft = { name: `Program ${stage.next()}`, role_associations: [{ role_id }] };
  return { ...(await apiOf(company).createServiceAccountUser(draft)), role_id };
}

/** Whether the object is gone: another sample may have deleted it first. */
function isGone(error: unknown) {
  if (!(error instanceof ApiProblem && error.code === "RESOURCE_NOT_FOUND")) throw error;
}

/** Deletes a service account: a company has twenty at most. */
async function makeRoom(company: Company) {
  const webhooks = await apiOf(company).getWebhooks();
  const oldest = [...webhooks].sort((a, b) => a.created_at.localeCompare(b.created_at)).slice(0, -8);
  for (const { id } of oldest) await apiOf(company).deleteWebhook({ id }).catch(isGone);
}
async function webhook(company: Company, stage: Stage) {
  await makeRoom(company);
  const { id: service_account_user_id } = await account(company, stage);
  return apiOf(company).createWebhook({
    url: "https://hooks.example.com/leitstand",
    service_account_user_id,
    event_types: ["case update"],
  });
}

const programs = {
  /** A service account that may see its own tokens. */
  ownProgram: async (company, stage) => {
    const draft = { name: `Role ${stage.next()}`, role_type: "INTEGRATION", branch_access: "ALL" } as const;
    const { id: role_id } = await apiOf(company).createRole({ ...draft, grants: ["getServiceAccountTokens"] });
    const associations = { name: `Program ${stage.next()}`, role_associations: [{ role_id }] };
    const { id } = await apiOf(company).createServiceAccountUser(associations);
    return { TOKEN: (await apiOf(company).createServiceAccountToken({ id })).token };
  },
  SERVICE_ACCOUNT_ID: async (company, stage) => ({ SERVICE_ACCOUNT_ID: (await account(company, stage)).id }),
  assignableProgramRole: async (company) => ({ ROLE_ID: await roleOf(company, "INTEGRATION") }),
  serviceAccount: async (company, stage) => {
    const { id, lock_version, role_id } = await account(company, stage);
    return { SERVICE_ACCOUNT_ID: id, ROLE_ID: role_id, LOCK_VERSION: String(lock_version) };
  },
  serviceAccountToken: async (company, stage) => {
    const { id } = await account(company, stage);
    const token = await apiOf(company).createServiceAccountToken({ id });
    return { SERVICE_ACCOUNT_ID: id, TOKEN_ID: token.id };
  },
  webhookAccount: async (company, stage) => {
    await makeRoom(company);
    return { SERVICE_ACCOUNT_ID: (await account(company, stage)).id };
  },
  WEBHOOK_ID: async (company, stage) => {
    const { id, lock_version } = await webhook(company, stage);
    return {
      WEBHOOK_ID: id,
      LOCK_VERSION: String(lock_version),
      SINCE: new Date(productNow().getTime() - 3_600_000).toISOString(),
    };
  },
  webhookDelivery: async (company, stage) => {
    const { id } = await webhook(company, stage);
    return { WEBHOOK_ID: id, DELIVERY_ID: (await apiOf(company).testWebhook({ id })).id };
  },
} satisfies Record<string, Scene>;

/** Connector of the system that the company imports its branches and drivers from. */
async function connector(company: Company): Promise<Variables> {
  const draft = { base_url: "https://partner.example/leitstand", auth: "BEARER", secret: "long and random" } as const;
  await apiOf(company).updateConnector({ id: company.id, kind: "SYNC", ...draft });
  return { TENANT_ID: company.id, TENANT_SHORT_CODE: company.short_code };
}

const companies = {
  TENANT_ID: async (company) => {
    const { id, lock_version } = await apiOf(company).getTenant({ id: company.id });
    return { TENANT_ID: id, LOCK_VERSION: String(lock_version) };
  },
  SHORT_CODE: async (company) => {
    const { lock_version } = await apiOf(company).getTenantFrontendConfig({ short_code: company.short_code });
    return { SHORT_CODE: company.short_code, LOCK_VERSION: String(lock_version) };
  },
  MASTER_DATA_ID: async (company, stage) => {
    const draft = { tenant_short_code: company.short_code, key: `key ${stage.next()}`, value: 1 };
    const { id, lock_version } = await apiOf(company).createTenantMasterData(draft);
    return { MASTER_DATA_ID: id, LOCK_VERSION: String(lock_version) };
  },
  connector,
  /** A company of its own, because a company can run this only once at a time. */
  companyToFill: async (_company, stage) => {
    const company = await foundCompany(stage, stage.companies.platform);
    return { ...(await connector(company)), TOKEN: company.administrator.token };
  },
} satisfies Record<string, Scene>;

export const scenesOfPeople = { ...signIn, ...own, ...users, ...programs, ...companies } satisfies Record<
  string,
  Scene
>;
