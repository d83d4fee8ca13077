import { useStore } from "@leitstand/app/store";
import { useEffect } from "react";
import { prefetchLazyScreens } from "#shared/later.tsx";
import { lockWhenAway } from "#work/away.ts";
import { loadDraftsIntoStore } from "#work/drafts.ts";
import { openCaseOfTappedNotice } from "#work/pushes/open-tapped-case.ts";
import { unlockedCacheKey } from "#work/phone.ts";
import { loadPhotosIntoStore } from "#work/photo-store.ts";
import { followShiftStream, refreshShiftIfReachable } from "#work/sending.ts";
import { loadStoredShift } from "#work/shift.ts";

/**
 * While unlocked: reads the stored shift, fetches it again and follows its changes; locks the app after five minutes
 * away.
 */
export function useShiftUpdatesWhileUnlocked() {
  const key = useStore(unlockedCacheKey);
  useEffect(() => {
    if (key === null) return undefined;
    const controller = new AbortController();
    void prefetchLazyScreens();
    void Promise.all([loadStoredShift(), loadDraftsIntoStore(), loadPhotosIntoStore()])
      .then(() => openCaseOfTappedNotice({ isFetched: false }))
      .then(refreshShiftIfReachable)
      .then(() => openCaseOfTappedNotice({ isFetched: true }))
      .then(() => followShiftStream(controller.signal));
    return () => controller.abort();
  }, [key]);
  useEffect(lockWhenAway, []);
}
