import { draggable } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { setCustomNativeDragPreview } from "@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview";
import { Glyph } from "@leitstand/ui/glyph";
import { PlacesFromTo } from "@leitstand/ui/signs";
import { TagLabel } from "@leitstand/ui/states";
import { memo, type RefObject, useEffect, useRef } from "react";
import { useLocale, useTranslations } from "use-intl";
import { toDragData, type DraggedCases } from "#shared/screen/drag.ts";
import { alarmStyle, stateStyleOf } from "@leitstand/app/state-style";
import { formatClock, formatDayAndClock, localDayOf } from "#shared/text/time.ts";
import { timeToDueFromNow } from "../due.ts";
import styles from "./queue-card.module.css";
import type { QueueCase } from "./queue-case.ts";

/** Props that all cards of a list share, so that a card is drawn again only when its own case changes. */
export interface QueueCardContext {
  readonly dragOf: (row: QueueCase) => { dragged: DraggedCases; label: string };
  readonly skillName: (id: string) => string | undefined;
}
interface CardProps {
  readonly row: QueueCase;
  readonly context: RefObject<QueueCardContext>;
  /** State of the link to the tour that works on it, finer than the state of the case. */
  readonly linkState: string | undefined;
  readonly tour: string | undefined;
  readonly now: number;
}

export const QueueCard = memo(function QueueCard({ row, context, linkState, tour, now }: CardProps) {
  const states = useTranslations("states");
  const element = useDraggableCard(row, context);
  const isLate = !row.finalized && row.due_at !== null && Date.parse(row.due_at) < now;
  // A crew's state says more than that the case is late; without a crew nothing matters more.
  const look = isLate && linkState === undefined ? alarmStyle : stateStyleOf(linkState ?? row.state);
  const isOnePlace = row.target === null || row.target === row.source;
  return (
    <div ref={element} className={styles["card"]} data-state={look.word} data-gone={row.is_gone}>
      <span className={styles["check"]} data-check aria-hidden />
      <span className={styles["glyph"]}>
        <Glyph shape={look.shape} color={look.color} label={states(look.word)} />
      </span>
      <span className={styles["name"]}>{row.display_name}</span>
      <span className={styles["route"]}>
        {isOnePlace ? row.source : <PlacesFromTo from={row.source ?? "…"} to={row.target} />}
      </span>
      <DueTimeText row={row} now={now} isLate={isLate} />
      <CaseChips row={row} context={context} tour={tour} />
    </div>
  );
});

function DueTimeText({ row, now, isLate }: { row: QueueCase; now: number; isLate: boolean }) {
  const t = useTranslations("queue");
  const locale = useLocale();
  const { due_at, finalized } = row;
  if (due_at === null) return null;
  const isToday = localDayOf(Date.parse(due_at)) === localDayOf(now);
  const due = timeToDueFromNow(due_at, now);
  return (
    <span className={styles["due"]} data-late={isLate}>
      <b>{isToday ? formatClock(due_at, locale) : formatDayAndClock(due_at, locale)}</b>
      {!finalized && (
        <span>{t(due.isLate ? `late_${due.unit}` : `in_${due.unit}`, { count: due.count, minutes: due.minutes })}</span>
      )}
    </span>
  );
}

function CaseChips({ row, context, tour }: Pick<CardProps, "row" | "context" | "tour">) {
  const t = useTranslations("queue");
  const skills = row.required_skill_ids.flatMap((id) => context.current.skillName(id) ?? []);
  return (
    <span className={styles["chips"]}>
      <span className={`ui-tag ${styles["number"]}`}>{row.natural_id}</span>
      {tour !== undefined && <span className={`ui-tag ${styles["tour"]}`}>{tour}</span>}
      {row.kind !== null && <TagLabel>{row.kind}</TagLabel>}
      {!row.approved && <TagLabel>{t("not_approved")}</TagLabel>}
      {row.priority !== null && row.priority <= 1 && <TagLabel>{t("priority", { priority: row.priority })}</TagLabel>}
      {row.is_infectious && <TagLabel>{t("infectious")}</TagLabel>}
      {row.lacks_cold_storage && <TagLabel>{t("no_cold_storage")}</TagLabel>}
      {row.seats_required > 0 && <TagLabel>{t("seats", { count: row.seats_required })}</TagLabel>}
      {skills.map((name) => (
        <TagLabel key={name}>{name}</TagLabel>
      ))}
    </span>
  );
}

/** Makes the card draggable; the dragged cases are determined when the drag begins. */
function useDraggableCard(row: QueueCase, context: RefObject<QueueCardContext>) {
  const element = useRef<HTMLDivElement>(null);
  const latest = useRef(row);
  latest.current = row;
  useEffect(() => {
    if (element.current === null) return undefined;
    return draggable({
      element: element.current,
      canDrag: () => !latest.current.finalized && latest.current.is_gone !== true,
      getInitialData: () => toDragData(context.current.dragOf(latest.current).dragged),
      onGenerateDragPreview: ({ nativeSetDragImage }) =>
        setCustomNativeDragPreview({
          nativeSetDragImage,
          getOffset: () => ({ x: -10, y: 14 }),
          render: ({ container }) => {
            const preview = document.createElement("div");
            preview.className = styles["preview"] ?? "";
            preview.textContent = context.current.dragOf(latest.current).label;
            container.append(preview);
          },
        }),
    });
  }, [context]);
  return element;
}
