/** Events at both companies before the screens are checked. Times are local to the tenants, of the same day. */
import type { CaseCreateRequest } from "../../packages/contract/src/cases/case";
import type { SendActionBody } from "../../packages/contract/src/cases/case-action-input";
import type { SignedInColleague } from "../console-testkit";

export interface DayTourPlan {
  readonly plate: string;
  readonly from: string;
  readonly to: string;
  readonly isPlanned?: boolean;
  readonly pause?: "ON_A_BREAK" | "NOT_TAKING_CASES";
}
export interface DayCasePlan {
  readonly key: string;
  readonly at: string;
  /** Index of the company's branch. */
  readonly branch: number;
  readonly due: string;
  readonly from?: string;
  /** Plate of the tour that it is assigned to, and its state there. */
  readonly on?: string;
  readonly upTo?: CaseActionName;
  readonly needsTow?: boolean;
  readonly change?: Partial<CaseCreateRequest>;
}
type CaseActionName = SendActionBody["action"];
export interface TimedCaseAction {
  readonly at: string;
  readonly body: Pick<SendActionBody, "action" | "payload" | "reason">;
}

const UNASSIGN_REASON = "Hebebühne defekt, Wagen muss in die Werkstatt";
const handoverSignature = { received_by: "Fr. Lorenz, Empfang", signature: "M2 12 C 12 2, 18 22, 30 10 S 48 4, 60 14" };
const transportSteps: readonly [CaseActionName, number][] = [
  ["ASSIGN", 6],
  ["ACCEPT", 7],
  ["START", 12],
  ["ARRIVE", 35],
  ["LOAD", 55],
  ["ARRIVE", 75],
  ["DELIVER", 85],
  ["DONE", 92],
];
const roadsideHelpSteps: readonly [CaseActionName, number][] = [
  ["ASSIGN", 3],
  ["ACCEPT", 4],
  ["ON_THE_WAY", 6],
  ["ARRIVE", 22],
];
const towSteps: readonly [CaseActionName, number][] = [
  ["LOAD", 34],
  ["TO_TOWING_DESTINATION", 36],
  ["AT_TOWING_DESTINATION", 55],
  ["DELIVER", 62],
];
const otherCourses: Partial<Record<CaseActionName, readonly [CaseActionName, number][]>> = {
  UNASSIGN: [
    ["ASSIGN", 6],
    ["ACCEPT", 7],
    ["UNASSIGN", 9],
  ],
  POSTPONE: [
    ["ASSIGN", 6],
    ["ACCEPT", 7],
    ["POSTPONE", 12],
  ],
  CANCEL: [["CANCEL", 18]],
};

/** All actions on a case, up to the last one in its plan. */
export function timedActionsOfCasePlan(
  call: DayCasePlan,
  company: SignedInColleague["company"],
): readonly TimedCaseAction[] {
  if (call.upTo === undefined) return [];
  const usual =
    company === "bestattung"
      ? transportSteps
      : call.needsTow
        ? [...roadsideHelpSteps, ...towSteps]
        : [...roadsideHelpSteps, ["FINISH", 40] as const];
  const path = otherCourses[call.upTo] ?? usual;
  const last = path.findLastIndex(([action], index) => action === call.upTo && (index < 5 || call.upTo !== "ARRIVE"));
  return path
    .slice(0, last + 1)
    .map(([action, minutes]) => ({ at: addMinutes(call.at, minutes), body: actionBody(action) }));
}

function actionBody(action: CaseActionName): TimedCaseAction["body"] {
  const reason = {
    UNASSIGN: UNASSIGN_REASON,
    POSTPONE: "Angehörige kommen erst am Nachmittag",
    CANCEL: "Anderes Haus beauftragt",
  }[action as string];
  const payload = {
    LOAD: { identity_confirmed: true, belongings_confirmed: true },
    DELIVER: { ...handoverSignature, belongings_confirmed: true },
    FINISH: { ...handoverSignature, finish_reason: "Vor Ort behoben", outcome: "SUCCESS" as const },
    POSTPONE: { postponed_until: "2026-11-18T14:00:00Z" },
  }[action as string];
  return { action, ...(reason === undefined ? {} : { reason }), ...(payload === undefined ? {} : { payload }) };
}

