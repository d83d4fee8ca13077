import { consolePaths } from "@leitstand/contract/core/console-paths";
import { queryClient } from "#shared/api/api.ts";
import { forgetDrafts } from "#shared/editing/drafts.ts";
import { clearLiveData } from "#live/store.ts";
import { userSessionStore, sessionEndedStore } from "#shared/api/session.ts";
import { createStore } from "@leitstand/app/store";

/** Token of a session that was left in this browser, until the server has been told; in memory alone. */
export const tokenBeingSignedOut = createStore<string | null>(null);

/**
 * Signs out and removes all data of the session, in this and every other tab, whether or not the server can be reached.
 */
export function signOut() {
  const token = userSessionStore.get()?.token;
  if (token === undefined) return goToSignIn();
  // Shows the leaving page instead of everything else; that page tells the server.
  tokenBeingSignedOut.set(token);
  userSessionStore.set(null);
  sessionEndedStore.set(false);
  queryClient.clear();
  clearLiveData();
  forgetDrafts();
}

/** Opens the sign-in page by a reload, so that nothing in memory survives. */
export const goToSignIn = () => window.location.assign(consolePaths.signIn);
