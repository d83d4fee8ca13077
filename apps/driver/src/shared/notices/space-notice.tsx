import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { useStoreWhileUntouched } from "#shared/use-store-while-untouched.ts";
import { isStorageShort } from "#work/space.ts";

/** Notice before the phone is full, in time to lose nothing. */
export function LowStorageNotice() {
  const t = useTranslations("device");
  return useStoreWhileUntouched(isStorageShort) ? (
    <p className="warning" role="status">
      <IconAlertTriangle size={24} aria-hidden /> {t("space")}
    </p>
  ) : null;
}
