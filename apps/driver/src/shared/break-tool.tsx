import { IconCoffee } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { changeDuty } from "#work/act.ts";
import { shift } from "#work/shift.ts";
import { isAtWork, isEnding, type Tour } from "#work/shown-shift.ts";
import { Tool } from "./screen.tsx";
import { useStill } from "./use-still.ts";

/** Tool that begins and ends a break; hidden once the shift is ending. */
export function BreakTool({ tour }: { tour: Tour }) {
  const t = useTranslations("frame");
  if (isEnding(useStill(shift), tour)) return null;
  return (
    <Tool icon={<IconCoffee size={26} aria-hidden />} onClick={() => void changeDuty(tour)}>
      {isAtWork(tour) ? t("break_short") : t("continue")}
    </Tool>
  );
}
