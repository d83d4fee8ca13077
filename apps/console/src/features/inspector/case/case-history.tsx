import type { Case } from "@leitstand/contract/cases/case";
import { Glyph } from "@leitstand/ui/glyph";
import { FaultPanel, Skeleton } from "@leitstand/ui/states";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { useFaultText } from "#shared/api/faults.ts";
import { useNow } from "#shared/text/now.ts";
import { returnedLinkStyle, stateStyleOf } from "@leitstand/app/state-style";
import { formatClockOrDay } from "#shared/text/time.ts";
import { type CaseHistoryEntry, caseHistoryEntriesOf } from "./history.ts";
import styles from "./case-history.module.css";
import common from "../inspector.module.css";
import { caseHistoryQuery } from "../inspector.queries.ts";
import { ReasonText } from "../facts.tsx";
import { InspectorSection } from "../section.tsx";

const ENTRIES_SHOWN = 12;

export function CaseHistory({ dispatchCase }: { dispatchCase: Case }) {
  const t = useTranslations("inspector");
  return (
    <InspectorSection name="history" title={t("history")}>
      <HistoryTimeline dispatchCase={dispatchCase} />
    </InspectorSection>
  );
}

function HistoryTimeline({ dispatchCase }: { dispatchCase: Case }) {
  const t = useTranslations("inspector");
  const f = useTranslations("faults");
  const textOf = useFaultText();
  const query = useQuery(caseHistoryQuery(dispatchCase.id));
  const [isAll, setAll] = useState(false);
  if (query.data === undefined) {
    if (query.isPending) return <Skeleton rows={3} height={34} label={t("loading")} />;
    const texts = { ...textOf(query.error), retry: f("retry"), copy: f("copy") };
    return <FaultPanel texts={texts} onRetry={() => void query.refetch()} />;
  }
  const entries = caseHistoryEntriesOf(dispatchCase, query.data);
  const plateOf = (tour_id: string | undefined) =>
    dispatchCase.vehicles?.find((vehicle) => vehicle.tour_id === tour_id)?.license_plate;
  return (
    <>
      <ol className={styles["history"]}>
        {entries.slice(0, isAll ? undefined : ENTRIES_SHOWN).map((entry) => (
          <HistoryEntryRow key={entry.id} entry={entry} plate={plateOf(entry.tour_id)} />
        ))}
      </ol>
      {entries.length > ENTRIES_SHOWN && (
        <button type="button" className={common["text-button"]} onClick={() => setAll(!isAll)}>
          {t(isAll ? "show_less" : "show_all", { count: entries.length })}
        </button>
      )}
    </>
  );
}

function HistoryEntryRow({ entry, plate }: { entry: CaseHistoryEntry; plate: string | undefined }) {
  const t = useTranslations("inspector");
  const locale = useLocale();
  const now = useNow();
  const { transition, state, leaves, who, actor_kind, at, received_at, reason, identity, is_undone } = entry;
  const look = leaves ? returnedLinkStyle : stateStyleOf(state);
  const tour = plate ?? entry.tour;
  const key = `told.${transition}`;
  const time = formatClockOrDay(at, now, locale);
  const actor = who ?? (actor_kind && t(`actor.${actor_kind}`));
  const Text = is_undone ? "s" : "span";
  return (
    <li data-undone={is_undone}>
      <Glyph shape={look.shape} color={look.color} />
      <div>
        <Text>
          {t.has(key) ? t(key, { tour: tour ?? "", hasTour: tour === undefined ? "no" : "yes" }) : transition}
        </Text>
        {reason !== undefined && (
          <span className={styles["reason"]}>
            <ReasonText reason={reason} />
          </span>
        )}
        {identity !== null && (
          <span className={styles["reason"]}>{t(`identified.${identity.method}`, { code: identity.code ?? "" })}</span>
        )}
        <span className={common["meta"]}>
          <time dateTime={at}>{time}</time>
          {actor && ` · ${actor}`}
          {received_at && ` · ${t("received", { time: formatClockOrDay(received_at, now, locale) })}`}
          {is_undone && ` · ${t("undone")}`}
        </span>
      </div>
    </li>
  );
}
