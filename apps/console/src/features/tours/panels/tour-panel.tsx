import { Drawer } from "@mantine/core";
import { useTranslations } from "use-intl";
import { DuplicateTourForm } from "./duplicate-form.tsx";
import type { TourPanelRequest } from "./panel-request.ts";
import { TourForm } from "./tour-form.tsx";

interface PanelProps {
  readonly request: TourPanelRequest;
  readonly onClose: () => void;
}

/** Panel beside the board, which does not cover it: the other shifts stay visible while a shift is planned. */
export function TourPanel({ request, onClose }: PanelProps) {
  const t = useTranslations("tours");
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={440}
      title={t(`panel_${request.is}`)}
      overlayProps={{ backgroundOpacity: 0.15 }}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      {request.is === "duplicate" ? (
        <DuplicateTourForm tour={request.tour} onDone={onClose} />
      ) : (
        <TourForm request={request} onDone={onClose} />
      )}
    </Drawer>
  );
}