function addMinutes(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const sum = hour * 60 + minute + minutes;
  return [Math.floor(sum / 60), sum % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

const tourPlanOf = (
  plate: string,
  [from, to]: readonly [string, string],
  more: Partial<DayTourPlan> = {},
): DayTourPlan => ({
  plate,
  from,
  to,
  ...more,
});

export const dayPlanByCompany: Record<
  SignedInColleague["company"],
  { tours: readonly DayTourPlan[]; calls: readonly DayCasePlan[] }
> = {
  bestattung: {
    tours: [
      tourPlanOf("G 101 BE", ["05:15", "15:15"]),
      tourPlanOf("LN 108 BE", ["05:30", "15:30"]),
      tourPlanOf("L 115 BE", ["06:00", "16:00"]),
      tourPlanOf("G 122 BE", ["06:00", "16:00"]),
      tourPlanOf("L 136 BE", ["07:00", "17:00"]),
      tourPlanOf("G 143 BE", ["06:30", "14:30"], { pause: "ON_A_BREAK" }),
      tourPlanOf("LN 150 BE", ["06:30", "14:30"], { pause: "NOT_TAKING_CASES" }),
      tourPlanOf("G 164 BE", ["12:00", "20:00"], { isPlanned: true }),
      tourPlanOf("L 178 BE", ["13:00", "21:00"], { isPlanned: true }),
    ],
    calls: [
      { key: "finished", at: "05:40", branch: 0, due: "07:30", on: "G 101 BE", upTo: "DONE" },
      { key: "finished in Leoben", at: "06:05", branch: 1, due: "08:00", on: "LN 108 BE", upTo: "DONE" },
      { key: "finished in Linz", at: "06:20", branch: 2, due: "08:15", on: "L 115 BE", upTo: "DONE" },
      { key: "overdue", at: "06:50", branch: 0, due: "09:10" },
      { key: "cancelled", at: "07:20", branch: 0, due: "10:00", upTo: "CANCEL" },
      { key: "late on site", at: "08:00", branch: 0, due: "09:15", on: "G 122 BE", upTo: "ARRIVE" },
      { key: "loaded", at: "08:10", branch: 0, due: "10:00", on: "G 101 BE", upTo: "LOAD" },
      { key: "taken back", at: "08:20", branch: 0, due: "11:00", on: "G 143 BE", upTo: "UNASSIGN" },
      { key: "accepted in Linz", at: "08:30", branch: 2, from: "09:50", due: "10:45", on: "L 136 BE", upTo: "ACCEPT" },
      { key: "put off", at: "08:35", branch: 1, due: "15:30", on: "LN 108 BE", upTo: "POSTPONE" },
      { key: "on site", at: "08:50", branch: 1, due: "10:15", on: "LN 108 BE", upTo: "ARRIVE" },
      { key: "open", at: "08:55", branch: 0, due: "10:15" },
      { key: "for the afternoon", at: "08:56", branch: 0, from: "12:30", due: "13:30", on: "G 164 BE", upTo: "ASSIGN" },
      { key: "for later", at: "08:58", branch: 2, from: "14:00", due: "15:00", on: "L 178 BE", upTo: "ASSIGN" },
      { key: "moving", at: "09:05", branch: 2, due: "10:30", on: "L 115 BE", upTo: "START" },
      { key: "after the break", at: "09:07", branch: 0, from: "11:30", due: "12:30", on: "G 143 BE", upTo: "ACCEPT" },
      { key: "accepted", at: "09:09", branch: 0, from: "10:30", due: "11:30", on: "G 122 BE", upTo: "ACCEPT" },
      { key: "assigned", at: "09:12", branch: 0, from: "10:15", due: "11:15", on: "G 101 BE", upTo: "ASSIGN" },
      { key: "too much", at: "09:14", branch: 0, from: "10:45", due: "11:45", on: "G 101 BE", upTo: "ASSIGN" },
      { key: "not approved", at: "09:16", branch: 1, due: "12:00", change: { approved: false } },
      { key: "open in Linz", at: "09:18", branch: 2, due: "12:15" },
      { key: "open in Leoben", at: "09:22", branch: 1, due: "13:00" },
      { key: "open at noon", at: "09:26", branch: 0, due: "12:45" },
      { key: "open today", at: "09:31", branch: 0, due: "14:30" },
      { key: "open tonight", at: "09:36", branch: 2, due: "19:00" },
    ],
  },
  pannenhilfe: {
    tours: [
      tourPlanOf("G 101 PA", ["05:15", "15:15"]),
      tourPlanOf("W 108 PA", ["05:30", "15:30"]),
      tourPlanOf("L 115 PA", ["06:00", "16:00"]),
      tourPlanOf("G 227 PA", ["06:00", "16:00"]),
      tourPlanOf("W 234 PA", ["06:30", "16:30"], { pause: "ON_A_BREAK" }),
    ],
    calls: [
      { key: "helped", at: "07:10", branch: 0, due: "08:00", on: "G 101 PA", upTo: "FINISH" },
      { key: "towed", at: "07:30", branch: 0, due: "08:30", on: "G 227 PA", upTo: "DELIVER", needsTow: true },
      {
        key: "on the hook",
        at: "08:50",
        branch: 0,
        due: "10:00",
        on: "G 227 PA",
        upTo: "TO_TOWING_DESTINATION",
        needsTow: true,
      },
      { key: "on site", at: "09:05", branch: 1, due: "09:50", on: "W 108 PA", upTo: "ARRIVE" },
      { key: "moving", at: "09:20", branch: 2, due: "10:05", on: "L 115 PA", upTo: "ON_THE_WAY" },
      { key: "open", at: "09:25", branch: 0, due: "10:10" },
      { key: "open in Wien", at: "09:30", branch: 1, due: "10:20" },
      { key: "ringing", at: "09:38", branch: 0, due: "10:30", on: "G 101 PA", upTo: "ASSIGN" },
    ],
  },
};
