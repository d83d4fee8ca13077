import { ApiProblem } from "@leitstand/client/problem";
import type { SampleSceneSetup } from "./scene";
import { nextUniquePhoneNumber } from "./scenes-of-fleet";
import {
  createCompanyWithAdministrator,
  PASSWORD_LINK_SECRET_PATTERN,
  CHANGED_PASSWORD,
  signInActor as signInByMail,
  setPasswordByLinkAndSignIn,
  createAnonymousTenantClient,
  type DemonstrationCompany,
  type OperationSampleRunContext,
  type SampleVariables,
} from "./stage";
import { productNow } from "../runner/product-clock";
import { DEMONSTRATION_PASSWORD, DEMONSTRATION_PIN } from "../runner/test-sign-ins";

const administratorApi = ({ administrator }: DemonstrationCompany) => administrator.api;
const randomEmail = (stage: OperationSampleRunContext) => `person${stage.next()}@example.org`;
const createStranger = ({ url }: OperationSampleRunContext, { short_code }: DemonstrationCompany) =>
  createAnonymousTenantClient(url, short_code);

/** Role of a type that the administrator may grant. */
async function createRole(
  company: DemonstrationCompany,
  type: "DISPATCHER" | "DRIVER" | "INTEGRATION" | "READER",
  access?: string,
) {
  const roles = await administratorApi(company).getRoles();
  // Roles that scenes create for themselves grant hardly anything.
  const found = roles.find(
    ({ role_type, branch_access, grants }) =>
      role_type === type && branch_access === (access ?? branch_access) && grants.length > 5,
  );
  if (found === undefined) throw new Error(`${company.short_code} has no role of type ${type}`);
  return found.id;
}
const firstBranchGroupId = async (company: DemonstrationCompany) =>
  (await administratorApi(company).getBranchGroups())[0]?.id ?? "";

async function createColleague(company: DemonstrationCompany, stage: OperationSampleRunContext, isWide = true) {
  const email = randomEmail(stage);
  const association = isWide
    ? { role_id: await createRole(company, "DISPATCHER", "ALL") }
    : { role_id: await createRole(company, "DRIVER"), branch_group_id: await firstBranchGroupId(company) };
  const draft = { firstname: "Anna", lastname: `Gruber ${stage.next()}`, email, role_associations: [association] };
  return { ...(await administratorApi(company).createUser(draft)), email, association };
}

/** A new user with a password and a session of their own, so that ending it affects no other sample. */
async function createNewcomer(company: DemonstrationCompany, stage: OperationSampleRunContext) {
  const person = await createColleague(company, stage);
  const session = await setPasswordByLinkAndSignIn(stage, company.short_code, person.email);
  return { ...person, session };
}

async function requestResetLink(
  company: DemonstrationCompany,
  stage: OperationSampleRunContext,
): Promise<SampleVariables> {
  const { email } = await createColleague(company, stage);
  return { RESET_TOKEN: await stage.outbox.find(email, PASSWORD_LINK_SECRET_PATTERN), PASSWORD: CHANGED_PASSWORD };
}

const CODE_PATTERN = /\b(\d{6})\b/;

async function createPhone(company: DemonstrationCompany, stage: OperationSampleRunContext) {
  const phone_number = nextUniquePhoneNumber(stage);
  await administratorApi(company).createDevice({ phone_number });
  return phone_number;
}
async function sendCodeToPhone(
  company: DemonstrationCompany,
  stage: OperationSampleRunContext,
): Promise<SampleVariables> {
  const phone_number = await createPhone(company, stage);
  await (await createStranger(stage, company)).authDevice({ phone_number });
  return { PHONE_NUMBER: phone_number, ONE_TIME_CODE: await stage.outbox.find(phone_number, CODE_PATTERN) };
}
async function sendCodeToDriver(
  company: DemonstrationCompany,
  stage: OperationSampleRunContext,
): Promise<SampleVariables> {
  const phone_number = stage.nextDriver();
  await (await createStranger(stage, company)).authUserPhoneNumber({ phone_number });
  return { PHONE_NUMBER: phone_number, ONE_TIME_CODE: await stage.outbox.find(phone_number, CODE_PATTERN) };
}

async function createPhoneSession(
  company: DemonstrationCompany,
  stage: OperationSampleRunContext,
): Promise<SampleVariables> {
  const { PHONE_NUMBER: phone_number = "", ONE_TIME_CODE: one_time_code = "" } = await sendCodeToPhone(company, stage);
  return { TOKEN: (await (await createStranger(stage, company)).verifyDevice({ phone_number, one_time_code })).token };
}

