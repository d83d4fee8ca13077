import type { Asset } from "@leitstand/contract/cases/asset";
import type { Case } from "@leitstand/contract/cases/case";
import { IconFile, IconFileTypePdf, IconUpload } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { api, queryClient } from "#shared/api/api.ts";
import { useFaultText } from "#shared/api/faults.ts";
import { useHasGrant } from "#shared/api/me.ts";
import { saveFile } from "#shared/screen/save-file.ts";
import { showWarning } from "#shared/screen/toasts.tsx";
import { useFaultDisplay } from "#shared/screen/use-fault-display.ts";
import { AssetImage } from "./asset-image.tsx";
import styles from "./case-files.module.css";
import common from "../inspector.module.css";
import { InspectorSection } from "../section.tsx";
import { uploadCaseFile } from "./upload.ts";
import { useFileDrop } from "./use-file-drop.ts";
import { lazyComponent } from "#shared/screen/lazy-part.ts";

const Lightbox = lazyComponent(async () => (await import("./lightbox.tsx")).ImageLightbox);
const ACCEPTED_FILE_TYPES = "image/jpeg,image/png,image/webp,application/pdf";

/** Photos, signatures and papers of a case; new ones are added by button or by dropping them here. */
export function CaseFiles({ dispatchCase }: { dispatchCase: Case }) {
  const t = useTranslations("inspector");
  const may = useHasGrant();
  const { images = [], documents = [], others = [] } = dispatchCase.assets ?? {};
  const count = images.length + documents.length + others.length;
  const mayAdd = may("uploadCaseAssets");
  if (!may("getAssets") || (count === 0 && !mayAdd)) return null;
  return (
    <InspectorSection name="files" title={t("files")} count={count === 0 ? undefined : count}>
      <ImageThumbnails images={images} />
      <DocumentLinks assets={[...documents, ...others]} />
      {mayAdd && <UploadArea dispatchCase={dispatchCase} />}
    </InspectorSection>
  );
}

function ImageThumbnails({ images }: { images: readonly Asset[] }) {
  const t = useTranslations("inspector");
  const [shown, setShown] = useState<string>();
  if (images.length === 0) return null;
  return (
    <ul className={styles["thumbnails"]}>
      {images.map((asset) => (
        <li key={asset.id}>
          <button
            type="button"
            aria-label={t("show_file", { name: asset.file_name })}
            data-superseded={asset.superseded}
            onClick={() => setShown(asset.id)}
          >
            <AssetImage id={asset.id} alt="" />
          </button>
        </li>
      ))}
      {shown !== undefined && (
        <Suspense fallback={null}>
          <Lightbox images={images} first={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </ul>
  );
}

function DocumentLinks({ assets }: { assets: readonly Asset[] }) {
  const t = useTranslations("inspector");
  const format = useFormatter();
  const textOf = useFaultText();
  if (assets.length === 0) return null;
  const open = async ({ id, file_name }: Asset) => {
    try {
      saveFile(await (await api.getAsset({ id })).blob(), file_name);
    } catch (error) {
      showWarning(textOf(error).message);
    }
  };
  return (
    <ul className={common["rows"]}>
      {assets.map((asset) => (
        <li key={asset.id}>
          <button
            type="button"
            className={common["row"]}
            aria-label={t("download", { name: asset.file_name })}
            onClick={() => void open(asset)}
          >
            {asset.mime_type === "application/pdf" ? <IconFileTypePdf size={16} /> : <IconFile size={16} />}
            <span className={common["row-name"]}>{asset.file_name}</span>
            <span className={common["meta"]}>
              {t("kilobytes", { size: format.number(Math.ceil(asset.size_bytes / 1024)) })}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface RunningUpload {
  readonly key: string;
  readonly name: string;
  readonly share: number;
  readonly fault?: string;
}

function UploadArea({ dispatchCase: { id, natural_id } }: { dispatchCase: Case }) {
  const t = useTranslations("inspector");
  const textOf = useFaultText();
  const showFault = useFaultDisplay();
  const [running, setRunning] = useState<readonly RunningUpload[]>([]);
  const change = (key: string, part: Partial<RunningUpload>) =>
    setRunning((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const add = async (file: File) => {
    const key = crypto.randomUUID();
    setRunning((all) => [...all, { key, name: file.name, share: 0 }]);
    try {
      await uploadCaseFile(id, file, (share) => change(key, { share }));
      await queryClient.invalidateQueries({ queryKey: ["case", id], exact: true });
      setRunning((all) => all.filter((one) => one.key !== key));
    } catch (error) {
      const beside = (fault: string) => change(key, { fault });
      showFault(textOf(error).message, { name: `${natural_id}, ${file.name}`, beside });
    }
  };
  const addAll = (files: Iterable<File> | null) => {
    for (const file of files ?? []) void add(file);
  };
  const { target, isOver } = useFileDrop<HTMLLabelElement>(addAll);
  return (
    <>
      <ul className={styles["uploads"]} aria-live="polite">
        {running.map(({ key, name, share, fault }) => (
          <li key={key} data-fault={fault !== undefined}>
            <span className={common["row-name"]}>{name}</span>
            {fault === undefined ? (
              <progress max={1} value={share} aria-label={t("uploading", { name })} />
            ) : (
              <span className={common["fault"]}>{fault}</span>
            )}
          </li>
        ))}
      </ul>
      <label className={styles["drop"]} data-over={isOver} ref={target}>
        <IconUpload size={15} stroke={1.8} />
        {t("add_files")}
        <input
          type="file"
          multiple
          accept={ACCEPTED_FILE_TYPES}
          className="visually-hidden"
          // The browser scrolls to the file input, which is invisible: its label has to be in view instead.
          onFocus={() => target.current?.scrollIntoView({ block: "center" })}
          onChange={(event) => {
            addAll(event.currentTarget.files);
            event.currentTarget.value = "";
          }}
        />
      </label>
    </>
  );
}
