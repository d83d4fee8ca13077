import { IconChevronRight, IconEye } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { dayInTimeZone } from "#positions/day.ts";
import { fetchPositionReaders } from "#work/positions/own-positions.ts";
import { goTo } from "./route.ts";
import { isMenuSheetOpen } from "./sheet-store.ts";
import { useTimeZone } from "./texts.tsx";
import { serverTimeNow } from "./time/use-now.ts";

/** Link to the driver's own stored positions; the number of their readers needs network. */
export function OwnPositionsLine() {
  const t = useTranslations("positions");
  const zone = useTimeZone();
  const [count, setCount] = useState<number>();
  useEffect(() => {
    fetchPositionReaders(dayInTimeZone(serverTimeNow(), zone), zone).then(
      (readers) => setCount(readers.length),
      () => undefined,
    );
  }, [zone]);
  const open = () => {
    isMenuSheetOpen.set(false);
    goTo({ is: "positions" });
  };
  return (
    <button type="button" className="line" onClick={open}>
      <IconEye aria-hidden />
      <span>
        {t("title")}
        <small>{count === undefined ? t("line_hint") : t("seen_today", { count })}</small>
      </span>
      <IconChevronRight aria-hidden />
    </button>
  );
}
