import { type CSSProperties, useRef, useState } from "react";
import type { QueueCardContext } from "#features/queue/list/queue-card.tsx";
import type { QueueCase } from "#features/queue/list/queue-case.ts";
import { QueueList, type QueueListHandle } from "#features/queue/list/queue-list.tsx";
import { FactRow, FactTable, FactList, TagRow } from "#features/inspector/facts.tsx";
import { MapLegend } from "#features/map/map-legend.tsx";
import { createTimelineAxis } from "#features/tours/grid/time-axis.ts";
import { aCaseOnTimeline, aTimelineTour, aTourVehicle } from "#live/timeline.fixture.ts";
import type { TimelineCase, TimelineTour } from "#live/tour-entity.ts";
import { timelineRowsAndGroupsOf } from "#features/tours/grid/tour-rows.ts";
import { useTimelineRowTexts } from "#features/tours/grid/row-texts.ts";
import { TourRow } from "#features/tours/grid/tour-row.tsx";
import styles from "./gallery.module.css";

const GALLERY_NOW = Date.parse("2026-11-21T08:41:00Z");
const timeOnGalleryDay = (time: string) => `2026-11-21T${time}:00Z`;

const aQueueCase = (id: string, display_name: string, own: Partial<QueueCase> = {}): QueueCase => ({
  id,
  natural_id: `C-2026-00000${id}`,
  display_name,
  branch_id: null,
  data_type: "FUNERAL",
  state: "OPEN",
  lock_version: 1,
  seen: { lock_version: 1 },
  approved: true,
  finalized: false,
  not_before: null,
  due_at: new Date(Date.now() + Number(id) * 2_400_000).toISOString(),
  postponed_until: null,
  kind: "Transportauftrag",
  source: "Leibnitz",
  target: "Graz",
  is_infectious: false,
  lacks_cold_storage: false,
  seats_required: 0,
  priority: null,
  required_skill_ids: [],
  ...own,
});

/** Cards of the queue in each look: late, looked at, picked, focused, running, done, gone and full of chips. */
const queueCardsInEachLook = (): readonly QueueCase[] => [
  aQueueCase("1", "Baumgartner Barbara", { due_at: new Date(Date.now() - 1_860_000).toISOString() }),
  aQueueCase("2", "Brunner Karl"),
  aQueueCase("3", "Mayer Wolfgang"),
  aQueueCase("4", "Aigner Ingrid", { state: "ASSIGNED" }),
  aQueueCase("5", "Hofer Theresia", {
    state: "STARTED",
    is_infectious: true,
    approved: false,
    lacks_cold_storage: true,
  }),
  aQueueCase("6", "Wimmer Manfred", { state: "DONE", finalized: true }),
];

export const QueueCardSamples = () => (
  <>
    <QueueCardList picked={[]} />
    <QueueCardList picked={["3"]} />
  </>
);

function QueueCardList({ picked }: { picked: readonly string[] }) {
  const [rows] = useState(queueCardsInEachLook);
  const context = useRef<QueueCardContext>({
    dragOf: ({ id, natural_id }) => ({ dragged: { kind: "cases", ids: [id] } as never, label: natural_id }),
    skillName: () => undefined,
  });
  const ref = useRef<QueueListHandle>(null);
  return (
    <div className={styles["list"]}>
      <QueueList
        {...{ rows, context, ref }}
        total={rows.length}
        height={74}
        current="2"
        cursor={3}
        picked={new Set(picked)}
        flashing={new Set()}
        hasMore={false}
        onMore={() => undefined}
        onPick={() => undefined}
        onHold={() => undefined}
        onKey={() => undefined}
      />
    </div>
  );
}

const galleryTimeAxis = createTimelineAxis({ day: "2026-11-21", days: 1, grid: 60 });
const LABEL_WIDTH = 216;
const ROW_HEIGHT = 52;
/** First and last hour of the gallery's timeline: only these hours have something in them. */
const [FROM, TO] = [timeOnGalleryDay("05:30"), timeOnGalleryDay("18:30")].map((time) => Date.parse(time)) as [
  number,
  number,
];

