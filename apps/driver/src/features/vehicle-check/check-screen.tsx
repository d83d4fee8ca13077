import "./vehicle-check.css";
import { useStore } from "@leitstand/app/store";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { goTo, goBack, goHome, type PlannedVehicleCheck, type ShiftStart } from "#shared/route.ts";
import { PrimaryButton, ScreenLayout, TextActionButton } from "#shared/screen.tsx";
import { api } from "#work/api.ts";
import { beginShift, recordShiftVehicleCheck } from "#work/begin-shift.ts";
import { changeDraftField, vehicleCheckDraftId, draftStore, deleteDraft } from "#work/drafts.ts";
import { photoStore } from "#work/photo-store.ts";
import { waitForTakenPhotos } from "#work/photos.ts";
import { NO_VEHICLE_CHECK_TEMPLATES, vehicleCheckTemplates } from "#work/vehicle-templates.ts";
import { VehicleCheckRow } from "./check-row.tsx";
import {
  vehicleCheckContent,
  type VehicleCheckFields,
  CHECK_MILEAGE_FIELD,
  firstMissingCheckField,
} from "./check-values.ts";

const noFields: VehicleCheckFields = {};

/** Screen of a vehicle check, before a shift or after it, by the company's templates. */
export function VehicleCheckScreen({ check }: { check: PlannedVehicleCheck }) {
  const t = useTranslations("check");
  const { vehicle, start } = check;
  const { templates, fields, change, missing, finish } = useVehicleCheck(check);
  return (
    <ScreenLayout
      title={t("title")}
      hasBack
      primary={<PrimaryButton onClick={finish}>{start === undefined ? t("save") : t("start")}</PrimaryButton>}
      actions={start && <NoCheckNeeded start={start} />}
    >
      <section className="row checked-vehicle">
        <div>
          <h2>{vehicle.license_plate}</h2>
          <p className="hint">{vehicle.description}</p>
        </div>
        {start !== undefined && (
          <button type="button" className="small" onClick={() => goTo({ is: "vehicle", start })}>
            {t("change")}
          </button>
        )}
      </section>
      <ul className="card list">
        {templates.map((template) => (
          <VehicleCheckRow
            key={template.id}
            template={template}
            vehicle_id={vehicle.id}
            fields={fields}
            missing={missing}
            onChange={change}
          />
        ))}
      </ul>
      <MileageField
        vehicle_id={vehicle.id}
        value={fields[CHECK_MILEAGE_FIELD] ?? ""}
        isMissing={missing === CHECK_MILEAGE_FIELD}
        onChange={(value) => change(CHECK_MILEAGE_FIELD, value)}
      />
    </ScreenLayout>
  );
}

/** Fields of a check, stored as they are typed. `missing` is only shown once the driver has tried to go on. */
function useVehicleCheck(check: PlannedVehicleCheck) {
  const { start } = check;
  const templates = useStore(vehicleCheckTemplates) ?? NO_VEHICLE_CHECK_TEMPLATES;
  const draft = vehicleCheckDraftId(check);
  const fields = useStore(draftStore)[draft]?.fields ?? noFields;
  const [wasTried, setTried] = useState(false);
  const missing = firstMissingCheckField(templates, fields);
  const finish = async () => {
    if (missing !== undefined) {
      setTried(true);
      document.getElementById(missing)?.focus();
      return;
    }
    // A photo that is stored later would belong to no check.
    await waitForTakenPhotos();
    const content = vehicleCheckContent(check, templates, { fields, photos: photoStore.get() });
    await (start === undefined ? recordShiftVehicleCheck(content) : beginShift(start, content));
    await deleteDraft(draft);
    if (start === undefined) goBack();
    else goHome();
  };
  const change = (name: string, value: string) => void changeDraftField(draft, name, value);
  return { templates, fields, change, missing: wasTried ? missing : undefined, finish };
}

/** Screen for a company without templates: the shift begins at once. */
function NoCheckNeeded({ start }: { start: ShiftStart }) {
  const t = useTranslations("check");
  return (
    <>
      <TextActionButton onClick={() => beginShift(start).then(goHome)}>{t("skip")}</TextActionButton>
      <p className="hint">{t("position")}</p>
    </>
  );
}

interface MileageProps {
  readonly vehicle_id: string;
  readonly value: string;
  readonly isMissing: boolean;
  readonly onChange: (value: string) => void;
}

function MileageField({ vehicle_id, value, isMissing, onChange }: MileageProps) {
  const t = useTranslations("check");
  const [last, setLast] = useState<number>();
  useEffect(() => {
    // Without network the last mileage is unknown, and the check goes on without it.
    api.getVehicleChecks({ id: vehicle_id }).then(
      ([newest]) => setLast(newest?.mileage_km),
      () => undefined,
    );
  }, [vehicle_id]);
  return (
    <div className="field mileage">
      <label htmlFor={CHECK_MILEAGE_FIELD}>{t("mileage")}</label>
      {last !== undefined && <span className="aside">{t("last", { km: last })}</span>}
      <input
        id={CHECK_MILEAGE_FIELD}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        value={value}
        aria-invalid={isMissing}
        aria-describedby={isMissing ? "mileage-missing" : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {isMissing && (
        <p id="mileage-missing" className="fault" role="alert">
          {t("mileage_missing")}
        </p>
      )}
    </div>
  );
}
