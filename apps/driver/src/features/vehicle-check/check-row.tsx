import { useStore } from "@leitstand/app/store";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { CameraFault, CameraTile, useTakePhoto } from "#shared/photo.tsx";
import { photoStore } from "#work/photo-store.ts";
import type { VehicleCheckTemplate } from "#work/vehicle-templates.ts";
import {
  type VehicleCheckFields,
  isDefectReported,
  CHECK_NOTE_LENGTH_MAX,
  checkNoteFieldName,
  photosOfCheckItem,
  checkResultFieldName,
} from "./check-values.ts";

interface CheckRowProps {
  readonly template: VehicleCheckTemplate;
  readonly vehicle_id: string;
  readonly fields: VehicleCheckFields;
  /** Name of the field that has to be filled in first. */
  readonly missing: string | undefined;
  readonly onChange: (name: string, value: string) => void;
}

/** Row of one item of the vehicle check: in order, or with a defect that is described and photographed. */
export function VehicleCheckRow({ template, vehicle_id, fields, missing, onChange }: CheckRowProps) {
  const { id, title, description } = template;
  const t = useTranslations("check");
  const field = checkResultFieldName(id);
  const hasDefect = isDefectReported(fields, id);
  return (
    <li className={hasDefect ? "check-row defect" : "check-row"}>
      <fieldset>
        <legend>
          {title} {description !== null && <small>{description}</small>}
        </legend>
        <div className="answers">
          <label className="option">
            <input
              id={field}
              type="radio"
              name={field}
              checked={fields[field] === "OK"}
              onChange={() => onChange(field, "OK")}
            />
            <IconCheck size={22} aria-hidden /> {t("ok")}
          </label>
          <label className="option">
            <input type="radio" name={field} checked={hasDefect} onChange={() => onChange(field, "DEFECT")} />
            <IconAlertTriangle size={20} aria-hidden /> {t("defect")}
          </label>
        </div>
      </fieldset>
      {missing === field && (
        <p className="fault" role="alert">
          {t("choose")}
        </p>
      )}
      {hasDefect && (
        <div className="defect-parts">
          <DefectPhoto vehicle_id={vehicle_id} template_id={id} title={title} />
          <DefectNote note={checkNoteFieldName(id)} fields={fields} missing={missing} onChange={onChange} />
        </div>
      )}
    </li>
  );
}

function DefectNote({
  note,
  fields,
  missing,
  onChange,
}: Omit<CheckRowProps, "template" | "vehicle_id"> & { note: string }) {
  const t = useTranslations("check");
  return (
    <div className="field">
      <label htmlFor={note}>{t("note")}</label>
      <textarea
        autoComplete="off"
        id={note}
        rows={2}
        maxLength={CHECK_NOTE_LENGTH_MAX}
        value={fields[note] ?? ""}
        aria-invalid={missing === note}
        onChange={({ currentTarget }) => onChange(note, currentTarget.value)}
      />
      {missing === note ? (
        <p className="fault" role="alert">
          {t("note_missing")}
        </p>
      ) : (
        <small>{t("told")}</small>
      )}
    </div>
  );
}

interface DefectPhotoProps {
  readonly vehicle_id: string;
  readonly template_id: string;
  readonly title: string;
}

/** Photo of a visible defect; taken again, it replaces the first one. */
function DefectPhoto({ vehicle_id, template_id, title }: DefectPhotoProps) {
  const t = useTranslations("check");
  const { take, fault } = useTakePhoto({ vehicle_id, template_id });
  const [photo] = photosOfCheckItem(useStore(photoStore), vehicle_id, template_id);
  return (
    <div role="group" aria-label={`${title}: ${t("photo")}`}>
      <CameraTile
        id={`photo ${template_id}`}
        label={t("photo")}
        photo={photo}
        onTake={(file) => take(file, "defect", photo)}
      />
      <CameraFault fault={fault} />
    </div>
  );
}
