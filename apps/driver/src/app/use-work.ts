import { useStore } from "@leitstand/app/store";
import { useEffect } from "react";
import { prefetchLazyScreens } from "#shared/later.tsx";
import { lockWhenAway } from "#work/away.ts";
import { readDrafts } from "#work/drafts.ts";
import { openTappedCase } from "#work/pushes/open-tapped-case.ts";
import { unlockedCacheKey } from "#work/phone.ts";
import { readPhotos } from "#work/photo-store.ts";
import { followShiftStream, refreshShiftQuietly } from "#work/sending.ts";
import { readShift } from "#work/shift.ts";

/**
 * While unlocked: reads the stored shift, fetches it again and follows its changes; locks the app after five minutes
 * away.
 */
export function useUnlockedWork() {
  const key = useStore(unlockedCacheKey);
  useEffect(() => {
    if (key === null) return undefined;
    const controller = new AbortController();
    void prefetchLazyScreens();
    void Promise.all([readShift(), readDrafts(), readPhotos()])
      .then(() => openTappedCase({ isFetched: false }))
      .then(refreshShiftQuietly)
      .then(() => openTappedCase({ isFetched: true }))
      .then(() => followShiftStream(controller.signal));
    return () => controller.abort();
  }, [key]);
  useEffect(lockWhenAway, []);
}
