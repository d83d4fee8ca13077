import type { Asset } from "@leitstand/contract/cases/asset";
import { IconButton } from "@leitstand/ui/icon-button";
import { Modal } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { formatDayAndClock } from "#shared/text/time.ts";
import { AssetImage } from "./asset-image.tsx";
import styles from "./lightbox.module.css";

interface LightboxProps {
  readonly images: readonly Asset[];
  readonly first: string;
  readonly onClose: () => void;
}

/** Pictures one after the other, as large as the screen allows; arrow keys change the picture. */
export function ImageLightbox({ images, first, onClose }: LightboxProps) {
  const t = useTranslations("inspector");
  const locale = useLocale();
  const [index, setIndex] = useState(() => images.findIndex(({ id }) => id === first));
  const asset = images[Math.min(index, images.length - 1)];
  if (asset === undefined) return null;
  const move = (steps: number) => setIndex((index + steps + images.length) % images.length);
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      // Escape closes the lightbox alone: the inspector behind it stays open.
      event.preventDefault();
      onClose();
    }
    if (event.key === "ArrowLeft") move(-1);
    if (event.key === "ArrowRight") move(1);
  };
  return (
    <Modal
      opened
      centered
      size="90vw"
      onClose={onClose}
      title={`${asset.file_name} · ${formatDayAndClock(asset.created_at, locale)} · ${index + 1}/${images.length}`}
      closeButtonProps={{ "aria-label": t("close") }}
      closeOnEscape={false}
      onKeyDown={press}
    >
      <div className={styles["lightbox"]}>
        {images.length > 1 && (
          <IconButton label={t("previous")} onClick={() => move(-1)}>
            <IconChevronLeft size={22} />
          </IconButton>
        )}
        <AssetImage key={asset.id} id={asset.id} alt={asset.file_name} />
        {images.length > 1 && (
          <IconButton label={t("next")} onClick={() => move(1)}>
            <IconChevronRight size={22} />
          </IconButton>
        )}
      </div>
    </Modal>
  );
}
