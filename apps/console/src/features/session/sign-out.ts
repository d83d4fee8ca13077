import { queryClient } from "#shared/api.ts";
import { forgetDrafts } from "#shared/drafts.ts";
import { forgetPositions } from "#shared/positions.ts";
import { session, sessionEnded } from "#shared/session.ts";

/** Leaves nothing of what was seen behind, in this and every other tab. */
export function signOut() {
  session.set(null);
  sessionEnded.set(false);
  queryClient.clear();
  forgetPositions();
  forgetDrafts();
  window.location.assign("/sign-in");
}
