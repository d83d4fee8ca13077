import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { useStoreWhileUntouched } from "#shared/use-store-while-untouched.ts";
import { hasWriteFailed } from "#work/log/written.ts";

/** Notice that a tap could not be stored and has not happened, so that the driver does not rely on it. */
export function TapNotStoredNotice() {
  const t = useTranslations("frame");
  return useStoreWhileUntouched(hasWriteFailed) ? (
    <p className="warning" role="alert">
      <IconAlertTriangle size={24} aria-hidden /> {t("not_written")}
    </p>
  ) : null;
}
