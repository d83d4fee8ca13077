import type { Board, BoardCase, BoardTour } from "#shared/board.ts";
import { lookOf, type Word } from "#shared/state-look.ts";

/** How a vehicle is drawn: by what its tour works on, else by what the tour does, else parked. */
export type MarkIcon = Word | "free" | "paused" | "refusing" | "off_duty" | "parked";

export interface VehicleMark {
  readonly vehicle_id: string;
  readonly plate: string;
  readonly icon: MarkIcon;
  readonly tour: BoardTour | undefined;
  /** The case that the state comes from. */
  readonly job: BoardCase | undefined;
  /** Late, or with a critical message that nobody has read. */
  readonly isAlarmed: boolean;
}

/** The further a case has got, the more it says about where its vehicle is. */
const progress: readonly Word[] = ["postponed", "assigned", "accepted", "moving", "onsite", "loaded"];

export function marksOf(board: Board, now: number): ReadonlyMap<string, VehicleMark> {
  const links = openLinksOf(board);
  const tours = new Map<string, BoardTour>();
  for (const tour of board.tours.values()) for (const id of tour.vehicle_ids) tours.set(id, tour);
  const alarmed = alarmsOf(board);
  const marks = new Map<string, VehicleMark>();
  for (const { vehicle_id, license_plate, tour_id } of board.vehicles.values()) {
    const tour = tours.get(vehicle_id) ?? (tour_id === null ? undefined : board.tours.get(tour_id));
    const own = tour === undefined ? [] : (links.get(tour.tour_id) ?? []);
    const leading = own.reduce<Link | undefined>(
      (best, link) => (best && best.rank >= link.rank ? best : link),
      undefined,
    );
    const isAlarmed =
      tour !== undefined &&
      (alarmed.has(tour.tour_id) || own.some(({ job }) => isLate(job, now) || alarmed.has(job.case_id)));
    const icon = leading?.word ?? idleIcon(tour);
    marks.set(vehicle_id, { vehicle_id, plate: license_plate, icon, tour, job: leading?.job, isAlarmed });
  }
  return marks;
}

export const isLate = ({ due_at }: BoardCase, now: number) => due_at !== null && Date.parse(due_at) < now;
export const isOpen = ({ tour_case_states }: BoardCase) => !tour_case_states.some(({ bucket }) => bucket === "open");

interface Link {
  readonly job: BoardCase;
  readonly word: Word;
  readonly rank: number;
}

function openLinksOf(board: Board) {
  const links = new Map<string, Link[]>();
  for (const job of board.cases.values()) {
    for (const { tour_id, state, bucket } of job.tour_case_states) {
      if (bucket !== "open") continue;
      const { word } = lookOf(state);
      const known = links.get(tour_id) ?? [];
      known.push({ job, word, rank: progress.indexOf(word) });
      links.set(tour_id, known);
    }
  }
  return links;
}

/** Tours and cases that somebody calls out about. */
const alarmsOf = (board: Board) =>
  new Set(board.messages.flatMap(({ tour_id, case_id }) => [tour_id, case_id].filter((id) => id !== null)));

const idle: Readonly<Record<BoardTour["started_sub_state"], MarkIcon>> = {
  ACTIVE: "free",
  ON_DUTY: "free",
  ON_A_BREAK: "paused",
  NOT_TAKING_CASES: "refusing",
  OFF_DUTY: "off_duty",
};
const idleIcon = (tour: BoardTour | undefined): MarkIcon => (tour ? idle[tour.started_sub_state] : "parked");
