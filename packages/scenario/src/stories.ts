import type { SendActionBody } from "@leitstand/contract/cases/case-action-input";
import type { TenantType } from "@leitstand/contract/operation/operation";
import type { Chance } from "./chance";

/** Longest duration of a case in minutes; a crew is called to none that would last beyond its shift. */
export const LONGEST_JOB_MINUTES: Readonly<Record<TenantType, number>> = {
  FUNERAL: 190,
  ROADSIDE_ASSISTANCE: 130,
  PLATFORM: 0,
};

/** Step of a case, so many minutes after it came in. */
export interface Step {
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

type Plan = Omit<Step, "minutes"> & { readonly after: readonly [number, number] };

const dispatcher = (action: Step["action"], after: Plan["after"], more: Partial<Plan> = {}): Plan => ({
  by: "dispatcher",
  action,
  after,
  ...more,
});
const crew = (action: Step["action"], after: Plan["after"], more: Partial<Plan> = {}): Plan => ({
  by: "crew",
  action,
  after,
  ...more,
});

const RECEIVERS = ["Hr. Kern, Aufbahrungshalle", "Fr. Lorenz, Empfang", "Hr. Zach, Prosektur"] as const;
const signed = (received_by: string) => ({ received_by, signature: "M2 12 C 12 2, 18 22, 30 10 S 48 4, 60 14" });

/** Draws the steps of a funeral transport: mostly as planned, now and then not. */
export function aTransportStory(chance: Chance): readonly Step[] {
  if (chance.percent(5))
    return timed(
      [dispatcher("CANCEL", [12, 50], { whole: true, reason: "Angehörige haben ein anderes Haus beauftragt" })],
      chance,
    );
  const begin = [dispatcher("ASSIGN", [3, 20]), crew("ACCEPT", [1, 6]), crew("START", [2, 15])];
  const fetch = [
    crew("ARRIVE", [15, 40]),
    crew("LOAD", [12, 30], { todos: "pickup", payload: { identity_confirmed: true, belongings_confirmed: true } }),
  ];
  const bring = [
    crew("DELIVER", [20, 50], {
      todos: "delivery",
      payload: { ...signed(chance.pick(RECEIVERS)), belongings_confirmed: true },
    }),
    crew("DONE", [2, 12]),
  ];
  if (chance.percent(6))
    return timed(
      [
        ...begin,
        crew("ARRIVE", [15, 40]),
        crew("FINISH", [5, 20], { payload: { finish_reason: "Freigabe durch die Behörde fehlt noch" } }),
        dispatcher("DELIVER", [120, 240], {
          whole: true,
          reason: "Nach der Freigabe vom Partnerbetrieb überführt",
          payload: signed(chance.pick(RECEIVERS)),
        }),
      ],
      chance,
    );
  if (chance.percent(10))
    return timed(
      [
        ...begin,
        ...fetch,
        crew("UNDO", [1, 3]),
        crew("LOAD", [3, 8], { todos: "pickup", payload: { identity_confirmed: true, belongings_confirmed: true } }),
        ...bring,
      ],
      chance,
    );
  return timed([...begin, ...fetch, ...bring], chance);
}

/** Draws the steps of a breakdown, with or without a tow. */
export function aBreakdownStory(chance: Chance, isTow: boolean): readonly Step[] {
  if (chance.percent(6))
    return timed([dispatcher("CANCEL", [6, 25], { whole: true, reason: "Fahrzeug springt wieder an" })], chance);
  const begin = [
    dispatcher("ASSIGN", [1, 6]),
    crew("ACCEPT", [0, 2]),
    crew("ON_THE_WAY", [1, 4]),
    crew("ARRIVE", [10, 35]),
  ];
  if (chance.percent(4))
    return timed(
      [...begin, crew("FINISH", [4, 10], { payload: { finish_reason: "Niemand angetroffen", outcome: "GOA" } })],
      chance,
    );
  const closing = dispatcher("DONE", [60, 240]);
  if (!isTow)
    return timed(
      [
        ...begin,
        crew("FINISH", [10, 35], {
          payload: { finish_reason: "Vor Ort behoben", outcome: "SUCCESS", ...signed("Kunde") },
        }),
        closing,
      ],
      chance,
    );
  const tow = [
    crew("LOAD", [8, 20], { todos: "pickup" }),
    crew("TO_TOWING_DESTINATION", [1, 4]),
    crew("AT_TOWING_DESTINATION", [15, 40]),
  ];
  return timed(
    [...begin, ...tow, crew("DELIVER", [4, 12], { todos: "delivery", payload: signed("Werkstattannahme") }), closing],
    chance,
  );
}

/** Steps of a case that a crew has turned down today, so that a dispatcher has to look at it again. */
export const turnedDown = (chance: Chance): readonly Step[] =>
  timed(
    [dispatcher("ASSIGN", [2, 5]), crew("REJECT", [2, 5], { reason: "Hebebühne defekt, Wagen muss in die Werkstatt" })],
    chance,
  );
export const putOff = (chance: Chance, until: Date): readonly Step[] =>
  timed(
    [
      dispatcher("ASSIGN", [2, 5]),
      crew("ACCEPT", [1, 3]),
      crew("POSTPONE", [3, 8], {
        reason: "Nach Rückruf auf später verschoben",
        payload: { postponed_until: until.toISOString() },
      }),
    ],
    chance,
  );

function timed(plans: readonly Plan[], chance: Chance): readonly Step[] {
  let minutes = 0;
  return plans.map(({ after: [least, most], ...step }) => {
    minutes += chance.between(least, most);
    return { ...step, minutes };
  });
}
