import { consolePaths } from "@leitstand/contract/core/console-paths";
import type { TenantConfig } from "@leitstand/contract/company/tenant";
import type { Static } from "typebox";
import {
  createFollowingStore,
  createPersistentStore,
  createSharedStore,
  createStore,
  useStore,
} from "@leitstand/app/store";

export type Tenant = Static<typeof TenantConfig>;

export interface UserSession {
  /** Company in which the user has signed in: the same address may belong to a user of another one. */
  readonly short_code: string;
  readonly token: string;
  readonly email: string;
  readonly expires_at: string;
}

/** The company in which a user has last signed in, kept so that the next visit paints at once. */
export const lastSignedInTenantStore = createPersistentStore<Tenant | null>("leitstand.tenant", null);
/**
 * The company for which the sign-in page asks, null while it is not known; undefined on all other pages. No other tab
 * is told before the user has signed in.
 */
export const tenantAtSignInStore = createStore<Tenant | null | undefined>(undefined);
/** The company in whose colours and language the page is shown. */
export const shownTenant = (): Tenant | null => {
  const atSignIn = tenantAtSignInStore.get();
  return atSignIn === undefined ? lastSignedInTenantStore.get() : atSignIn;
};
export function useShownTenant(): Tenant | null {
  useStore(tenantAtSignInStore);
  useStore(lastSignedInTenantStore);
  return shownTenant();
}

const SESSION_KEY = "leitstand.session";

/** A session as stored: an earlier version did not store the company with it. */
type StoredSession = Omit<UserSession, "short_code"> & Partial<UserSession>;
const namesCompany = (stored: StoredSession): stored is UserSession => stored.short_code !== undefined;

/** Completes a session of an earlier version by the last company; without one the user has to sign in again. */
function withCompany(stored: StoredSession | null): UserSession | null {
  if (stored === null || namesCompany(stored)) return stored;
  const short_code = lastSignedInTenantStore.get()?.short_code;
  return short_code === undefined ? null : { ...stored, short_code };
}

/** Session of the signed-in user, shared by the tabs of this browser; null when signed out. */
export const userSessionStore = createFollowingStore<UserSession | null>(SESSION_KEY, null);
userSessionStore.set(withCompany(userSessionStore.get()));
/** Whether the session has ended during work: the user signs in again over the unchanged page. */
export const sessionEndedStore = createStore(false);
/** Known-device tokens: they let the right password through while guesses of others are delayed. */
export const knownDeviceTokensStore = createSharedStore<Readonly<Record<string, string>>>("leitstand.known-device", {});

const isSameUser = (one: StoredSession, other: StoredSession) =>
  one.short_code === other.short_code && one.email === other.email;

window.addEventListener("storage", ({ key }) => {
  if (key !== SESSION_KEY) return;
  // Signing out, or in as another user, holds for all tabs: the shown data must disappear with its user. A tab that was
  // asleep hears of both at once, so the session that is stored now counts.
  const before = userSessionStore.get();
  const after: StoredSession | null = userSessionStore.readStored();
  // Until the page has loaded again, nothing of it is sent in the name of the other user.
  if (before !== null && after !== null && !isSameUser(before, after)) return window.location.reload();
  userSessionStore.follow(withCompany(after));
  if (before !== null && after === null) window.location.assign(consolePaths.signIn);
  else if (after?.token !== before?.token) sessionEndedStore.set(false);
});
