import { useTranslations } from "use-intl";
import type { PhotoSubject } from "#photos/photo-row.ts";

/** Short name of a photo's subject. */
export function usePhotoSubjectName() {
  const t = useTranslations("photos.subjects");
  return (subject: PhotoSubject): string => t(subject);
}
