import { useTranslations } from "use-intl";
import type { PhotoSubject } from "#photos/photo-row.ts";

/** What a photo was taken of, in a word or two. */
export function usePhotoName() {
  const t = useTranslations("photos.subjects");
  return (subject: PhotoSubject): string => t(subject);
}
