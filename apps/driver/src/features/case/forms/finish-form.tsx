import { useTranslations } from "use-intl";
import { CameraFault, CameraTile, openCamera, useTakePhoto } from "#shared/photo.tsx";
import { goTo, goHome } from "#shared/route.ts";
import { PrimaryButton, ScreenLayout, TextActionButton } from "#shared/screen.tsx";
import { vehicleCorners } from "#photos/photo-row.ts";
import { carryOutCaseStep } from "#work/act.ts";
import { changeDraft } from "#work/drafts.ts";
import {
  findingsPayload,
  hasAcceptablePhotoOfSubject,
  findingNote,
  newestPhotoOf,
  missingPhotosReasonPayload,
} from "../on-site.ts";
import { useOnSiteRecord } from "../use-on-site.ts";
import { useDamageCauseName } from "../use-tow.ts";
import { TextField } from "./form-parts.tsx";
import { type CaseActionFormProps, useCaseDraftField } from "./form-props.ts";
import { CaseActionFormScreen } from "./form-screen.tsx";

/**
 * Form that ends a case early: a transport without its deceased, a repaired breakdown, or one where the crew met no
 * customer.
 */
export function FinishForm(props: CaseActionFormProps) {
  const { shown } = props;
  const { draft } = useOnSiteRecord(shown.id);
  if (shown.data_type === "FUNERAL") return <FinishWithoutPickup {...props} />;
  // The breakdown counts as repaired only where the crew was on site and has recorded that the vehicle can drive.
  return props.link.state === "arrived" && draft.drives === true ? (
    <FinishRepaired {...props} />
  ) : (
    <FinishDriveInVain {...props} />
  );
}

function FinishWithoutPickup({ shown, tour_id }: CaseActionFormProps) {
  const t = useTranslations("case");
  const [reason, setReason] = useCaseDraftField(shown, "finish");
  const finish = async () => {
    await carryOutCaseStep({
      dispatchCase: shown,
      tour_id,
      action: "FINISH",
      payload: { finish_reason: reason.trim() },
    });
    goHome();
  };
  return (
    <CaseActionFormScreen
      title={t("without_pickup")}
      button={t("actions.FINISH")}
      missing={reason.trim() === "" ? t("form.why_without") : undefined}
      onSave={finish}
    >
      <TextField label={t("form.why_without")} value={reason} onChange={setReason} />
    </CaseActionFormScreen>
  );
}

function FinishRepaired({ shown, tour_id }: CaseActionFormProps) {
  const t = useTranslations("case");
  const [reason, setReason] = useCaseDraftField(shown, "finish");
  const onSite = useOnSiteRecord(shown.id);
  const wordOf = useDamageCauseName();
  const finish = async () => {
    const payload = {
      finish_reason: reason.trim(),
      outcome: "SUCCESS" as const,
      ...findingsPayload(onSite.draft, wordOf),
      ...missingPhotosReasonPayload(onSite, vehicleCorners),
    };
    await carryOutCaseStep({ dispatchCase: shown, tour_id, action: "FINISH", payload });
    await changeDraft(shown.id, { told: findingNote(onSite.draft) });
    goHome();
  };
  return (
    <CaseActionFormScreen
      title={t("finish")}
      button={t("actions.FINISH")}
      missing={reason.trim() === "" ? t("form.done_what") : undefined}
      onSave={finish}
    >
      <TextField label={t("form.done_what")} value={reason} onChange={setReason} />
    </CaseActionFormScreen>
  );
}

const CAMERA_INPUT_ID = "empty-place";

/** Form of a drive in vain. The empty place is photographed as proof for the partner. */
function FinishDriveInVain({ shown, tour_id }: CaseActionFormProps) {
  const t = useTranslations("roadside");
  const [reason, setReason] = useCaseDraftField(shown, "nobody");
  const onSite = useOnSiteRecord(shown.id);
  const { take, fault } = useTakePhoto({ case_id: shown.id, tour_id });
  const photo = newestPhotoOf(onSite, "empty_place");
  const excuse = missingPhotosReasonPayload(onSite, ["empty_place"]);
  const isShown = hasAcceptablePhotoOfSubject(onSite, "empty_place") || excuse.photos_missing_reason !== undefined;
  const finish = async () => {
    const payload = { finish_reason: reason.trim() || t("customer_absent"), outcome: "GOA" as const, ...excuse };
    await carryOutCaseStep({ dispatchCase: shown, tour_id, action: "FINISH", payload });
    goHome();
  };
  return (
    <ScreenLayout
      title={t("customer_absent")}
      hasBack
      primary={
        isShown ? (
          <PrimaryButton onClick={finish}>{t("finish")}</PrimaryButton>
        ) : (
          <PrimaryButton onClick={() => openCamera(CAMERA_INPUT_ID)}>{t("photograph_place")}</PrimaryButton>
        )
      }
      actions={
        <TextActionButton onClick={() => goTo({ is: "form", id: shown.id, form: "no_photo" })}>
          {t("no_photo")}
        </TextActionButton>
      }
    >
      <p className="hint">{t("nobody_hint")}</p>
      <div className="photos">
        <CameraTile
          id={CAMERA_INPUT_ID}
          label={t("empty_place")}
          photo={photo}
          onTake={(file) => take(file, "empty_place", photo)}
        />
      </div>
      <CameraFault fault={fault} />
      {excuse.photos_missing_reason !== undefined && (
        <p className="hint">{t("without_photos", { reason: excuse.photos_missing_reason })}</p>
      )}
      <TextField label={t("more")} value={reason} onChange={setReason} />
    </ScreenLayout>
  );
}
