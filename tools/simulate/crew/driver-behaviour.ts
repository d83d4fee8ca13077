import { findTransition } from "@leitstand/contract/cases/case-rules";
import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import type { CaseStoryKind } from "../day/story";

/** View that a crew has of a case. Without reception it is what the crew believes. */
export interface CrewCaseView {
  readonly data_type: "FUNERAL" | "ROADSIDE";
  readonly story: CaseStoryKind;
  readonly state: string;
  readonly accepted: boolean;
  /** Actions that the server offers; undefined without reception. */
  readonly offered: readonly CaseAction[] | undefined;
  /** Actions of crews on the case so far. */
  readonly done: readonly CaseAction[];
  /** Whether the vehicle has to be towed. */
  readonly tow: boolean;
  /** Whether it is a second crew of the case, which helps and goes home. */
  readonly helper: boolean;
}

export interface NextDriverAction {
  readonly action: CaseAction;
  /** Minutes of the day before it happens. */
  readonly minutes: number;
  /** Place to which the minutes are spent driving, the first or the last. */
  readonly drive?: "source" | "target";
}

/** Next move of the crew; undefined when there is nothing left to do, or nothing it may do now. */
export function chooseNextDriverAction(job: CrewCaseView): NextDriverAction | undefined {
  const given = job.data_type === "FUNERAL" ? nextFuneralMove(job) : nextRoadsideMove(job);
  if (given === undefined || job.offered === undefined || job.offered.includes(given.action)) return given;
  return undefined;
}

const isFirstTime = (job: CrewCaseView, action: CaseAction) => !job.done.includes(action);
const shouldUndo = (job: CrewCaseView) => job.story === "driver_undo" && isFirstTime(job, "UNDO");

function nextFuneralMove(job: CrewCaseView): NextDriverAction | undefined {
  switch (job.state) {
    case "ASSIGNED":
      if (job.story === "reject" && isFirstTime(job, "REJECT") && job.offered?.includes("REJECT"))
        return { action: "REJECT", minutes: 2 };
      return { action: "ACCEPT", minutes: 2 };
    case "ACCEPTED":
    case "POSTPONED":
      return { action: "START", minutes: 3 };
    case "STARTED":
      return { action: "ARRIVE", minutes: 9, drive: "source" };
    case "ARRIVED":
      if (shouldUndo(job)) return { action: "UNDO", minutes: 1 };
      if (job.helper || (job.story === "fruitless" && isFirstTime(job, "FINISH")))
        return { action: "FINISH", minutes: 5 };
      return { action: "LOAD", minutes: 6 };
    case "LOADED":
      if (job.story === "second_leg" && isFirstTime(job, "FINISH"))
        return { action: "FINISH", minutes: 8, drive: "target" };
      return { action: "DELIVER", minutes: 9, drive: "target" };
    case "DELIVERED":
      return { action: "DONE", minutes: 3 };
    default:
      return undefined;
  }
}

function nextRoadsideMove(job: CrewCaseView): NextDriverAction | undefined {
  switch (job.state) {
    case "alarmed":
    case "reserved":
      if (job.story === "reject" && isFirstTime(job, "REJECT") && job.offered?.includes("REJECT"))
        return { action: "REJECT", minutes: 1 };
      return job.accepted ? { action: "ON_THE_WAY", minutes: 2 } : { action: "ACCEPT", minutes: 1 };
    case "onTheWay":
      return { action: "ARRIVE", minutes: 9, drive: "source" };
    case "arrived":
      if (shouldUndo(job)) return { action: "UNDO", minutes: 1 };
      if (!job.tow || job.story === "fruitless") return { action: "FINISH", minutes: 10 };
      return isFirstTime(job, "LOAD")
        ? { action: "LOAD", minutes: 5 }
        : { action: "TO_TOWING_DESTINATION", minutes: 2 };
    case "toDestination":
      return { action: "AT_TOWING_DESTINATION", minutes: 9, drive: "target" };
    case "atDestination":
      if (job.story === "second_leg" && job.done.filter((action) => action === "TO_TOWING_DESTINATION").length < 2)
        return { action: "TO_TOWING_DESTINATION", minutes: 3 };
      return { action: "DELIVER", minutes: 4 };
    default:
      return undefined;
  }
}

/** State that the crew believes after an action that could not be sent yet; undefined where it cannot know. */
export function believedCaseViewAfter(job: CrewCaseView, action: CaseAction): CrewCaseView | undefined {
  if (action === "UNDO" || action === "REJECT" || action === "FINISH") return undefined;
  const cell = findTransition(
    job.data_type === "FUNERAL" ? "FUNERAL_TOUR_CASE" : "ROADSIDE_ASSISTANCE",
    job.state,
    action,
  );
  const target = cell?.to[0];
  if (target === undefined) return undefined;
  const state = action === "ACCEPT" && job.data_type === "ROADSIDE" ? job.state : target;
  return { ...job, state, accepted: true, done: [...job.done, action] };
}
