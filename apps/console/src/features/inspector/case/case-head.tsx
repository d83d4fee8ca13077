import type { Case } from "@leitstand/contract/cases/case";
import { Glyph } from "@leitstand/ui/glyph";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "use-intl";
import { useHasGrant } from "#shared/api/me.ts";
import { useNow } from "#shared/text/now.ts";
import { alarmStyle, stateStyleOf } from "@leitstand/app/state-style";
import { formatClockOrDay } from "#shared/text/time.ts";
import { placeName, requirementsOfCase } from "./case-places.ts";
import { minutesOverdue, splitMinutesIntoDuration } from "./delay.ts";
import { FactRow, FactTable, TagRow } from "../facts.tsx";
import { useTimeframeText } from "./use-timeframe-text.ts";
import styles from "../inspector.module.css";
import { skillsQuery } from "#shared/api/queries.ts";

/** Head of a case: who, its state, from where to where, by when, and its requirements. */
export function InspectedCaseHead({ dispatchCase }: { dispatchCase: Case }) {
  return (
    <div className={styles["entity"]}>
      <h2 className={styles["title"]}>{dispatchCase.display_name}</h2>
      <CaseChips dispatchCase={dispatchCase} />
      <CaseKeyFacts dispatchCase={dispatchCase} />
    </div>
  );
}

function CaseChips({ dispatchCase }: { dispatchCase: Case }) {
  const t = useTranslations("inspector");
  const s = useTranslations("states");
  const now = useNow();
  const look = stateStyleOf(dispatchCase.state.current);
  const late = minutesOverdue(dispatchCase, now);
  return (
    <div className={styles["chips"]}>
      <span className={styles["chip"]} style={{ "--chip": look.color } as Record<string, string>}>
        <Glyph shape={look.shape} color={look.color} size={14} />
        {s(look.word)}
      </span>
      {late !== undefined && (
        <span className={styles["chip"]} data-late="true">
          <Glyph shape={alarmStyle.shape} color="var(--late)" size={14} />
          {t("late", { ...splitMinutesIntoDuration(late), total: late })}
        </span>
      )}
      {!dispatchCase.approved && <span className={styles["chip"]}>{t("not_approved")}</span>}
      {dispatchCase.finalized && <span className={styles["chip"]}>{t("finalized")}</span>}
    </div>
  );
}

function CaseKeyFacts({ dispatchCase }: { dispatchCase: Case }) {
  const t = useTranslations("inspector");
  const data = dispatchCase.funeral_data ?? dispatchCase.rsa_data;
  const [source, target] = [placeName(data?.source_address), placeName(data?.target_address)];
  const times = useTimeWindowText(dispatchCase);
  const kind =
    dispatchCase.funeral_data?.transport_type ??
    dispatchCase.rsa_data?.service?.name ??
    dispatchCase.rsa_data?.service?.key;
  const vehicle = dispatchCase.rsa_data?.vehicle;
  return (
    <FactTable>
      <FactRow label={t(dispatchCase.data_type === "FUNERAL" ? "pickup" : "place")}>
        {source ?? <span className={styles["meta"]}>{t("unknown")}</span>}
        {times !== undefined && <span className={styles["sub"]}>{times}</span>}
      </FactRow>
      {target !== undefined && <FactRow label={t("target")}>{target}</FactRow>}
      {kind && <FactRow label={t("kind")}>{kind}</FactRow>}
      {vehicle && (
        <FactRow label={t("vehicle")}>
          {[vehicle.brand, vehicle.model, vehicle.color].filter(Boolean).join(" ") || vehicle.license_plate}
        </FactRow>
      )}
      <CaseRequirements dispatchCase={dispatchCase} />
    </FactTable>
  );
}

/** Text of the time window, with the day unless it is today. */
function useTimeWindowText({ not_before, due_at, postponed_until }: Case): string | undefined {
  const t = useTranslations("inspector");
  const locale = useLocale();
  const now = useNow();
  const timeframeText = useTimeframeText();
  if (postponed_until !== null && Date.parse(postponed_until) > now)
    return t("postponed_until", { time: formatClockOrDay(postponed_until, now, locale) });
  return timeframeText({ from: not_before, to: due_at });
}

function CaseRequirements({ dispatchCase }: { dispatchCase: Case }) {
  const t = useTranslations("inspector");
  const may = useHasGrant();
  const { data: skills } = useQuery({
    ...skillsQuery,
    enabled: dispatchCase.required_skill_ids.length > 0 && may("getSkills"),
  });
  const names = skills?.filter(({ id }) => dispatchCase.required_skill_ids.includes(id)).map(({ name }) => name) ?? [];
  const tags = [
    ...requirementsOfCase(dispatchCase).map(({ key, count = 0 }) => t(`requirement.${key}`, { count })),
    ...names,
  ];
  if (tags.length === 0) return null;
  return (
    <FactRow label={t("requirements")}>
      <TagRow names={tags} />
    </FactRow>
  );
}