/** A case in each state, one after the other. */
const casesInEachState = (["ASSIGNED", "ACCEPTED", "STARTED", "ARRIVED", "LOADED", "DONE", "CANCELLED"] as const).map(
  (link_state, index): TimelineCase =>
    aCaseOnTimeline({
      id: link_state,
      natural_id: `C-2026-0000${index + 11}`,
      link_state,
      not_before: timeOnGalleryDay(`${String(index + 8).padStart(2, "0")}:00`),
      due_at: timeOnGalleryDay(`${String(index + 8).padStart(2, "0")}:55`),
    }),
);
const shownViolationLevels = ["CRITICAL", "MODERATE", "ACCEPTABLE"] as const;
const casesWithViolations = shownViolationLevels.map(
  (level, index): TimelineCase =>
    aCaseOnTimeline({
      id: level,
      natural_id: `C-2026-0000${index + 31}`,
      not_before: timeOnGalleryDay(`${10 + index * 2}:00`),
      due_at: timeOnGalleryDay(`${11 + index * 2}:30`),
    }),
);
const lateCase = aCaseOnTimeline({
  id: "late",
  natural_id: "C-2026-000041",
  not_before: timeOnGalleryDay("07:15"),
  due_at: timeOnGalleryDay("08:15"),
});
const overdueCase = aCaseOnTimeline({
  id: "over",
  natural_id: "C-2026-000042",
  not_before: timeOnGalleryDay("10:30"),
  due_at: timeOnGalleryDay("12:30"),
});
const shortCase = aCaseOnTimeline({
  id: "narrow",
  natural_id: "C-2026-000043",
  not_before: timeOnGalleryDay("16:00"),
  due_at: timeOnGalleryDay("16:20"),
});

const galleryTours: readonly TimelineTour[] = [
  aTimelineTour({
    id: "1",
    vehicle_device_associations: [aTourVehicle("1", "G 101 BE")],
    open_cases: casesInEachState,
  }),
  aTimelineTour({
    id: "2",
    vehicle_device_associations: [aTourVehicle("2", "G 122 BE")],
    open_cases: [lateCase, ...casesWithViolations, overdueCase, shortCase],
    constraint_violations: shownViolationLevels.map((level) => ({
      case_id: level,
      constraint: "WORKLOAD",
      level,
      vehicle_id: null,
      user_id: null,
      tour_id: null,
    })),
  }),
  aTimelineTour({
    id: "3",
    vehicle_device_associations: [aTourVehicle("3", "G 143 BE")],
    started_sub_state: "ON_A_BREAK",
  }),
  aTimelineTour({
    id: "4",
    vehicle_device_associations: [aTourVehicle("4", "G 164 BE")],
    started_sub_state: "NOT_TAKING_CASES",
  }),
  aTimelineTour({
    id: "5",
    vehicle_device_associations: [aTourVehicle("5", "G 185 BE")],
    started_sub_state: "OFF_DUTY",
  }),
  aTimelineTour({
    id: "6",
    vehicle_device_associations: [aTourVehicle("6", "G 206 BE")],
    status: "SCHEDULED",
    started_at: null,
  }),
  aTimelineTour({
    id: "7",
    vehicle_device_associations: [aTourVehicle("7", "G 227 BE")],
    status: "FINISHED",
    ended_at: timeOnGalleryDay("12:00"),
  }),
];

export function TimelineBarSamples() {
  const vehicles = [{ vehicle_id: "8", license_plate: "G 248 BE", branch_id: null }];
  const lines = timelineRowsAndGroupsOf({
    tours: galleryTours,
    vehicles,
    branches: new Map(),
    collapsed: new Set(),
    noBranch: "",
  });
  const rows = lines.flatMap((line) => (line.is === "row" ? [line] : []));
  const words = useTimelineRowTexts();
  const cut = { ...galleryTimeAxis, from: FROM, width: ((TO - FROM) / 3_600_000) * galleryTimeAxis.pixelsPerHour };
  return (
    <div
      className={styles["rows"]}
      role="treegrid"
      aria-label="Tours"
      style={{ height: rows.length * ROW_HEIGHT, "--label": `${LABEL_WIDTH}px` } as CSSProperties}
    >
      {rows.map((row, index) => (
        <TourRow
          key={row.id}
          {...{ row, words, index }}
          axis={cut}
          top={index * ROW_HEIGHT}
          height={ROW_HEIGHT}
          minute={GALLERY_NOW}
          from={0}
          to={cut.width}
          spot={index === 0 ? "ACCEPTED" : undefined}
          selected="ARRIVED"
          isRowSelected={row.id === "2"}
          drawAbsences={undefined}
        />
      ))}
    </div>
  );
}

export const InspectorFactSamples = () => (
  <>
    <div className={styles["wide"]}>
      <FactList
        group="deceased"
        facts={[
          { key: "last_name", kind: "text", value: "Brunner" },
          { key: "date_of_death", kind: "day", value: "2026-11-20" },
          { key: "height_cm", kind: "cm", value: 172 },
          { key: "infectious", kind: "flag", value: true },
          { key: "clothed", kind: "flag", value: false },
        ]}
      />
    </div>
    <div className={styles["wide"]}>
      <FactTable>
        <FactRow label="Anforderung">
          <TagRow names={["Kühlung", "Treppensteiger"]} />
        </FactRow>
      </FactTable>
    </div>
    <div className={styles["wide"]} style={{ height: 160 }}>
      <MapLegend />
    </div>
  </>
);
