import type { Case } from "@leitstand/contract/cases/case";
import { useId } from "react";
import { useTranslations } from "use-intl";
import type { Link } from "#outbox/state-before.ts";
import { corners } from "#photos/photo-row.ts";
import { Chips } from "#shared/chips.tsx";
import { CameraFault, CameraTile, useCamera } from "#shared/photo.tsx";
import { usePhotoName } from "#shared/photo-name.ts";
import { go } from "#shared/route.ts";
import { changeDraft, damageCauses } from "#work/drafts.ts";
import { TextField } from "./forms/form-parts.tsx";
import { useField } from "./forms/form-props.ts";
import { hasPhoto, mileageOf, missingCorner, type OnSite, photoOf, reasonFor } from "./on-site.ts";
import { useOnSite } from "./use-on-site.ts";
import { useCauseWord } from "./use-tow.ts";

interface FindingsProps {
  readonly shown: Case;
  readonly link: Link;
  readonly tour_id: string;
}

/** Findings at a breakdown: photos of the vehicle's four corners, what is wrong with it, and whether it drives on. */
export function Findings({ shown, link, tour_id }: FindingsProps) {
  const onSite = useOnSite(shown.id);
  if (link.state !== "arrived") return null;
  return (
    <>
      <Corners shown={shown} tour_id={tour_id} onSite={onSite} />
      <Damage shown={shown} onSite={onSite} mayTow={link.actions.includes("TO_TOWING_DESTINATION")} />
      <Vehicle shown={shown} onSite={onSite} />
    </>
  );
}

export const cornerId = (corner: string) => `corner-${corner}`;

function Corners({ shown, tour_id, onSite }: { shown: Case; tour_id: string; onSite: OnSite }) {
  const t = useTranslations("roadside");
  const nameOf = usePhotoName();
  const { take, fault } = useCamera({ case_id: shown.id, tour_id });
  const { photos_missing_reason: reason } = reasonFor(onSite, corners);
  const isExcusable = missingCorner(onSite) !== undefined || reason !== undefined;
  const done = corners.filter((corner) => hasPhoto(onSite, corner)).length;
  return (
    <section>
      <h2 className="section row">
        {t("corners")} <span className="aside">{t("of", { done, all: corners.length })}</span>
      </h2>
      <div className="photos corners">
        {corners.map((corner) => {
          const photo = photoOf(onSite, corner);
          return (
            <CameraTile
              key={corner}
              id={cornerId(corner)}
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
          onClick={() => go({ is: "form", id: shown.id, form: "no_photo" })}
        >
          {t("no_photo")}
        </button>
      )}
    </section>
  );
}

const answers = ["yes", "no"] as const;
const answerOf = (is: boolean | undefined) => (is === undefined ? undefined : is ? "yes" : "no");

function Damage({ shown, onSite: { draft }, mayTow }: { shown: Case; onSite: OnSite; mayTow: boolean }) {
  const t = useTranslations("roadside");
  const wordOf = useCauseWord();
  return (
    <>
      <Chips
        label={t("cause")}
        options={damageCauses}
        wordOf={wordOf}
        value={draft.cause}
        onChange={(cause) => void changeDraft(shown.id, { cause })}
      />
      {mayTow && (
        <Chips
          id={`drives-${shown.id}`}
          label={t("drives")}
          options={answers}
          wordOf={(answer) => t(answer)}
          value={answerOf(draft.drives)}
          onChange={(answer) => void changeDraft(shown.id, { drives: answer === "yes" })}
        />
      )}
    </>
  );
}

function Vehicle({ shown, onSite: { draft } }: { shown: Case; onSite: OnSite }) {
  const t = useTranslations("roadside");
  const [mileage, setMileage] = useField(shown, "mileage");
  const [note, setNote] = useField(shown, "finding");
  const hint = useId();
  const isUnreadable = mileage.trim() !== "" && mileageOf(mileage) === undefined;
  return (
    <>
      <Chips
        label={t("key")}
        options={answers}
        wordOf={(answer) => t(answer)}
        value={answerOf(draft.has_key)}
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
