import { IconDots } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { Tool } from "./screen.tsx";
import { sheet } from "./sheet-store.ts";

/** Second button for the sheet, in reach of the thumb. */
export function MoreTool() {
  const t = useTranslations("frame");
  return (
    <Tool icon={<IconDots size={26} aria-hidden />} onClick={() => sheet.set(true)}>
      {t("more")}
    </Tool>
  );
}
