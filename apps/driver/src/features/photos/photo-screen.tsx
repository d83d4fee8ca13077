import { useStore } from "@leitstand/app/store";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { isOfCase, type PhotoFacts } from "#photos/photo-row.ts";
import { CameraFault, CameraInput, openCamera, Thumbnail, useCamera } from "#shared/photo.tsx";
import { usePhotoName } from "#shared/photo-name.ts";
import { goBack } from "#shared/route.ts";
import { Primary, Screen, TextAction } from "#shared/screen.tsx";
import { useClock } from "#shared/texts.tsx";
import { changeField, drafts } from "#work/drafts.ts";
import { photos } from "#work/photo-store.ts";
import { givePhotoOfVehicleUp, givePhotoUp } from "#work/photos.ts";
import { shift } from "#work/shift.ts";
import { shownCase } from "#work/shown-shift.ts";

/** Screen of one photo: whether it has arrived, and what to do with one that the server refused. */
export function PhotoScreen({ id }: { id: string }) {
  const t = useTranslations("photos");
  const nameOf = usePhotoName();
  const clock = useClock();
  const photo = useStore(photos).find((one) => one.id === id);
  if (photo === undefined)
    return (
      <Screen title={t("photo")} hasBack>
        <p role="status">{t("gone")}</p>
      </Screen>
    );
  if (photo.status === "refused") return <Refused photo={photo} />;
  return (
    <Screen title={nameOf(photo.subject)} hasBack>
      <Whole photo={photo} />
      <p className="hint">{t(photo.status === "sent" ? "sent" : "waiting", { time: clock(photo.taken_at) })}</p>
    </Screen>
  );
}

function Whole({ photo }: { photo: PhotoFacts }) {
  const nameOf = usePhotoName();
  return (
    <div className="whole-photo">
      <Thumbnail photo={photo} label={nameOf(photo.subject)} />
    </div>
  );
}

const CAMERA = "retake";

/** Refused photo: it stays until it has been taken again, or given up with a reason that the dispatcher can read. */
function Refused({ photo }: { photo: PhotoFacts }) {
  const t = useTranslations("photos");
  const nameOf = usePhotoName();
  const [isGivingUp, setGivingUp] = useState(false);
  const { take, fault } = useCamera(photo);
  const name = nameOf(photo.subject);
  if (isGivingUp && isOfCase(photo)) return <GivingUp photo={photo} onStay={() => setGivingUp(false)} />;
  const giveUp = () => (isOfCase(photo) ? setGivingUp(true) : void givePhotoOfVehicleUp(photo).then(goBack));
  return (
    <Screen
      title={name}
      hasBack
      primary={<Primary onClick={() => openCamera(CAMERA)}>{t("retake")}</Primary>}
      actions={<TextAction onClick={giveUp}>{t("give_up")}</TextAction>}
    >
      <Whole photo={photo} />
      <h2>{t("refused_title")}</h2>
      <p className="hint">{t(whyOf(photo))}</p>
      <p className="hint">{isOfCase(photo) ? t("kept") : t("kept_defect")}</p>
      <CameraFault fault={fault} />
      <CameraInput id={CAMERA} label={t("retake")} onTake={(file) => take(file, photo.subject, photo)} />
    </Screen>
  );
}

const reasons = {
  PAYLOAD_TOO_LARGE: "why.large",
  FILE_TYPE_NOT_ALLOWED: "why.unreadable",
  FILE_CONTENT_INVALID: "why.unreadable",
  RESOURCE_NOT_FOUND: "why.taken_back",
} as const;
const whyOf = ({ refusal }: PhotoFacts) =>
  Object.entries(reasons).find(([code]) => code === refusal)?.[1] ?? "why.other";

function GivingUp({ photo, onStay }: { photo: Extract<PhotoFacts, { case_id: string }>; onStay: () => void }) {
  const t = useTranslations("photos");
  const nameOf = usePhotoName();
  const known = useStore(shift);
  const field = `give up ${photo.id}`;
  const reason = useStore(drafts)[photo.case_id]?.fields?.[field] ?? "";
  const [wasTried, setTried] = useState(false);
  const isMissing = reason.trim() === "";
  const giveUp = async () => {
    const text = t("given_up", { what: nameOf(photo.subject), reason: reason.trim() });
    await givePhotoUp(photo, { shown: shownCase(known, photo.case_id, photo.tour_id), text });
    goBack();
  };
  return (
    <Screen
      title={nameOf(photo.subject)}
      primary={<Primary onClick={() => (isMissing ? setTried(true) : void giveUp())}>{t("give_up")}</Primary>}
      actions={<TextAction onClick={onStay}>{t("keep")}</TextAction>}
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
          onChange={({ currentTarget }) => void changeField(photo.case_id, field, currentTarget.value)}
        />
      </div>
      {wasTried && isMissing && (
        <p className="fault" role="alert">
          {t("reason_missing")}
        </p>
      )}
    </Screen>
  );
}