const signInScenes = {
  registeredPhone: async (company, stage) => ({ PHONE_NUMBER: await createPhone(company, stage) }),
  codeToPhone: sendCodeToPhone,
  phone: createPhoneSession,
  driverAtWork: async ({ short_code }, stage) => {
    const driver = { email: `fahrer01@${short_code}.example`, password: DEMONSTRATION_PASSWORD };
    return { TOKEN: (await signInByMail(stage.url, short_code, driver)).token };
  },
  person: async (company, stage) => {
    const { email } = await createNewcomer(company, stage);
    return { EMAIL: email, PASSWORD: CHANGED_PASSWORD };
  },
  personWithoutLink: async (_company, stage) => ({ EMAIL: randomEmail(stage) }),
  resetLink: requestResetLink,
  driver: async (_company, stage) => ({ PHONE_NUMBER: stage.nextDriver() }),
  codeToDriver: sendCodeToDriver,
  pinToken: async (company, stage) => {
    const { PHONE_NUMBER: phone_number = "", ONE_TIME_CODE: code = "" } = await sendCodeToDriver(company, stage);
    const { pin_token } = await (await createStranger(stage, company)).verifyUserPhoneNumber({ phone_number, code });
    return {
      PIN_TOKEN: pin_token,
      PIN: DEMONSTRATION_PIN,
      DEVICE_TOKEN: (await createPhoneSession(company, stage))["TOKEN"] ?? "",
    };
  },
} satisfies Record<string, SampleSceneSetup>;

const ownAccountScenes = {
  ownSession: async (company, stage) => {
    const { session } = await createNewcomer(company, stage);
    return { TOKEN: session.token, PASSWORD: CHANGED_PASSWORD, NEW_PASSWORD: "sieben Störche über Linz" };
  },
  secondSession: async (company, stage) => {
    const { email, session } = await createNewcomer(company, stage);
    await (await createStranger(stage, company)).authUser({ email, password: CHANGED_PASSWORD });
    const sessions = await session.api.getOwnSessions();
    return { TOKEN: session.token, SESSION_ID: sessions.find(({ current }) => !current)?.id ?? "" };
  },
  ownInvite: async (company, stage) => {
    const { session, id: user_id } = await createNewcomer(company, stage);
    const role_ids = [await createRole(company, "DRIVER")];
    const { id } = await administratorApi(company).createUserInvite({
      user_id,
      branch_group_id: await firstBranchGroupId(company),
      role_ids,
    });
    return { TOKEN: session.token, INVITE_ID: id };
  },
} satisfies Record<string, SampleSceneSetup>;

const userScenes = {
  USER_ID: async (company, stage) => ({ USER_ID: (await createColleague(company, stage)).id }),
  INVITE_ID: async (company, stage) => {
    const draft = {
      email: (await createColleague(company, stage)).email,
      branch_group_id: await firstBranchGroupId(company),
      role_ids: [await createRole(company, "DRIVER")],
    };
    return { INVITE_ID: (await administratorApi(company).createUserInvite(draft)).id };
  },
  assignableRole: async (company) => ({
    ROLE_ID: await createRole(company, "DRIVER"),
    BRANCH_GROUP_ID: await firstBranchGroupId(company),
  }),
  uninvitedUser: async (company, stage) => ({
    EMAIL: (await createColleague(company, stage)).email,
    ROLE_ID: await createRole(company, "DRIVER"),
    BRANCH_GROUP_ID: await firstBranchGroupId(company),
  }),
  userOfGroup: async (company, stage) => {
    const { id, lock_version, association } = await createColleague(company, stage, false);
    const { role_id, branch_group_id = "" } = association as { role_id: string; branch_group_id?: string };
    return { USER_ID: id, LOCK_VERSION: String(lock_version), ROLE_ID: role_id, BRANCH_GROUP_ID: branch_group_id };
  },
  userOfEverything: async (company, stage) => ({ USER_ID: (await createColleague(company, stage)).id }),
  inactiveUser: async (company, stage) => {
    const { id, association } = await createColleague(company, stage, false);
    const { branch_group_id = "" } = association as { branch_group_id?: string };
    await administratorApi(company).updateUserActiveState({ id, branch_group_id, active: false });
    return { USER_ID: id };
  },
  ownRole: async (company, stage) => {
    const draft = { name: `Role ${stage.next()}`, role_type: "READER", branch_access: "ALL", grants: [] } as const;
    const { id, lock_version } = await administratorApi(company).createRole({ ...draft, grants: ["getCases"] });
    return { ROLE_ID: id, LOCK_VERSION: String(lock_version) };
  },
} satisfies Record<string, SampleSceneSetup>;

async function createServiceAccount(company: DemonstrationCompany, stage: OperationSampleRunContext) {
  const role_id = await createRole(company, "INTEGRATION");
  const draft = { name: `Program ${stage.next()}`, role_associations: [{ role_id }] };
  return { ...(await administratorApi(company).createServiceAccountUser(draft)), role_id };
}

/** Whether the object is gone: another sample may have deleted it first. */
function ignoreMissing(error: unknown) {
  if (!(error instanceof ApiProblem && error.code === "RESOURCE_NOT_FOUND")) throw error;
}

