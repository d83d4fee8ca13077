import { Drawer } from "@mantine/core";
import { useTranslations } from "use-intl";
import { DuplicateForm } from "./duplicate-form.tsx";
import type { PanelWish } from "./panel-wish.ts";
import { TourForm } from "./tour-form.tsx";

interface PanelProps {
  readonly wish: PanelWish;
  readonly shown: { readonly day: string; readonly days: number };
  readonly onClose: () => void;
}

/** Beside the board and not over it: who plans a shift looks at the others. */
export function TourPanel({ wish, shown, onClose }: PanelProps) {
  const t = useTranslations("tours");
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={440}
      title={t(`panel_${wish.is}`)}
      overlayProps={{ backgroundOpacity: 0.15 }}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      {wish.is === "duplicate" ? (
        <DuplicateForm tour={wish.tour} shown={shown} onDone={onClose} />
      ) : (
        <TourForm wish={wish} shown={shown} onDone={onClose} />
      )}
    </Drawer>
  );
}
