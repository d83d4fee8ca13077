import { createStorageSlot } from "@docusaurus/theme-common";
import { demonstrationPeople, type DemonstrationPersonKey, findPerson } from "./people";
import { getTypedSandboxPassword, setSandboxPassword } from "./sandbox-password";

const storedPersonChoice = createStorageSlot("reference.person");

/** Person that the reader has chosen before; undefined leaves the choice to the operation. */
export const storedPersonKey = (): DemonstrationPersonKey | "own" | undefined => {
  const key = storedPersonChoice.get();
  return key === "own" ? "own" : demonstrationPeople.find((person) => person.key === key)?.key;
};
/** Stores the choice of a person, never a token: that is in memory alone. */
export const storePersonChoice = (key: DemonstrationPersonKey | "own") => storedPersonChoice.set(key);

const cachedTokens = new Map<DemonstrationPersonKey, Promise<string>>();

/** Thrown when the API answers, but signs no person of the demonstration in. */
export class SandboxError extends Error {}
/** Thrown when the typed password is the reason. */
export class SandboxPasswordError extends SandboxError {}

/** Uses this password for sign-ins from now on. */
export function replaceSandboxPassword(password: string) {
  if (password === getTypedSandboxPassword()) return;
  setSandboxPassword(password);
  cachedTokens.clear();
}

/**
 * Signs a person of the demonstration in, once for as long as the page is open. Throws where there is no demonstration.
 */
export function fetchSandboxToken(apiUrl: string, key: DemonstrationPersonKey): Promise<string> {
  const known = cachedTokens.get(key);
  if (known !== undefined) return known;
  const signingIn = signInPerson(apiUrl, key);
  cachedTokens.set(key, signingIn);
  signingIn.catch(() => cachedTokens.delete(key));
  return signingIn;
}

export const dropCachedToken = (key: DemonstrationPersonKey) => cachedTokens.delete(key);

const cachedTenantKeys = new Map<string, Promise<string>>();

/** The public key of a company of the demonstration. */
export function fetchTenantKey(apiUrl: string, key: DemonstrationPersonKey): Promise<string> {
  const { company } = findPerson(key);
  const known = cachedTenantKeys.get(company);
  if (known !== undefined) return known;
  const asking = fetch(`${apiUrl}/tenants/config/${company}/key`)
    .then((answer) => {
      if (answer.status === 404)
        throw new SandboxError(`The API has no company "${company}": is it started with its demonstration?`);
      if (!answer.ok) throw new SandboxError(`The key of "${company}" was answered with ${answer.status}.`);
      return answer.json() as Promise<{ tenant_key: string }>;
    })
    .then(({ tenant_key }) => tenant_key);
  cachedTenantKeys.set(company, asking);
  asking.catch(() => cachedTenantKeys.delete(company));
  return asking;
}

async function signInPerson(apiUrl: string, key: DemonstrationPersonKey): Promise<string> {
  const password = getTypedSandboxPassword();
  if (password === "") throw new SandboxPasswordError("Type the password of the demonstration: npm start prints it.");
  const answer = await fetch(`${apiUrl}/auth/user`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Tenant-Key": await fetchTenantKey(apiUrl, key) },
    body: JSON.stringify({ email: findPerson(key).email, password }),
  });
  if (answer.status === 401)
    throw new SandboxPasswordError("The demonstration has another password: npm start prints it.");
  if (!answer.ok) throw new SandboxError(`Signing in was answered with ${answer.status}.`);
  return ((await answer.json()) as { token: string }).token;
}
