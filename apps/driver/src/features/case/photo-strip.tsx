import type { Case } from "@leitstand/contract/cases/case";
import { IconCamera } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { vehicleCorners, type PhotoSubject } from "#photos/photo-row.ts";
import { CameraFault, CameraInput, PhotoLink, useTakePhoto } from "#shared/photo.tsx";
import { usePhotoSubjectName } from "#shared/photo-name.ts";
import { useOnSiteRecord } from "./use-on-site.ts";

/** Photos of a case that have no other place on its screen. */
export function PhotoStrip({ shown, hasCorners }: { shown: Case; hasCorners: boolean }) {
  const t = useTranslations("photos");
  const nameOf = usePhotoSubjectName();
  const isCorner = (subject: PhotoSubject) => vehicleCorners.some((corner) => corner === subject);
  const photos = useOnSiteRecord(shown.id).photos.filter(({ subject }) => !(hasCorners && isCorner(subject)));
  return photos.length === 0 ? null : (
    <section>
      <h2 className="section">{t("title")}</h2>
      <div className="photos">
        {photos.map((photo) => (
          <PhotoLink key={photo.id} photo={photo} label={nameOf(photo.subject)} />
        ))}
      </div>
    </section>
  );
}

/** Tool that takes any photo for a case. */
export function PhotoTool({ shown, tour_id }: { shown: Case; tour_id: string }) {
  const t = useTranslations("photos");
  const { take, fault } = useTakePhoto({ case_id: shown.id, tour_id });
  return (
    <>
      <label className="tool">
        <IconCamera size={26} aria-hidden />
        {t("photo")}
        <CameraInput id={`photo-${shown.id}`} onTake={(file) => take(file, "other")} />
      </label>
      <CameraFault fault={fault} />
    </>
  );
}
