import { IconAlertTriangle, IconPhoto } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import type { PhotoMetadata } from "#photos/photo-row.ts";
import { usePhotoSubjectName } from "#shared/photo-name.ts";
import { goTo } from "#shared/route.ts";

const MEGABYTE = 1_000_000;

/** Unsent photos of a case, and each refused one that needs a decision. */
export function UnsentPhotoLines({ photos }: { photos: readonly PhotoMetadata[] }) {
  const t = useTranslations("photos");
  const nameOf = usePhotoSubjectName();
  const waiting = photos.filter(({ status }) => status === "waiting");
  const megabytes = waiting.reduce((sum, { size }) => sum + size, 0) / MEGABYTE;
  return (
    <>
      {waiting.length > 0 && (
        <li className="line still">
          <IconPhoto aria-hidden />
          <span>{t("count", { count: waiting.length })}</span>
          <span className="aside">{t("megabytes", { size: Math.max(0.1, Math.round(megabytes * 10) / 10) })}</span>
        </li>
      )}
      {photos
        .filter(({ status }) => status === "refused")
        .map(({ id, subject }) => (
          <li key={id} className="line still">
            <IconAlertTriangle className="attention" aria-hidden />
            <span>{t("refused_photo", { what: nameOf(subject) })}</span>
            <button type="button" className="small" onClick={() => goTo({ is: "photo", id })}>
              {t("look")}
            </button>
          </li>
        ))}
    </>
  );
}
