import { EmptyState, FaultPanel, RefreshingBar, Skeleton } from "@leitstand/ui/states";
import { type ReactNode, type RefObject, Suspense, useCallback, useMemo, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useStore } from "@leitstand/app/store";
import { liveStreamStateStore } from "#live/stream-state.ts";
import type { BoardViewProps } from "#shared/state/board-view.ts";
import { useFaultText } from "#shared/api/faults.ts";
import { useNow } from "#shared/text/now.ts";
import { useShortcuts } from "#shared/screen/shortcuts.ts";
import { addDays, localDayOf } from "#shared/text/time.ts";
import type { CalendarReaderProps } from "./absences/calendar-reader.tsx";
import type { RowAbsenceDrawing } from "./absences/row-absences.tsx";
import { findTimelineConflicts } from "./conflicts.ts";
import type { TourPanelRequest } from "./panels/panel-request.ts";
import { zoomTimeline } from "./timeline-settings.ts";
import type { TimelineGridCommands } from "./grid/grid-focus.ts";
import type { TimelineAxis } from "./grid/time-axis.ts";
import { TourGrid } from "./grid/tour-grid.tsx";
import type { TimelineRowOrGroup } from "./grid/tour-rows.ts";
import { TourToolbar } from "./tour-toolbar.tsx";
import { useTimelineDrops } from "./drag/use-drops.ts";
import { useTimelineRowsAndGroups } from "./grid/use-lines.ts";
import styles from "./tour-timeline.module.css";
import { lazyComponent } from "#shared/screen/lazy-part.ts";

/** Loaded after the stream has been requested: the first screen does not need it. */
const LazyAbsenceReader = lazyComponent(async () => (await import("./absences/absences.tsx")).CalendarReaderWithTexts);
const LazyForcePrompt = lazyComponent(async () => (await import("./panels/force-prompt.tsx")).ForceAssignmentPrompt);
const LazyReasonPrompt = lazyComponent(async () => (await import("./panels/reason-prompt.tsx")).TransferReasonPrompt);
const LazyRowMenu = lazyComponent(async () => (await import("./grid/row-menu.tsx")).TimelineRowMenu);
const LazyTourPanel = lazyComponent(async () => (await import("./panels/tour-panel.tsx")).TourPanel);

/** Timeline of the shifts of the day: who drives, with what, until when, and which case comes when. */
export function TourTimeline({ view, onView }: BoardViewProps) {
  const t = useTranslations("tours");
  const now = useNow();
  const day = view.day ?? localDayOf(now);
  const { lines, axis, query } = useTimelineRowsAndGroups({ day, days: view.days });
  const [absences, setAbsences] = useState<RowAbsenceDrawing>();
  const grid = useRef<TimelineGridCommands>(null);
  const said = useRef<HTMLDivElement>(null);
  const announce = useCallback((text: string) => {
    if (said.current) said.current.textContent = text;
  }, []);
  const drops = useTimelineDrops(announce);
  const [menu, setMenu] = useState<{ row_id: string; at: DOMRect }>();
  const [panel, setPanel] = useState<TourPanelRequest>();

  const navigation = useTimelineNavigation({ view, onView, day, lines, axis, absences, now, grid });
  const { conflicts, goDays, goToday, nextConflict } = navigation;
  const rows = lines.filter((line) => line.is === "row");
  return (
    <div className={styles["timeline"]}>
      <TourToolbar
        {...{ view, onView, day, conflicts, onDay: goDays, onToday: goToday }}
        rows={rows.length}
        cases={rows.reduce((sum, { total }) => sum + total, 0)}
        onConflict={nextConflict}
        onPlan={() => setPanel({ is: "plan", day })}
      />
      <div className={styles["body"]}>
        <RefreshingBar active={query.isFetching && query.data !== undefined} />
        <TimelineBody query={query} isEmpty={lines.length === 0} onPlan={() => setPanel({ is: "plan", day })}>
          <TourGrid
            ref={grid}
            {...{ lines, axis, absences, view, onView, announce, onDrop: drops.drop, onQueueDrop: drops.queueDrop }}
            onMenu={(row, at) => setMenu({ row_id: row.id, at })}
          />
        </TimelineBody>
        <DropPrompts drops={drops} onAnswered={(case_id) => grid.current?.find(case_id)} />
      </div>
      <p id="tours-keys" className="visually-hidden">
        {t("keys")}
      </p>
      <div ref={said} role="status" className="visually-hidden" />
      <AbsencesOnceFollowing axis={axis} onRead={setAbsences} />
      <Suspense fallback={null}>
        {menu && (
          <LazyRowMenu
            key={menu.row_id}
            {...{ row: rows.find(({ id }) => id === menu.row_id), at: menu.at, announce, onPanel: setPanel }}
            onShow={(tour) => onView({ case: undefined, tour, vehicle: undefined })}
            onClose={() => {
              setMenu(undefined);
              grid.current?.show({ line: menu.row_id, case_id: null });
            }}
          />
        )}
        {panel && <LazyTourPanel request={panel} onClose={() => setPanel(undefined)} />}
      </Suspense>
    </div>
  );
}

