import { Glyph, type GlyphShape } from "@leitstand/ui/glyph";
import { IconDotsVertical } from "@tabler/icons-react";
import { alarmStyle, type StateStyle } from "@leitstand/app/state-style";
import type { TimelineRowTexts } from "./row-texts.ts";
import type { TimelineTour } from "#live/tour-entity.ts";
import type { TimelineRow } from "./tour-rows.ts";
import styles from "./tour-row.module.css";

type RowHeadState = "SCHEDULED" | "FINISHED" | "IDLE" | NonNullable<TimelineTour["started_sub_state"]>;
const stateMarkShapes: Readonly<Record<RowHeadState, GlyphShape>> = {
  ACTIVE: "dot",
  ON_DUTY: "dot",
  ON_A_BREAK: "pause",
  NOT_TAKING_CASES: "minus",
  OFF_DUTY: "ring",
  SCHEDULED: "ring-dashed",
  FINISHED: "tick",
  IDLE: "ring",
};
/** Words of states by progress: the most advanced case shows what the crew is doing. */
const stateWordsByProgress = ["loaded", "onsite", "moving", "accepted", "assigned"];

interface HeadProps {
  readonly row: TimelineRow;
  readonly words: TimelineRowTexts;
  readonly isSpot: boolean;
  /** Whether the row has absences, which are described in words beside the drawing. */
  readonly hasMore: boolean;
}

export function TimelineRowHead({ row, words, isSpot, hasMore }: HeadProps) {
  const { tours: t, states: word } = words;
  const mark = rowHeadState(row);
  const busy = mostAdvancedStyle(row);
  const state = `${t(`mark_${mark}`)}${busy ? `, ${word(busy.word)}` : ""}`;
  const kind = row.vehicle_id === null ? "tour" : "vehicle";
  const title = row.crew === "" ? row.title : `${row.title}, ${row.crew}`;
  const name = t("row", { kind, title, state, open: row.open, total: row.total });
  return (
    <div
      className={styles["head"]}
      role="rowheader"
      aria-label={row.violation === "none" ? name : `${name}, ${t(`violation_${row.violation}`)}`}
      aria-describedby={hasMore ? `absences-${row.id}` : undefined}
      tabIndex={isSpot ? 0 : -1}
      data-head={row.id}
    >
      <span title={state} className={styles["mark"]}>
        <Glyph shape={stateMarkShapes[mark]} color={rowHeadColor(mark, busy)} size={13} />
      </span>
      <span className={styles["names"]} aria-hidden>
        <b>{row.title}</b>
        <small>{row.crew || t(`mark_${mark}`)}</small>
      </span>
      <span className={styles["count"]} aria-hidden>
        {row.violation !== "none" && (
          <Glyph
            shape={row.violation === "alarm" ? alarmStyle.shape : "triangle-outline"}
            color={row.violation === "alarm" ? "var(--late)" : "var(--state-open)"}
            size={13}
          />
        )}
        {row.total > 0 && `${row.open}/${row.total}`}
      </span>
      {row.tours.length > 0 && (
        <button
          type="button"
          className={styles["more"]}
          tabIndex={-1}
          data-menu={row.id}
          aria-label={t("row_menu", { title: row.title })}
        >
          <IconDotsVertical size={14} aria-hidden />
        </button>
      )}
    </div>
  );
}

function rowHeadState({ tours }: TimelineRow): RowHeadState {
  const started = tours.find(({ status }) => status === "STARTED");
  if (started) return started.started_sub_state ?? "ACTIVE";
  if (tours.some(({ status }) => status === "SCHEDULED")) return "SCHEDULED";
  return tours.length > 0 ? "FINISHED" : "IDLE";
}

const mostAdvancedStyle = ({ bars }: TimelineRow): StateStyle | undefined =>
  bars
    .filter(({ dispatchCase, look }) => dispatchCase.bucket === "open" && stateWordsByProgress.includes(look.word))
    .toSorted((a, b) => stateWordsByProgress.indexOf(a.look.word) - stateWordsByProgress.indexOf(b.look.word))[0]?.look;

const rowHeadColor = (mark: RowHeadState, busy: StateStyle | undefined) =>
  busy?.color ?? (mark === "ACTIVE" || mark === "ON_DUTY" ? "var(--state-assigned)" : "var(--state-closed)");
