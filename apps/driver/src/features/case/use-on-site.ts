import { useStore } from "@leitstand/app/store";
import { drafts } from "#work/drafts.ts";
import { photos } from "#work/photo-store.ts";
import { photosOfCase } from "#work/photos.ts";
import type { OnSite } from "./on-site.ts";

/** Data that the crew has recorded on a case so far. */
export function useOnSite(case_id: string): OnSite {
  const draft = useStore(drafts)[case_id] ?? {};
  return { draft, photos: photosOfCase(useStore(photos), case_id) };
}
