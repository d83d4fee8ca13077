import "./positions.css";
import { POSITION_DAYS_KEPT } from "@leitstand/contract/fleet/position-term";
import { IconChevronLeft, IconChevronRight, IconRefresh } from "@tabler/icons-react";
import { useCallback, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { subtractDays, dayInTimeZone } from "#positions/day.ts";
import { PrimaryButton, ScreenLayout } from "#shared/screen.tsx";
import { useClockFormat, useTimeZone } from "#shared/texts.tsx";
import { serverTimeNow } from "#shared/time/use-now.ts";
import { useDayFormat } from "#shared/time/use-day.ts";
import { type DayPositions, fetchDayPositions } from "#work/positions/own-positions.ts";
import { summarizePositionHours } from "./day-hours.ts";
import { PositionHourList } from "./hour-list.tsx";
import { TrackPicture } from "./track-picture.tsx";

/** Screen of the driver's own stored positions by day, and who has read them. */
export function PositionsScreen() {
  const t = useTranslations("positions");
  const zone = useTimeZone();
  const [today] = useState(() => dayInTimeZone(serverTimeNow(), zone));
  const [ago, setAgo] = useState(0);
  const day = subtractDays(today, ago);
  const { found, hasFailed, load } = useDayPositions(day, zone);
  return (
    <ScreenLayout
      title={t("title")}
      hasBack
      {...(hasFailed && {
        primary: (
          <PrimaryButton icon={<IconRefresh size={28} aria-hidden />} onClick={load}>
            {t("again")}
          </PrimaryButton>
        ),
      })}
    >
      <DayChoice day={day} ago={ago} onChoose={setAgo} />
      {hasFailed && <p role="alert">{t("failed")}</p>}
      {!hasFailed && found === undefined && <div className="looking" role="status" aria-label={t("loading")} />}
      {found !== undefined && <PositionsOfDay key={day} found={found} zone={zone} isToday={ago === 0} />}
    </ScreenLayout>
  );
}

function useDayPositions(day: string, zone: string) {
  const [answer, setAnswer] = useState<{ readonly day: string; readonly found: DayPositions | undefined }>();
  const load = useCallback(
    () =>
      fetchDayPositions(day, zone).then(
        (found) => setAnswer({ day, found }),
        () => setAnswer({ day, found: undefined }),
      ),
    [day, zone],
  );
  useEffect(() => void load(), [load]);
  // While another day loads, the previous one is not shown under its name.
  const current = answer?.day === day ? answer : undefined;
  return { found: current?.found, hasFailed: current !== undefined && current.found === undefined, load };
}

interface DayChoiceProps {
  readonly day: string;
  readonly ago: number;
  readonly onChoose: (ago: number) => void;
}

function DayChoice({ day, ago, onChoose }: DayChoiceProps) {
  const t = useTranslations("positions");
  const dayName = useDayFormat();
  return (
    <div className="day-choice">
      <button
        type="button"
        aria-label={t("earlier")}
        disabled={ago >= POSITION_DAYS_KEPT}
        onClick={() => onChoose(ago + 1)}
      >
        <IconChevronLeft size={26} aria-hidden />
      </button>
      <h2 aria-live="polite">{ago === 0 ? t("today") : dayName(day)}</h2>
      <button type="button" aria-label={t("later")} disabled={ago === 0} onClick={() => onChoose(ago - 1)}>
        <IconChevronRight size={26} aria-hidden />
      </button>
    </div>
  );
}

function PositionsOfDay({ found, zone, isToday }: { found: DayPositions; zone: string; isToday: boolean }) {
  const t = useTranslations("positions");
  const clock = useClockFormat();
  const [hour, setHour] = useState<number>();
  const hours = summarizePositionHours(found, zone);
  const kilometers = Math.round(hours.reduce((sum, one) => sum + (one.kilometers ?? 0), 0));
  const [first, last] = [found.fixes[0], found.fixes.at(-1)];
  const driven = first && last && t("driven", { count: kilometers, from: clock(first.at), to: clock(last.at) });
  const count = found.readers.length;
  return (
    <>
      <section className="card day" aria-label={t("title")}>
        {driven === undefined ? (
          <p>{isToday ? t("none_today") : t("none")}</p>
        ) : (
          <>
            <TrackPicture fixes={found.fixes} zone={zone} hour={hour} label={driven} />
            <p className="hint">{driven}</p>
          </>
        )}
      </section>
      <h2 className="section">{isToday ? t("seen_today", { count }) : t("seen", { count })}</h2>
      {hours.length > 0 && <PositionHourList hours={hours} chosen={hour} onChoose={setHour} />}
      {count > 0 && <p className="hint">{t("what_for")}</p>}
      <p className="hint">{t("kept", { days: POSITION_DAYS_KEPT })}</p>
    </>
  );
}