/** Absences, from the time that the stream has been requested. */
function AbsencesOnceFollowing(props: CalendarReaderProps) {
  const isFollowing = useStore(liveStreamStateStore) !== "connecting";
  return <Suspense fallback={null}>{isFollowing && <LazyAbsenceReader {...props} />}</Suspense>;
}

interface PromptProps {
  readonly drops: ReturnType<typeof useTimelineDrops>;
  readonly onAnswered: (case_id: string) => void;
}
/** The oldest of the questions to answer before a drop is carried out. */
function DropPrompts({ drops: { questions, answerReason, answerRefusal }, onAnswered }: PromptProps) {
  const [question, ...later] = questions.waiting;
  return (
    <Suspense fallback={null}>
      {question?.is === "reason" && (
        <LazyReasonPrompt
          key={questions.answered}
          question={question.handover}
          refused={question.refused}
          onAnswer={(reason) => {
            answerReason(question.handover, reason);
            // The focus belongs to the next question, if there is one.
            if (later.length === 0) onAnswered(question.handover.bar.dispatchCase.id);
          }}
        />
      )}
      {question?.is === "force" && (
        <LazyForcePrompt
          key={questions.answered}
          refusal={question.refusal}
          onAnswer={(isForced) => answerRefusal(question.refusal, isForced)}
        />
      )}
    </Suspense>
  );
}

interface TimelineNavigationInput extends BoardViewProps {
  readonly day: string;
  readonly lines: readonly TimelineRowOrGroup[];
  readonly axis: TimelineAxis;
  readonly absences: RowAbsenceDrawing | undefined;
  readonly now: number;
  readonly grid: RefObject<TimelineGridCommands | null>;
}
/** Navigation through days, and from one conflict to the next; by buttons and by keys. */
function useTimelineNavigation({ view, onView, day, lines, axis, absences, now, grid }: TimelineNavigationInput) {
  const clashes = useMemo(() => {
    const rows = absences === undefined ? [] : lines.filter((line) => line.is === "row");
    return new Map(rows.map((row) => [row.id, absences?.clashesOf(row, axis) ?? []]));
  }, [lines, axis, absences]);
  const conflicts = useMemo(() => findTimelineConflicts(lines, { now, clashes }), [lines, now, clashes]);
  const turn = useRef(0);
  const goDays = (step: -1 | 1) => onView({ day: addDays(day, step * view.days) });
  const goToday = () => {
    onView({ day: undefined });
    grid.current?.toNow();
  };
  const nextConflict = () => {
    const next = conflicts[turn.current % conflicts.length];
    turn.current += 1;
    if (next) grid.current?.show(next);
  };
  useShortcuts({
    earlier: () => goDays(-1),
    later: () => goDays(1),
    today: goToday,
    zoom_in: () => zoomTimeline(1),
    zoom_out: () => zoomTimeline(-1),
    go_tours: () => grid.current?.focus(),
  });
  return { conflicts: conflicts.length, goDays, goToday, nextConflict };
}

interface BodyProps {
  readonly query: ReturnType<typeof useTimelineRowsAndGroups>["query"];
  readonly isEmpty: boolean;
  readonly onPlan: () => void;
  readonly children: ReactNode;
}
function TimelineBody({ query, isEmpty, onPlan, children }: BodyProps) {
  const t = useTranslations("tours");
  const fault = useTranslations("faults");
  const textOf = useFaultText();
  if (query.error && query.data === undefined) {
    const texts = { ...textOf(query.error), retry: fault("retry"), copy: fault("copy") };
    return <FaultPanel texts={texts} onRetry={() => void query.refetch()} />;
  }
  if (query.data === undefined) return <Skeleton rows={6} height={30} gap={12} label={t("loading")} />;
  if (!isEmpty) return children;
  const action = (
    <button type="button" className={styles["plan"]} onClick={onPlan}>
      {t("plan")}
    </button>
  );
  return <EmptyState action={action}>{t("empty")}</EmptyState>;
}
