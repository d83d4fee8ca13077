import { IconChevronRight, IconEye } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { dayOf } from "#positions/day.ts";
import { fetchReaders } from "#work/positions/own-positions.ts";
import { go } from "./route.ts";
import { sheet } from "./sheet-store.ts";
import { useZone } from "./texts.tsx";

/** Link to the driver's own stored positions; the number of their readers needs network. */
export function OwnPositionsLine() {
  const t = useTranslations("positions");
  const zone = useZone();
  const [count, setCount] = useState<number>();
  useEffect(() => {
    fetchReaders(dayOf(Date.now(), zone), zone).then(
      (readers) => setCount(readers.length),
      () => undefined,
    );
  }, [zone]);
  const open = () => {
    sheet.set(false);
    go({ is: "positions" });
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
