import { stateStyleOf } from "@leitstand/app/state-style";
import { useFormatter, useLocale, useTranslations } from "use-intl";
import { useNow } from "#shared/text/now.ts";
import { formatClock, formatDayAndClock, localDayOf } from "#shared/text/time.ts";
import type { CaseClashError } from "./clash.ts";

/** Text of a clash: who has the case now and since when, or which other fields were changed. */
export function useClashText(): (clash: CaseClashError) => string {
  const t = useTranslations("clash");
  const s = useTranslations("states");
  const format = useFormatter();
  const locale = useLocale();
  const now = useNow();
  const timeOf = (at: string) =>
    (localDayOf(Date.parse(at)) === localDayOf(now) ? formatClock : formatDayAndClock)(at, locale);
  return ({ dispatchCase, changed, holders }) => {
    const id = dispatchCase.natural_id;
    const held = holders.map(({ name, since, by, state: link }) =>
      t("held", {
        case: id,
        tour: name,
        time: timeOf(since),
        state: s(stateStyleOf(link).word),
        // The state of an assigned link already says that the case has not begun.
        isBegun: stateStyleOf(link).word === "assigned" ? "no" : "yes",
        by: by ?? "",
        hasBy: by === undefined ? "no" : "yes",
      }),
    );
    const isOther = held.length === 0 && changed.some((point) => point === "state" || point === "tours");
    const state = isOther ? [t("state", { case: id, state: s(stateStyleOf(dispatchCase.state.current).word) })] : [];
    const others = changed.filter((point) => point !== "tours" && point !== "state").map((point) => t(point));
    const more = others.length > 0 ? [t("changed", { case: id, what: format.list(others) })] : [];
    return [...held, ...state, ...more].join(" ");
  };
}
