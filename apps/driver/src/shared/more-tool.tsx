import { IconDots } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { ToolButton } from "./screen.tsx";
import { isMenuSheetOpen } from "./sheet-store.ts";

/** Second button for the sheet, in reach of the thumb. */
export function OpenMenuTool() {
  const t = useTranslations("frame");
  return (
    <ToolButton icon={<IconDots size={26} aria-hidden />} onClick={() => isMenuSheetOpen.set(true)}>
      {t("more")}
    </ToolButton>
  );
}
