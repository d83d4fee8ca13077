import { useStore } from "@leitstand/app/store";
import { useEffect } from "react";
import { fetchLater } from "#shared/later.tsx";
import { lockWhenAway } from "#work/away.ts";
import { readDrafts } from "#work/drafts.ts";
import { openCalled } from "#work/pushes/open-called.ts";
import { cacheKey } from "#work/phone.ts";
import { readPhotos } from "#work/photo-store.ts";
import { followShift, refreshQuietly } from "#work/sending.ts";
import { readShift } from "#work/shift.ts";

/**
 * While unlocked: reads the stored shift, fetches it again and follows its changes; locks the app after five minutes
 * away.
 */
export function useWork() {
  const key = useStore(cacheKey);
  useEffect(() => {
    if (key === null) return undefined;
    const controller = new AbortController();
    void fetchLater();
    void Promise.all([readShift(), readDrafts(), readPhotos()])
      .then(() => openCalled({ isFetched: false }))
      .then(refreshQuietly)
      .then(() => openCalled({ isFetched: true }))
      .then(() => followShift(controller.signal));
    return () => controller.abort();
  }, [key]);
  useEffect(lockWhenAway, []);
}
