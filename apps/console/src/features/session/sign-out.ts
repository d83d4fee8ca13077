import { queryClient } from "#shared/api/api.ts";
import { forgetDrafts } from "#shared/editing/drafts.ts";
import { forgetLive } from "#live/store.ts";
import { session, sessionEnded } from "#shared/api/session.ts";
import { createStore } from "@leitstand/app/store";

/** The token of somebody who has left this browser, while the server has yet to be told; in memory alone. */
export const leaving = createStore<string | null>(null);

/** Leaves nothing of what was seen behind, in this and every other tab, whether or not the server can be reached. */
export function signOut() {
  const token = session.get()?.token;
  if (token === undefined) return goToSignIn();
  // Takes the place of all that is on the screen, and tells the server.
  leaving.set(token);
  session.set(null);
  sessionEnded.set(false);
  queryClient.clear();
  forgetLive();
  forgetDrafts();
}

/** Reloaded: nothing that was in memory outlives it. */
export const goToSignIn = () => window.location.assign("/sign-in");
