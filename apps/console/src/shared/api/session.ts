import type { TenantConfig } from "@leitstand/contract/company/tenant";
import type { Static } from "typebox";
import { createKeptStore, createStore } from "@leitstand/app/store";

export type Tenant = Static<typeof TenantConfig>;

export interface Session {
  readonly token: string;
  readonly email: string;
  readonly expires_at: string;
}

/** Who is signed in here. Shared by the tabs of this browser; null: nobody. */
export const session = createKeptStore<Session | null>("leitstand.session", null);
/** The session has ended under somebody's hands: they sign in again over what they were doing. */
export const sessionEnded = createStore(false);
/** The company of this console, known before sign-in and kept so that the next visit paints at once. */
export const tenant = createKeptStore<Tenant | null>("leitstand.tenant", null);
/** Lets a right password through while others who guess are made to wait. */
export const knownDevice = createKeptStore<Readonly<Record<string, string>>>("leitstand.known-device", {});

window.addEventListener("storage", ({ key, newValue }) => {
  if (key !== "leitstand.session") return;
  // Signing out, or in again, holds for all tabs: what stands on the screen goes with whoever may see it.
  const wasSignedIn = session.get() !== null;
  session.set(newValue === null ? null : (JSON.parse(newValue) as Session));
  if (wasSignedIn && newValue === null) window.location.assign("/sign-in");
});
