import { useStore } from "@leitstand/app/store";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { isShortOfSpace } from "#work/space.ts";

/** Before the phone is full, and not when something has been lost. */
export function SpaceNotice() {
  const t = useTranslations("device");
  return useStore(isShortOfSpace) ? (
    <p className="warning" role="status">
      <IconAlertTriangle size={24} aria-hidden /> {t("space")}
    </p>
  ) : null;
}
