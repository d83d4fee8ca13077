import { useStore } from "@leitstand/app/store";
import { draftStore } from "#work/drafts.ts";
import { photoStore } from "#work/photo-store.ts";
import { photosOfCase } from "#work/photos.ts";
import type { OnSiteRecord } from "./on-site.ts";

/** Data that the crew has recorded on a case so far. */
export function useOnSiteRecord(case_id: string): OnSiteRecord {
  const draft = useStore(draftStore)[case_id] ?? {};
  return { draft, photos: photosOfCase(useStore(photoStore), case_id) };
}
