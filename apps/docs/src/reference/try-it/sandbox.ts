import { createStorageSlot } from "@docusaurus/theme-common";
import { people, type PersonKey, personOf } from "./people";
import { sandboxPassword, setSandboxPassword } from "./sandbox-password";

const chosen = createStorageSlot("reference.person");

/** Person that the reader has chosen before; undefined leaves the choice to the operation. */
export const rememberedPerson = (): PersonKey | "own" | undefined => {
  const key = chosen.get();
  return key === "own" ? "own" : people.find((person) => person.key === key)?.key;
};
/** Stores the choice of a person, never a token: that is in memory alone. */
export const rememberPerson = (key: PersonKey | "own") => chosen.set(key);

const tokens = new Map<PersonKey, Promise<string>>();

/** Thrown when the typed password signs no person of the demonstration in. */
export class PasswordFault extends Error {}

/** Uses this password for sign-ins from now on. */
export function changePassword(password: string) {
  if (password === sandboxPassword()) return;
  setSandboxPassword(password);
  tokens.clear();
}

/**
 * Signs a person of the demonstration in, once for as long as the page is open. Throws where there is no demonstration.
 */
export function sandboxToken(apiUrl: string, key: PersonKey): Promise<string> {
  const known = tokens.get(key);
  if (known !== undefined) return known;
  const signingIn = signIn(apiUrl, key);
  tokens.set(key, signingIn);
  signingIn.catch(() => tokens.delete(key));
  return signingIn;
}

export const forgetToken = (key: PersonKey) => tokens.delete(key);

const keys = new Map<string, Promise<string>>();

/** The public key of a company of the demonstration. */
export function tenantKey(apiUrl: string, key: PersonKey): Promise<string> {
  const { company } = personOf(key);
  const known = keys.get(company);
  if (known !== undefined) return known;
  const asking = fetch(`${apiUrl}/tenants/config/${company}/key`)
    .then((answer) => {
      if (!answer.ok) throw new Error(`There is no company ${company}.`);
      return answer.json() as Promise<{ tenant_key: string }>;
    })
    .then(({ tenant_key }) => tenant_key);
  keys.set(company, asking);
  asking.catch(() => keys.delete(company));
  return asking;
}

async function signIn(apiUrl: string, key: PersonKey): Promise<string> {
  const password = sandboxPassword();
  if (password === "") throw new PasswordFault("Type the password of the demonstration: npm start prints it.");
  const answer = await fetch(`${apiUrl}/auth/user`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Tenant-Key": await tenantKey(apiUrl, key) },
    body: JSON.stringify({ email: personOf(key).email, password }),
  });
  if (answer.status === 401) throw new PasswordFault("The demonstration has another password: npm start prints it.");
  if (!answer.ok) throw new Error(`Signing in was answered with ${answer.status}.`);
  return ((await answer.json()) as { token: string }).token;
}