/** Deletes a service account: a company has twenty at most. */
async function deleteOldWebhooks(company: DemonstrationCompany) {
  const webhooks = await administratorApi(company).getWebhooks();
  const oldest = [...webhooks].sort((a, b) => a.created_at.localeCompare(b.created_at)).slice(0, -8);
  for (const { id } of oldest) await administratorApi(company).deleteWebhook({ id }).catch(ignoreMissing);
}
async function createWebhook(company: DemonstrationCompany, stage: OperationSampleRunContext) {
  await deleteOldWebhooks(company);
  const { id: service_account_user_id } = await createServiceAccount(company, stage);
  return administratorApi(company).createWebhook({
    url: "https://hooks.example.com/leitstand",
    service_account_user_id,
    event_types: ["case update"],
  });
}

const programScenes = {
  /** A service account that may see its own tokens. */
  ownProgram: async (company, stage) => {
    const draft = { name: `Role ${stage.next()}`, role_type: "INTEGRATION", branch_access: "ALL" } as const;
    const { id: role_id } = await administratorApi(company).createRole({
      ...draft,
      grants: ["getServiceAccountTokens"],
    });
    const associations = { name: `Program ${stage.next()}`, role_associations: [{ role_id }] };
    const { id } = await administratorApi(company).createServiceAccountUser(associations);
    return { TOKEN: (await administratorApi(company).createServiceAccountToken({ id })).token };
  },
  SERVICE_ACCOUNT_ID: async (company, stage) => ({
    SERVICE_ACCOUNT_ID: (await createServiceAccount(company, stage)).id,
  }),
  assignableProgramRole: async (company) => ({ ROLE_ID: await createRole(company, "INTEGRATION") }),
  serviceAccount: async (company, stage) => {
    const { id, lock_version, role_id } = await createServiceAccount(company, stage);
    return { SERVICE_ACCOUNT_ID: id, ROLE_ID: role_id, LOCK_VERSION: String(lock_version) };
  },
  serviceAccountToken: async (company, stage) => {
    const { id } = await createServiceAccount(company, stage);
    const token = await administratorApi(company).createServiceAccountToken({ id });
    return { SERVICE_ACCOUNT_ID: id, TOKEN_ID: token.id };
  },
  webhookAccount: async (company, stage) => {
    await deleteOldWebhooks(company);
    return { SERVICE_ACCOUNT_ID: (await createServiceAccount(company, stage)).id };
  },
  WEBHOOK_ID: async (company, stage) => {
    const { id, lock_version } = await createWebhook(company, stage);
    return {
      WEBHOOK_ID: id,
      LOCK_VERSION: String(lock_version),
      SINCE: new Date(productNow().getTime() - 3_600_000).toISOString(),
    };
  },
  webhookDelivery: async (company, stage) => {
    const { id } = await createWebhook(company, stage);
    return { WEBHOOK_ID: id, DELIVERY_ID: (await administratorApi(company).testWebhook({ id })).id };
  },
} satisfies Record<string, SampleSceneSetup>;

/** Connector of the system that the company imports its branches and drivers from. */
async function createConnector(company: DemonstrationCompany): Promise<SampleVariables> {
  const draft = { base_url: "https://partner.example/leitstand", auth: "BEARER", secret: "long and random" } as const;
  await administratorApi(company).updateConnector({ id: company.id, kind: "SYNC", ...draft });
  return { TENANT_ID: company.id, TENANT_SHORT_CODE: company.short_code };
}

const companyScenes = {
  TENANT_ID: async (company) => {
    const { id, lock_version } = await administratorApi(company).getTenant({ id: company.id });
    return { TENANT_ID: id, LOCK_VERSION: String(lock_version) };
  },
  SHORT_CODE: async (company) => {
    const { lock_version } = await administratorApi(company).getTenantFrontendConfig({
      short_code: company.short_code,
    });
    return { SHORT_CODE: company.short_code, LOCK_VERSION: String(lock_version) };
  },
  MASTER_DATA_ID: async (company, stage) => {
    const draft = { tenant_short_code: company.short_code, key: `key ${stage.next()}`, value: 1 };
    const { id, lock_version } = await administratorApi(company).createTenantMasterData(draft);
    return { MASTER_DATA_ID: id, LOCK_VERSION: String(lock_version) };
  },
  connector: createConnector,
  /** A company of its own, because a company can run this only once at a time. */
  companyToFill: async (_company, stage) => {
    const company = await createCompanyWithAdministrator(stage, stage.companies.platform);
    return { ...(await createConnector(company)), TOKEN: company.administrator.token };
  },
} satisfies Record<string, SampleSceneSetup>;

export const peopleSceneSetups = {
  ...signInScenes,
  ...ownAccountScenes,
  ...userScenes,
  ...programScenes,
  ...companyScenes,
} satisfies Record<string, SampleSceneSetup>;
