import type { Case } from "@leitstand/contract/cases/case";
import { Glyph } from "@leitstand/ui/glyph";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "use-intl";
import { useGrants } from "#shared/api/me.ts";
import { useNow } from "#shared/text/now.ts";
import { alarmStyle, stateStyleOf } from "@leitstand/app/state-style";
import { clock, dayAndClock, dayOf } from "#shared/text/time.ts";
import { placeName, requirementsOf } from "./case-places.ts";
import { minutesLate, spanOf } from "./delay.ts";
import { FactRow, Facts, Tags } from "../facts.tsx";
import styles from "../inspector.module.css";
import { skillsQuery } from "#shared/api/queries.ts";

/** Head of a case: who, its state, from where to where, by when, and its requirements. */
export function CaseHead({ job }: { job: Case }) {
  return (
    <div className={styles["entity"]}>
      <h2 className={styles["title"]}>{job.display_name}</h2>
      <CaseChips job={job} />
      <KeyFacts job={job} />
    </div>
  );
}

function CaseChips({ job }: { job: Case }) {
  const t = useTranslations("inspector");
  const s = useTranslations("states");
  const now = useNow();
  const look = stateStyleOf(job.state.current);
  const late = minutesLate(job, now);
  return (
    <div className={styles["chips"]}>
      <span className={styles["chip"]} style={{ "--chip": look.color } as Record<string, string>}>
        <Glyph shape={look.shape} color={look.color} size={14} />
        {s(look.word)}
      </span>
      {late !== undefined && (
        <span className={styles["chip"]} data-late="true">
          <Glyph shape={alarmStyle.shape} color="var(--late)" size={14} />
          {t("late", { ...spanOf(late), total: late })}
        </span>
      )}
      {!job.approved && <span className={styles["chip"]}>{t("not_approved")}</span>}
      {job.finalized && <span className={styles["chip"]}>{t("finalized")}</span>}
    </div>
  );
}

function KeyFacts({ job }: { job: Case }) {
  const t = useTranslations("inspector");
  const data = job.funeral_data ?? job.rsa_data;
  const [source, target] = [placeName(data?.source_address), placeName(data?.target_address)];
  const times = useTimes(job);
  const kind = job.funeral_data?.transport_type ?? job.rsa_data?.service?.name ?? job.rsa_data?.service?.key;
  const vehicle = job.rsa_data?.vehicle;
  return (
    <Facts>
      <FactRow label={t(job.data_type === "FUNERAL" ? "pickup" : "place")}>
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
      <Requirements job={job} />
    </Facts>
  );
}

/** Text of the time window, with the day unless it is today. */
function useTimes({ not_before, due_at, postponed_until }: Case): string | undefined {
  const t = useTranslations("inspector");
  const locale = useLocale();
  const now = useNow();
  const day = (instant: string) => dayOf(Date.parse(instant));
  const at = (instant: string) => (day(instant) === dayOf(now) ? clock : dayAndClock)(instant, locale);
  if (postponed_until !== null && Date.parse(postponed_until) > now)
    return t("postponed_until", { time: at(postponed_until) });
  if (not_before !== null && due_at !== null)
    return `${at(not_before)} – ${day(not_before) === day(due_at) ? clock(due_at, locale) : at(due_at)}`;
  if (due_at !== null) return t("until", { time: at(due_at) });
  return not_before === null ? undefined : t("from", { time: at(not_before) });
}

function Requirements({ job }: { job: Case }) {
  const t = useTranslations("inspector");
  const may = useGrants();
  const { data: skills } = useQuery({ ...skillsQuery, enabled: job.required_skill_ids.length > 0 && may("getSkills") });
  const names = skills?.filter(({ id }) => job.required_skill_ids.includes(id)).map(({ name }) => name) ?? [];
  const tags = [...requirementsOf(job).map(({ key, count = 0 }) => t(`requirement.${key}`, { count })), ...names];
  if (tags.length === 0) return null;
  return (
    <FactRow label={t("requirements")}>
      <Tags names={tags} />
    </FactRow>
  );
}
