import type { TenantConfig } from "@leitstand/contract/company/tenant";
import type { Static } from "typebox";
import { createPersistentStore, createStore } from "@leitstand/app/store";

export type Tenant = Static<typeof TenantConfig>;

export interface UserSession {
  readonly token: string;
  readonly email: string;
  readonly expires_at: string;
}

/** Session of the signed-in user, shared by the tabs of this browser; null when signed out. */
export const userSessionStore = createPersistentStore<UserSession | null>("leitstand.session", null);
/** Whether the session has ended during work: the user signs in again over the unchanged page. */
export const sessionEndedStore = createStore(false);
/** The company of this console, known before sign-in and kept so that the next visit paints at once. */
export const tenantStore = createPersistentStore<Tenant | null>("leitstand.tenant", null);
/** Known-device tokens: they let the right password through while guesses of others are delayed. */
export const knownDeviceTokensStore = createPersistentStore<Readonly<Record<string, string>>>(
  "leitstand.known-device",
  {},
);

window.addEventListener("storage", ({ key, newValue }) => {
  if (key !== "leitstand.session") return;
  // Signing out, or in as another user, holds for all tabs: the shown data must disappear with its user.
  const before = userSessionStore.get();
  const after = newValue === null ? null : (JSON.parse(newValue) as UserSession);
  userSessionStore.set(after);
  if (before !== null && after === null) window.location.assign("/sign-in");
  else if (before !== null && after?.email !== before.email) window.location.reload();
  else if (after?.token !== before?.token) sessionEndedStore.set(false);
});
