import { createClient, type Client } from "@leitstand/client/client";
import type { DraftCaller, CompanyName } from "./draft";
import { DEMONSTRATION_PASSWORD } from "../runner/test-sign-ins";
import { type SentMessages, openSentMessages } from "./outbox";

export const CHANGED_PASSWORD = "neun Krähen über Steyr";

/** Values by the names of environment variables in samples. */
export type SampleVariables = Readonly<Record<string, string>>;

/** Caller with a token. */
interface SceneActor {
  readonly token: string;
  readonly api: Client;
}
/** Company of the demonstration with its callers. */
export interface StageCompany extends Record<Exclude<DraftCaller, "phone">, SceneActor> {
  readonly tenantKey: string;
  readonly id: string;
  readonly short_code: string;
  readonly isRoadside: boolean;
}
export interface ReferenceStage {
  readonly url: string;
  readonly outbox: SentMessages;
  readonly companies: Readonly<Record<CompanyName, StageCompany>>;
  /** Next number; everything that is created gets another one. */
  readonly next: () => number;
  /**
   * Phone number of another driver of the funeral company, who has a PIN: SMS to one number are limited to one in a few
   * minutes.
   */
  readonly nextDriver: () => string;
}

/** Number of drivers of the demonstration's funeral company. */
const DRIVER_COUNT = 24;

/** Signs in to the demonstration once for all samples; service tokens are in the output of the product's start. */
export async function openStage(url: string, output: string): Promise<ReferenceStage> {
  const [funeralToken, roadsideToken] = [...output.matchAll(/Bearer (dsp_s_\S+)/g)].map(([, token]) => token);
  if (!funeralToken || !roadsideToken) throw new Error(`No service tokens in what the product said:\n${output}`);
  const outbox = await openSentMessages(url, { email: "admin@plattform.example", password: DEMONSTRATION_PASSWORD });
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
  return {
    ...stage,
    companies: {
      funeral: await staff("bestattung", funeralToken),
      roadside: await staff("pannenhilfe", roadsideToken),
      platform,
      spare: await foundCompany(stage, platform),
    },
  };
}

/** Founds a company with one administrator, who has followed the link in the mail. */
export async function foundCompany(
  stage: Omit<ReferenceStage, "companies">,
  platform: StageCompany,
): Promise<StageCompany> {
  const short_code = `samples_${stage.next()}`;
  const email = `${short_code}@example.org`;
  const administrator = { email, firstname: "Anna", lastname: "Gruber" };
  await platform.administrator.api.createTenant({ name: "Samples", short_code, type: "FUNERAL", administrator });
  const session = await signInByLink(stage, short_code, email);
  return companyForName(short_code, { administrator: session, dispatcher: session, program: session });
}

export async function signInByLink({ url, outbox }: Omit<ReferenceStage, "companies">, company: string, email: string) {
  const token = await outbox.find(email, PASSWORD_LINK_SECRET_PATTERN);
  await (await createStrangerActor(url, company)).setPassword({ token, password: CHANGED_PASSWORD });
  return signInActor(url, company, { email, password: CHANGED_PASSWORD });
}
/** Secret in a link for setting a password. */
export const PASSWORD_LINK_SECRET_PATTERN = /[#?&/=]([A-Za-z0-9_-]{43})\b/;

/** Client that has only the public key of the company. */
export async function createStrangerActor(url: string, short_code: string): Promise<Client> {
  const { tenant_key } = await createClient({ baseUrl: url }).getTenantKey({ short_code });
  return createClient({ baseUrl: url, tenantKey: tenant_key });
}

export async function signInActor(url: string, company: string, who: { email: string; password: string }) {
  const { token, user_id } = await (await createStrangerActor(url, company)).authUser(who);
  return { ...actorWithToken(url, token), user_id };
}

const actorWithToken = (url: string, token: string): SceneActor => ({
  token,
  api: createClient({ baseUrl: url, token: () => token }),
});

async function companyForName(short_code: string, staff: Record<Exclude<DraftCaller, "phone">, SceneActor>) {
  const [{ tenant_key }, tenants] = await Promise.all([
    staff.administrator.api.getTenantKey({ short_code }),
    staff.administrator.api.getTenants(),
  ]);
  const own = tenants.find((tenant) => tenant.short_code === short_code);
  if (own === undefined) throw new Error(`${short_code} does not see itself`);
  return { ...staff, tenantKey: tenant_key, id: own.id, short_code, isRoadside: own.type === "ROADSIDE_ASSISTANCE" };
}
