import { useMemo } from "react";
import { useTranslations } from "use-intl";
import { createHourOfDayFunction } from "#positions/day.ts";
import {
  createTrackProjection,
  type TrackProjection,
  type TrackLeg,
  splitTrackIntoLegs,
  roundedScaleBarLength,
  type TrackStay,
  findStays,
  type TrackFix,
} from "#positions/track.ts";

const PICTURE_SIZE = { width: 340, height: 250, margin: 30 };
/** Smallest step in units of the picture: points closer than this cannot be told apart and become one. */
const POINT_STEP_MIN = 1.5;
const MINUTE_MS = 60_000;
/** Maximum number of stays that are labelled with their duration; more labels would cover each other. */
const LABELLED_STAYS_MAX = 3;

interface PictureProps {
  readonly fixes: readonly TrackFix[];
  readonly zone: string;
  /** Hour that is highlighted. */
  readonly hour: number | undefined;
  readonly label: string;
}

/** The driven day without a map: the way, the places of longer stays, and where it ended. */
export function TrackPicture({ fixes, zone, hour, label }: PictureProps) {
  const { frame, stays, lines } = useMemo(() => {
    const legs = splitTrackIntoLegs(fixes);
    const framed = createTrackProjection(fixes, PICTURE_SIZE);
    return {
      frame: framed,
      stays: findStays(legs),
      lines: legs.flatMap((leg) => trackLinesOf(leg, framed, createHourOfDayFunction(zone))),
    };
  }, [fixes, zone]);
  const [first, last] = [fixes[0], fixes.at(-1)];
  const named = new Set(stays.toSorted((a, b) => stayDurationMs(b) - stayDurationMs(a)).slice(0, LABELLED_STAYS_MAX));
  return (
    <svg className="track" viewBox={`0 0 ${PICTURE_SIZE.width} ${PICTURE_SIZE.height}`} role="img" aria-label={label}>
      {lines.map((line) => (
        <polyline key={line.key} points={line.points} className={hourClassName(line.hour, hour)} />
      ))}
      {stays.map((stay) => (
        <StayMark key={stay.from} stay={stay} frame={frame} isNamed={named.has(stay)} />
      ))}
      {first && <circle {...circleCentre(frame, first)} r="6" className="begin" />}
      {last && <circle {...circleCentre(frame, last)} r="8" className="end" />}
      <DistanceScale meters={frame.meters} />
    </svg>
  );
}

const stayDurationMs = ({ from, to }: TrackStay) => to - from;
const hourClassName = (own: number, chosen: number | undefined) =>
  chosen === undefined ? "way" : own === chosen ? "way chosen" : "way faint";

function circleCentre(frame: TrackProjection, point: TrackFix | TrackStay) {
  const { x, y } = frame.place(point);
  return { cx: x, cy: y };
}

/** Lines of a leg, cut where an hour ends, so that each hour can be highlighted. */
function trackLinesOf(leg: TrackLeg, frame: TrackProjection, hourAt: (at: number) => number) {
  const lines: { key: number; hour: number; points: string }[] = [];
  let last = { x: Number.NaN, y: Number.NaN };
  for (const fix of leg) {
    const { x, y } = frame.place(fix);
    const hour = hourAt(fix.at);
    const line = lines.at(-1);
    if (line?.hour === hour && Math.hypot(x - last.x, y - last.y) < POINT_STEP_MIN) continue;
    const point = `${x.toFixed(1)},${y.toFixed(1)}`;
    if (line !== undefined) line.points += ` ${point}`;
    if (line?.hour !== hour) lines.push({ key: fix.at, hour, points: point });
    last = { x, y };
  }
  return lines;
}

/** Mark of a stay: the longer, the larger; an hour is four times a quarter. */
function StayMark({ stay, frame, isNamed }: { stay: TrackStay; frame: TrackProjection; isNamed: boolean }) {
  const t = useTranslations("positions");
  const { x, y } = frame.place(stay);
  const minutes = Math.round(stayDurationMs(stay) / MINUTE_MS);
  const radius = Math.min(26, 3 + Math.sqrt(minutes) * 2);
  return (
    <>
      <circle cx={x} cy={y} r={radius} className="stay" />
      {isNamed && (
        <text x={x} y={y + radius + 15 > PICTURE_SIZE.height ? y - radius - 5 : y + radius + 15}>
          {t("minutes", { count: minutes })}
        </text>
      )}
    </>
  );
}

function DistanceScale({ meters }: { meters: number }) {
  const t = useTranslations("positions");
  const length = roundedScaleBarLength(meters * (PICTURE_SIZE.width / 4));
  const [left, bottom] = [10, PICTURE_SIZE.height - 8];
  return (
    <g className="scale">
      <path d={`M${left} ${bottom - 5}v5h${length / meters}v-5`} />
      <text x={left + length / meters + 7} y={bottom}>
        {length < 1_000 ? t("meters", { count: length }) : t("kilometers", { count: length / 1_000 })}
      </text>
    </g>
  );
}
