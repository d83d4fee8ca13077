import { IconCoffee } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { toggleBreak } from "#work/act.ts";
import { shiftStore } from "#work/shift.ts";
import { isAtWork, isShiftEnding, type DriverTour } from "#work/shown-shift.ts";
import { ToolButton } from "./screen.tsx";
import { useStoreWhileUntouched } from "./use-store-while-untouched.ts";

/** Tool that begins and ends a break; hidden once the shift is ending. */
export function BreakTool({ tour }: { tour: DriverTour }) {
  const t = useTranslations("frame");
  if (isShiftEnding(useStoreWhileUntouched(shiftStore), tour)) return null;
  return (
    <ToolButton icon={<IconCoffee size={26} aria-hidden />} onClick={() => toggleBreak(tour)}>
      {isAtWork(tour) ? t("break_short") : t("continue")}
    </ToolButton>
  );
}
