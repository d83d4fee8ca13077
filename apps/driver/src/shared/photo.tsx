import { IconAlertTriangle, IconCamera, IconCheck } from "@tabler/icons-react";
import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { serverTimeOfRow } from "#outbox/outbox-row.ts";
import { isCasePhoto, type PhotoMetadata, type PhotoOwner, type PhotoSubject } from "#photos/photo-row.ts";
import { UnreadablePictureError } from "#photos/shrink.ts";
import { decryptPhotoThumbnail, storeTakenPhoto } from "#work/photos.ts";
import { goTo } from "./route.ts";
import { useClockFormat } from "./texts.tsx";

type CameraFaultKind = "unreadable" | "storage";

/** Takes photos; one that could not be stored has not been taken, and the screen says so. */
export function useTakePhoto(owner: PhotoOwner) {
  const [fault, setFault] = useState<CameraFaultKind>();
  const take = (file: File, subject: PhotoSubject, instead?: PhotoMetadata) => {
    setFault(undefined);
    storeTakenPhoto(file, { owner: ownerOfPhoto(owner), subject, instead }).catch((error: unknown) =>
      setFault(error instanceof UnreadablePictureError ? "unreadable" : "storage"),
    );
  };
  return { take, fault };
}

/** Owner of a photo, without its other facts. */
const ownerOfPhoto = (owner: PhotoOwner): PhotoOwner =>
  isCasePhoto(owner)
    ? { case_id: owner.case_id, tour_id: owner.tour_id }
    : { vehicle_id: owner.vehicle_id, template_id: owner.template_id };

export function CameraFault({ fault }: { fault: CameraFaultKind | undefined }) {
  const t = useTranslations("photos");
  return fault === undefined ? null : (
    <p className="fault" role="alert">
      {t(`faults.${fault}`)}
    </p>
  );
}

interface CameraTileProps {
  readonly id: string;
  readonly label: string;
  readonly photo: PhotoMetadata | undefined;
  readonly onTake: (file: File) => void;
}

/** Tile of a photo, or a placeholder for it: a tap opens the camera. */
export function CameraTile({ id, label, photo, onTake }: CameraTileProps) {
  const t = useTranslations("photos");
  return (
    <label className={photo === undefined ? "photo" : "photo taken"}>
      {photo === undefined ? (
        <>
          <IconCamera size={34} aria-hidden />
          <span>{label}</span>
        </>
      ) : (
        <>
          <Thumbnail photo={photo} label={label} />
          <span className="tag">{label}</span>
          <PhotoTime photo={photo} />
          <span className="visually-hidden">{t("again")}</span>
        </>
      )}
      <CameraInput id={id} onTake={onTake} />
    </label>
  );
}

/** Link that shows a photo in full, with its state. */
export const PhotoLink = ({ photo, label }: { photo: PhotoMetadata; label: string }) => (
  <button type="button" className="photo taken" onClick={() => goTo({ is: "photo", id: photo.id })}>
    <Thumbnail photo={photo} label={label} />
    <span className="tag">{label}</span>
    <PhotoTime photo={photo} />
  </button>
);

interface CameraInputProps {
  readonly id: string;
  /** Accessible label, where no label element surrounds the input. */
  readonly label?: string;
  readonly onTake: (file: File) => void;
}

/** Input that opens the phone's camera, where there is one; the same file chosen twice counts twice. */
export function CameraInput({ id, label, onTake }: CameraInputProps) {
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    if (file !== undefined) onTake(file);
    currentTarget.value = "";
  };
  return (
    <input
      id={id}
      type="file"
      accept="image/*"
      capture="environment"
      className="visually-hidden"
      {...(label !== undefined && { "aria-label": label })}
      onChange={take}
    />
  );
}

function PhotoTime({ photo }: { photo: PhotoMetadata }) {
  const t = useTranslations("photos");
  const clock = useClockFormat();
  const isRefused = photo.status === "refused";
  return (
    <span className="tag time">
      {isRefused ? <IconAlertTriangle size={18} aria-hidden /> : <IconCheck size={18} aria-hidden />}
      {clock(serverTimeOfRow({ at: photo.taken_at, offset: photo.offset }))}
      {isRefused && <span className="visually-hidden">{t("refused")}</span>}
    </span>
  );
}

/** Thumbnail drawn on a canvas: the content security policy shows no picture without an address on the server. */
export function Thumbnail({ photo: { id, taken_at }, label }: { photo: PhotoMetadata; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isCurrent = true;
    void decryptPhotoThumbnail(id).then((bitmap) => {
      const { current } = canvas;
      if (isCurrent && bitmap && current) {
        current.width = bitmap.width;
        current.height = bitmap.height;
        current.getContext("2d")?.drawImage(bitmap, 0, 0);
      }
      bitmap?.close();
    });
    return () => {
      isCurrent = false;
    };
    // A photo taken again under the same id is another picture.
  }, [id, taken_at]);
  return <canvas ref={canvas} role="img" aria-label={label} className="thumbnail" />;
}

/** Opens the camera of a tile from elsewhere on the screen, within the tap itself. */
export const openCamera = (id: string) => document.getElementById(id)?.click();
