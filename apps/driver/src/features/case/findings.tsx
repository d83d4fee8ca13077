import type { Case } from "@leitstand/contract/cases/case";
import { useId } from "react";
import { useTranslations } from "use-intl";
import type { TourLink } from "#outbox/state-before.ts";
import { vehicleCorners } from "#photos/photo-row.ts";
import { ChoiceChips } from "#shared/chips.tsx";
import { CameraFault, CameraTile, useTakePhoto } from "#shared/photo.tsx";
import { usePhotoSubjectName } from "#shared/photo-name.ts";
import { goTo } from "#shared/route.ts";
import { changeDraft, damageCauses } from "#work/drafts.ts";
import { TextField } from "./forms/form-parts.tsx";
import { useCaseDraftField } from "./forms/form-props.ts";
import {
  hasAcceptablePhotoOfSubject,
  parseFoundMileage,
  firstCornerWithoutPhoto,
  type OnSiteRecord,
  newestPhotoOf,
  missingPhotosReasonPayload,
} from "./on-site.ts";
import { useOnSiteRecord } from "./use-on-site.ts";
import { useDamageCauseName } from "./use-tow.ts";

interface FindingsProps {
  readonly shown: Case;
  readonly link: TourLink;
  readonly tour_id: string;
}

/** Findings at a breakdown: photos of the vehicle's four corners, the damage, and whether the vehicle can drive. */
export function BreakdownFindings({ shown, link, tour_id }: FindingsProps) {
  const onSite = useOnSiteRecord(shown.id);
  if (link.state !== "arrived") return null;
  return (
    <>
      <CornerPhotos shown={shown} tour_id={tour_id} onSite={onSite} />
      <DamageFields shown={shown} onSite={onSite} mayTow={link.actions.includes("TO_TOWING_DESTINATION")} />
      <VehicleFields shown={shown} onSite={onSite} />
    </>
  );
}

export const vehicleCornerElementId = (corner: string) => `corner-${corner}`;

function CornerPhotos({ shown, tour_id, onSite }: { shown: Case; tour_id: string; onSite: OnSiteRecord }) {
  const t = useTranslations("roadside");
  const nameOf = usePhotoSubjectName();
  const { take, fault } = useTakePhoto({ case_id: shown.id, tour_id });
  const { photos_missing_reason: reason } = missingPhotosReasonPayload(onSite, vehicleCorners);
  const isExcusable = firstCornerWithoutPhoto(onSite) !== undefined || reason !== undefined;
  const done = vehicleCorners.filter((corner) => hasAcceptablePhotoOfSubject(onSite, corner)).length;
  return (
    <section>
      <h2 className="section row">
        {t("corners")} <span className="aside">{t("of", { done, all: vehicleCorners.length })}</span>
      </h2>
      <div className="photos corners">
        {vehicleCorners.map((corner) => {
          const photo = newestPhotoOf(onSite, corner);
          return (
            <CameraTile
              key={corner}
              id={vehicleCornerElementId(corner)}
              label={nameOf(corner)}
              photo={photo}
              onTake={(file) => take(file, corner, photo)}
            />
          );
        })}
      </div>
      <CameraFault fault={fault} />
      {reason !== undefined && <p className="hint">{t("without_photos", { reason })}</p>}
      {isExcusable && (
        <button
          type="button"
          className="text-action"
          onClick={() => goTo({ is: "form", id: shown.id, form: "no_photo" })}
        >
          {t("no_photo")}
        </button>
      )}
    </section>
  );
}

const yesNoAnswers = ["yes", "no"] as const;
const yesNoAnswer = (is: boolean | undefined) => (is === undefined ? undefined : is ? "yes" : "no");

function DamageFields({ shown, onSite: { draft }, mayTow }: { shown: Case; onSite: OnSiteRecord; mayTow: boolean }) {
  const t = useTranslations("roadside");
  const wordOf = useDamageCauseName();
  return (
    <>
      <ChoiceChips
        label={t("cause")}
        options={damageCauses}
        wordOf={wordOf}
        value={draft.cause}
        onChange={(cause) => void changeDraft(shown.id, { cause })}
      />
      {mayTow && (
        <ChoiceChips
          id={`drives-${shown.id}`}
          label={t("drives")}
          options={yesNoAnswers}
          wordOf={(answer) => t(answer)}
          value={yesNoAnswer(draft.drives)}
          onChange={(answer) => void changeDraft(shown.id, { drives: answer === "yes" })}
        />
      )}
    </>
  );
}

function VehicleFields({ shown, onSite: { draft } }: { shown: Case; onSite: OnSiteRecord }) {
  const t = useTranslations("roadside");
  const [mileage, setMileage] = useCaseDraftField(shown, "mileage");
  const [note, setNote] = useCaseDraftField(shown, "finding");
  const hint = useId();
  const isUnreadable = mileage.trim() !== "" && parseFoundMileage(mileage) === undefined;
  return (
    <>
      <ChoiceChips
        label={t("key")}
        options={yesNoAnswers}
        wordOf={(answer) => t(answer)}
        value={yesNoAnswer(draft.has_key)}
        onChange={(answer) => void changeDraft(shown.id, { has_key: answer === "yes" })}
      />
      <TextField label={t("mileage")} value={mileage} onChange={setMileage} maxLength={20} />
      {isUnreadable && (
        <p className="fault" role="alert" id={hint}>
          {t("mileage_unreadable")}
        </p>
      )}
      <TextField label={t("note")} value={note} onChange={setNote} maxLength={2_000} />
    </>
  );
}
