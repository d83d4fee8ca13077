import { createClient, type Client } from "@leitstand/client/client";
import { reauthenticationValidSeconds } from "@leitstand/contract/people/sign-in-limits";
import type { SampleCallerKind, SampleCompanyKey } from "./draft";
import { DEMONSTRATION_PASSWORD } from "../runner/test-sign-ins";
import { type DemonstrationOutbox, openDemonstrationOutbox } from "./outbox";

export const CHANGED_PASSWORD = "neun Krähen über Steyr";

/** Values by the names of environment variables in samples. */
export type SampleVariables = Readonly<Record<string, string>>;

/** Caller with a token. */
interface SceneActor {
  readonly token: string;
  readonly api: Client;
}
/** Company of the demonstration with its callers. */
export interface DemonstrationCompany extends Record<Exclude<SampleCallerKind, "phone">, SceneActor> {
  readonly tenantKey: string;
  readonly id: string;
  readonly short_code: string;
  readonly isRoadside: boolean;
}
export interface OperationSampleRunContext {
  readonly url: string;
  readonly outbox: DemonstrationOutbox;
  readonly companies: Readonly<Record<SampleCompanyKey, DemonstrationCompany>>;
  /** Next number; everything that is created gets another one. */
  readonly next: () => number;
  /**
   * Phone number of another driver of the funeral company, who has a PIN: SMS to one number are limited to one in a few
   * minutes.
   */
  readonly nextDriver: () => string;
  /** Has administrators prove again who they are before the last proof ends: a slow run takes longer than it lasts. */
  readonly keepIdentityProven: () => Promise<unknown>;
}
type RunContextWithoutCompanies = Omit<OperationSampleRunContext, "companies" | "keepIdentityProven">;

/** Number of drivers of the demonstration's funeral company. */
const DRIVER_COUNT = 24;

/** Signs in to the demonstration once for all samples; service tokens are in the output of the product's start. */
export async function openOperationSampleRunContext(url: string, output: string): Promise<OperationSampleRunContext> {
  const [funeralToken, roadsideToken] = [...output.matchAll(/Bearer (dsp_s_\S+)/g)].map(([, token]) => token);
  if (!funeralToken || !roadsideToken) throw new Error(`No service tokens in what the product said:\n${output}`);
  const outbox = await openDemonstrationOutbox(url, {
    email: "admin@plattform.example",
    password: DEMONSTRATION_PASSWORD,
  });
  const signedIn = (company: string, who: string) =>
    signInActor(url, company, { email: `${who}@${company}.example`, password: DEMONSTRATION_PASSWORD });
  const staff = async (short_code: string, token: string) => {
    const [administrator, dispatcher] = [await signedIn(short_code, "admin"), await signedIn(short_code, "dispo1")];
    return companyForName(short_code, { administrator, dispatcher, program: actorWithToken(url, token) });
  };
  const manager = await signedIn("plattform", "admin");
  const platform = await companyForName("plattform", { administrator: manager, dispatcher: manager, program: manager });
  await outbox.breakPartner();
  let last = Date.now() % 1_000_000;
  let drivers = 0;
  const stage = {
    url,
    outbox,
    next: () => ++last,
    nextDriver: () => `+43664555${1001 + (drivers++ % DRIVER_COUNT)}`,
  };
  const companies = {
    funeral: await staff("bestattung", funeralToken),
    roadside: await staff("pannenhilfe", roadsideToken),
    platform,
    spare: await createCompanyWithAdministrator(stage, platform),
  };
  return { ...stage, companies, keepIdentityProven: createIdentityProver(companies) };
}

const IDENTITY_PROVEN_MS = (reauthenticationValidSeconds * 1_000) / 2;
function createIdentityProver({ spare, ...companies }: OperationSampleRunContext["companies"]) {
  const prove = ({ administrator }: DemonstrationCompany, password: string) =>
    administrator.api.reauthenticate({ password });
  let provenAt = performance.now();
  let proof: Promise<unknown> | undefined;
  return () => {
    if (performance.now() - provenAt > IDENTITY_PROVEN_MS) {
      provenAt = performance.now();
      const others = Object.values(companies).map((company) => prove(company, DEMONSTRATION_PASSWORD));
      proof = Promise.all([...others, prove(spare, CHANGED_PASSWORD)]);
    }
    return proof ?? Promise.resolve();
  };
}

/** Founds a company with one administrator, who has followed the link in the mail. */
export async function createCompanyWithAdministrator(
  stage: RunContextWithoutCompanies,
  platform: DemonstrationCompany,
): Promise<DemonstrationCompany> {
  const short_code = `samples_${stage.next()}`;
  const email = `${short_code}@example.org`;
  const administrator = { email, firstname: "Anna", lastname: "Gruber" };
  await platform.administrator.api.createTenant({ name: "Samples", short_code, type: "FUNERAL", administrator });
  const session = await setPasswordByLinkAndSignIn(stage, short_code, email);
  return companyForName(short_code, { administrator: session, dispatcher: session, program: session });
}

export async function setPasswordByLinkAndSignIn(
  { url, outbox }: RunContextWithoutCompanies,
  company: string,
  email: string,
) {
  const token = await outbox.find(email, PASSWORD_LINK_SECRET_PATTERN);
  await (await createAnonymousTenantClient(url, company)).setPassword({ token, password: CHANGED_PASSWORD });
  return signInActor(url, company, { email, password: CHANGED_PASSWORD });
}
/** Secret in a link for setting a password. */
export const PASSWORD_LINK_SECRET_PATTERN = /[#?&/=]([A-Za-z0-9_-]{43})\b/;

/** Client that has only the public key of the company. */
export async function createAnonymousTenantClient(url: string, short_code: string): Promise<Client> {
  const { tenant_key } = await createClient({ baseUrl: url }).getTenantKey({ short_code });
  return createClient({ baseUrl: url, tenantKey: tenant_key });
}

export async function signInActor(url: string, company: string, who: { email: string; password: string }) {
  const { token, user_id } = await (await createAnonymousTenantClient(url, company)).authUser(who);
  return { ...actorWithToken(url, token), user_id };
}

const actorWithToken = (url: string, token: string): SceneActor => ({
  token,
  api: createClient({ baseUrl: url, token: () => token }),
});

async function companyForName(short_code: string, staff: Record<Exclude<SampleCallerKind, "phone">, SceneActor>) {
  const [{ tenant_key }, tenants] = await Promise.all([
    staff.administrator.api.getTenantKey({ short_code }),
    staff.administrator.api.getTenants(),
  ]);
  const own = tenants.find((tenant) => tenant.short_code === short_code);
  if (own === undefined) throw new Error(`${short_code} does not see itself`);
  return { ...staff, tenantKey: tenant_key, id: own.id, short_code, isRoadside: own.type === "ROADSIDE_ASSISTANCE" };
}
