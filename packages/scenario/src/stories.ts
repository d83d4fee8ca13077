import type { SendActionBody } from "@leitstand/contract/cases/case-action-input";
import type { TenantType } from "@leitstand/contract/operation/operation";
import type { SeededChance } from "./chance";

/** Longest duration of a case in minutes; a crew is called to none that would last beyond its shift. */
export const longestCaseMinutesByTenantType: Readonly<Record<TenantType, number>> = {
  FUNERAL: 190,
  ROADSIDE_ASSISTANCE: 130,
  PLATFORM: 0,
};

/** Step of a case, with the minutes between the call and the step. */
export interface CaseStoryStep {
  readonly minutes: number;
  /** Actor of the step: the dispatcher, or the driver on the tour. */
  readonly by: "dispatcher" | "crew";
  readonly action: SendActionBody["action"];
  readonly reason?: string;
  readonly payload?: SendActionBody["payload"];
  /** Phase whose todos are ticked with the action. */
  readonly todos?: "pickup" | "delivery";
  /** Whether the step is about the case as a whole rather than a tour. */
  readonly whole?: boolean;
}

type StepPlan = Omit<CaseStoryStep, "minutes"> & { readonly after: readonly [number, number] };

const dispatcherStep = (
  action: CaseStoryStep["action"],
  after: StepPlan["after"],
  more: Partial<StepPlan> = {},
): StepPlan => ({
  by: "dispatcher",
  action,
  after,
  ...more,
});
const crewStep = (
  action: CaseStoryStep["action"],
  after: StepPlan["after"],
  more: Partial<StepPlan> = {},
): StepPlan => ({
  by: "crew",
  action,
  after,
  ...more,
});

const RECEIVER_NAMES = ["Hr. Kern, Aufbahrungshalle", "Fr. Lorenz, Empfang", "Hr. Zach, Prosektur"] as const;
const signedHandover = (received_by: string) => ({
  received_by,
  signature: "M2 12 C 12 2, 18 22, 30 10 S 48 4, 60 14",
});

/** Draws the steps of a funeral transport: mostly as planned, now and then not. */
export function drawRandomTransportStory(chance: SeededChance): readonly CaseStoryStep[] {
  if (chance.percent(5))
    return timeSteps(
      [dispatcherStep("CANCEL", [12, 50], { whole: true, reason: "Angehörige haben ein anderes Haus beauftragt" })],
      chance,
    );
  const begin = [dispatcherStep("ASSIGN", [3, 20]), crewStep("ACCEPT", [1, 6]), crewStep("START", [2, 15])];
  const fetch = [
    crewStep("ARRIVE", [15, 40]),
    crewStep("LOAD", [12, 30], { todos: "pickup", payload: { identity_confirmed: true, belongings_confirmed: true } }),
  ];
  const bring = [
    crewStep("DELIVER", [20, 50], {
      todos: "delivery",
      payload: { ...signedHandover(chance.pick(RECEIVER_NAMES)), belongings_confirmed: true },
    }),
    crewStep("DONE", [2, 12]),
  ];
  if (chance.percent(6))
    return timeSteps(
      [
        ...begin,
        crewStep("ARRIVE", [15, 40]),
        crewStep("FINISH", [5, 20], { payload: { finish_reason: "Freigabe durch die Behörde fehlt noch" } }),
        dispatcherStep("DELIVER", [120, 240], {
          whole: true,
          reason: "Nach der Freigabe vom Partnerbetrieb überführt",
          payload: signedHandover(chance.pick(RECEIVER_NAMES)),
        }),
      ],
      chance,
    );
  if (chance.percent(10))
    return timeSteps(
      [
        ...begin,
        ...fetch,
        crewStep("UNDO", [1, 3]),
        crewStep("LOAD", [3, 8], {
          todos: "pickup",
          payload: { identity_confirmed: true, belongings_confirmed: true },
        }),
        ...bring,
      ],
      chance,
    );
  return timeSteps([...begin, ...fetch, ...bring], chance);
}

/** Draws the steps of a breakdown, with or without a tow. */
export function drawRandomBreakdownStory(chance: SeededChance, isTow: boolean): readonly CaseStoryStep[] {
  if (chance.percent(6))
    return timeSteps(
      [dispatcherStep("CANCEL", [6, 25], { whole: true, reason: "Fahrzeug springt wieder an" })],
      chance,
    );
  const begin = [
    dispatcherStep("ASSIGN", [1, 6]),
    crewStep("ACCEPT", [0, 2]),
    crewStep("ON_THE_WAY", [1, 4]),
    crewStep("ARRIVE", [10, 35]),
  ];
  if (chance.percent(4))
    return timeSteps(
      [...begin, crewStep("FINISH", [4, 10], { payload: { finish_reason: "Niemand angetroffen", outcome: "GOA" } })],
      chance,
    );
  const closing = dispatcherStep("DONE", [60, 240]);
  if (!isTow)
    return timeSteps(
      [
        ...begin,
        crewStep("FINISH", [10, 35], {
          payload: { finish_reason: "Vor Ort behoben", outcome: "SUCCESS", ...signedHandover("Kunde") },
        }),
        closing,
      ],
      chance,
    );
  const tow = [
    crewStep("LOAD", [8, 20], { todos: "pickup" }),
    crewStep("TO_TOWING_DESTINATION", [1, 4]),
    crewStep("AT_TOWING_DESTINATION", [15, 40]),
  ];
  return timeSteps(
    [
      ...begin,
      ...tow,
      crewStep("DELIVER", [4, 12], { todos: "delivery", payload: signedHandover("Werkstattannahme") }),
      closing,
    ],
    chance,
  );
}

/** Steps of a case that a crew has turned down today, so that a dispatcher has to look at it again. */
export const drawRandomDeclinedCallStory = (chance: SeededChance): readonly CaseStoryStep[] =>
  timeSteps(
    [
      dispatcherStep("ASSIGN", [2, 5]),
      crewStep("REJECT", [2, 5], { reason: "Hebebühne defekt, Wagen muss in die Werkstatt" }),
    ],
    chance,
  );
export const drawRandomPostponedCallStory = (chance: SeededChance, until: Date): readonly CaseStoryStep[] =>
  timeSteps(
    [
      dispatcherStep("ASSIGN", [2, 5]),
      crewStep("ACCEPT", [1, 3]),
      crewStep("POSTPONE", [3, 8], {
        reason: "Nach Rückruf auf später verschoben",
        payload: { postponed_until: until.toISOString() },
      }),
    ],
    chance,
  );

function timeSteps(plans: readonly StepPlan[], chance: SeededChance): readonly CaseStoryStep[] {
  let minutes = 0;
  return plans.map(({ after: [least, most], ...step }) => {
    minutes += chance.between(least, most);
    return { ...step, minutes };
  });
}
