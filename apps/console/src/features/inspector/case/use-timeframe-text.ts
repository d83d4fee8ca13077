import { useLocale, useTranslations } from "use-intl";
import { useNow } from "#shared/text/now.ts";
import { formatClock, formatClockOrDay, localDayOf } from "#shared/text/time.ts";

/** Time frame of which either end may be open. */
interface Timeframe {
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
}

/** Text of a time frame, with the day unless it is today; undefined when it has neither end. */
export function useTimeframeText(): (timeframe: Timeframe) => string | undefined {
  const t = useTranslations("inspector");
  const locale = useLocale();
  const now = useNow();
  const at = (instant: string) => formatClockOrDay(instant, now, locale);
  return ({ from, to }) => {
    if (!from) return to ? t("until", { time: at(to) }) : undefined;
    if (!to) return t("from", { time: at(from) });
    const isOneDay = localDayOf(Date.parse(from)) === localDayOf(Date.parse(to));
    return `${at(from)} – ${isOneDay ? formatClock(to, locale) : at(to)}`;
  };
}
