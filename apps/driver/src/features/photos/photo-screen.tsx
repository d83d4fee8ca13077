import { useStore } from "@leitstand/app/store";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { serverTimeOfRow } from "#outbox/outbox-row.ts";
import { isCasePhoto, type PhotoMetadata } from "#photos/photo-row.ts";
import { CameraFault, CameraInput, openCamera, Thumbnail, useTakePhoto } from "#shared/photo.tsx";
import { usePhotoSubjectName } from "#shared/photo-name.ts";
import { goBack } from "#shared/route.ts";
import { PrimaryButton, ScreenLayout, TextActionButton } from "#shared/screen.tsx";
import { useClockFormat } from "#shared/texts.tsx";
import { changeDraftField, draftStore } from "#work/drafts.ts";
import { photoStore } from "#work/photo-store.ts";
import { discardVehiclePhoto, discardCasePhoto } from "#work/photos.ts";
import { shiftStore } from "#work/shift.ts";
import { caseWithOutboxApplied } from "#work/shown-shift.ts";

/** Screen of one photo: whether it has arrived, and what to do with one that the server refused. */
export function PhotoScreen({ id }: { id: string }) {
  const t = useTranslations("photos");
  const nameOf = usePhotoSubjectName();
  const clock = useClockFormat();
  const photo = useStore(photoStore).find((one) => one.id === id);
  if (photo === undefined)
    return (
      <ScreenLayout title={t("photo")} hasBack>
        <p role="status">{t("gone")}</p>
      </ScreenLayout>
    );
  if (photo.status === "refused") return <RefusedPhoto photo={photo} />;
  const time = clock(serverTimeOfRow({ at: photo.taken_at, offset: photo.offset }));
  return (
    <ScreenLayout title={nameOf(photo.subject)} hasBack>
      <WholePhoto photo={photo} />
      <p className="hint">{t(photo.status === "sent" ? "sent" : "waiting", { time })}</p>
    </ScreenLayout>
  );
}

function WholePhoto({ photo }: { photo: PhotoMetadata }) {
  const nameOf = usePhotoSubjectName();
  return (
    <div className="whole-photo">
      <Thumbnail photo={photo} label={nameOf(photo.subject)} />
    </div>
  );
}

const RETAKE_INPUT_ID = "retake";

/** Refused photo: it stays until it has been taken again, or given up with a reason that the dispatcher can read. */
function RefusedPhoto({ photo }: { photo: PhotoMetadata }) {
  const t = useTranslations("photos");
  const nameOf = usePhotoSubjectName();
  const [isGivingUp, setGivingUp] = useState(false);
  const { take, fault } = useTakePhoto(photo);
  const name = nameOf(photo.subject);
  if (isGivingUp && isCasePhoto(photo)) return <GiveUpPhotoForm photo={photo} onStay={() => setGivingUp(false)} />;
  const giveUp = () => (isCasePhoto(photo) ? setGivingUp(true) : discardVehiclePhoto(photo).then(goBack));
  return (
    <ScreenLayout
      title={name}
      hasBack
      primary={<PrimaryButton onClick={() => openCamera(RETAKE_INPUT_ID)}>{t("retake")}</PrimaryButton>}
      actions={<TextActionButton onClick={giveUp}>{t("give_up")}</TextActionButton>}
    >
      <WholePhoto photo={photo} />
      <h2>{t("refused_title")}</h2>
      <p className="hint">{t(refusalReasonKey(photo))}</p>
      <p className="hint">{isCasePhoto(photo) ? t("kept") : t("kept_defect")}</p>
      <CameraFault fault={fault} />
      <CameraInput id={RETAKE_INPUT_ID} label={t("retake")} onTake={(file) => take(file, photo.subject, photo)} />
    </ScreenLayout>
  );
}

const refusalReasonKeys = {
  PAYLOAD_TOO_LARGE: "why.large",
  FILE_TYPE_NOT_ALLOWED: "why.unreadable",
  FILE_CONTENT_INVALID: "why.unreadable",
  RESOURCE_NOT_FOUND: "why.taken_back",
} as const;
const refusalReasonKey = ({ refusal }: PhotoMetadata) =>
  Object.entries(refusalReasonKeys).find(([code]) => code === refusal)?.[1] ?? "why.other";

function GiveUpPhotoForm({
  photo,
  onStay,
}: {
  photo: Extract<PhotoMetadata, { case_id: string }>;
  onStay: () => void;
}) {
  const t = useTranslations("photos");
  const nameOf = usePhotoSubjectName();
  const known = useStore(shiftStore);
  const field = `give up ${photo.id}`;
  const reason = useStore(draftStore)[photo.case_id]?.fields?.[field] ?? "";
  const [wasTried, setTried] = useState(false);
  const isMissing = reason.trim() === "";
  const giveUp = async () => {
    const text = t("given_up", { what: nameOf(photo.subject), reason: reason.trim() });
    await discardCasePhoto(photo, { shown: caseWithOutboxApplied(known, photo.case_id, photo.tour_id), text });
    goBack();
  };
  return (
    <ScreenLayout
      title={nameOf(photo.subject)}
      primary={<PrimaryButton onClick={() => (isMissing ? setTried(true) : giveUp())}>{t("give_up")}</PrimaryButton>}
      actions={<TextActionButton onClick={onStay}>{t("keep")}</TextActionButton>}
    >
      <p className="hint">{t("give_up_hint")}</p>
      <div className="field">
        <label htmlFor="give-up">{t("reason")}</label>
        <input
          id="give-up"
          autoComplete="off"
          type="text"
          value={reason}
          maxLength={255}
          onChange={({ currentTarget }) => void changeDraftField(photo.case_id, field, currentTarget.value)}
        />
      </div>
      {wasTried && isMissing && (
        <p className="fault" role="alert">
          {t("reason_missing")}
        </p>
      )}
    </ScreenLayout>
  );
}
