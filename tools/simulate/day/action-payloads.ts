import type { Case } from "@leitstand/contract/cases/case";
import type { CaseActionPayload } from "@leitstand/contract/cases/case-action-input";
import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import type { PlannedCase } from "./day-plan";

/** Input that a person gives with an action. */
export interface ActionReasonAndPayload {
  readonly reason?: string;
  readonly payload?: CaseActionPayload;
}

const openTodosOfPhases = (state: Case, phases: readonly ("pickup" | "delivery")[]) =>
  phases.flatMap((phase) => state.todos?.[phase] ?? []).flatMap(({ id, completed }) => (completed ? [] : id));

const SIGNATURE_PATH = "M0 0L40 12L52 3";

/** Input of an action on the phone of a crew that believes its part of the case to be in `from`. */
export function createCrewActionInput(
  action: CaseAction,
  state: Case,
  { plan, from }: { plan: PlannedCase; from: string },
): ActionReasonAndPayload {
  switch (action) {
    case "ACCEPT":
    case "ON_THE_WAY":
      return { payload: { eta: new Date(Date.now() + 20 * 60_000).toISOString() } };
    case "REJECT":
      return { reason: "Fahrzeug defekt" };
    case "LOAD":
      if (state.data_type === "ROADSIDE") return {};
      return {
        payload: { todos: openTodosOfPhases(state, ["pickup"]), identity_confirmed: true, belongings_confirmed: true },
      };
    case "DELIVER":
      return {
        payload: {
          received_by: "M. Huber",
          signature: SIGNATURE_PATH,
          ...(state.data_type === "FUNERAL"
            ? { todos: openTodosOfPhases(state, ["pickup", "delivery"]), belongings_confirmed: true }
            : {}),
        },
      };
    case "DONE":
      return { payload: { todos: openTodosOfPhases(state, ["pickup", "delivery"]) } };
    case "FINISH":
      return finishInput(state, plan);
    case "TO_TOWING_DESTINATION":
      return from === "atDestination"
        ? { reason: "Werkstatt hat geschlossen", payload: { destination: plan.elsewhere } }
        : {};
    default:
      return {};
  }
}

function finishInput(state: Case, plan: PlannedCase): ActionReasonAndPayload {
  if (state.data_type === "FUNERAL")
    return { payload: { finish_reason: "Zwischenlagerung", interim_address: { name: "Kühlraum", ...plan.elsewhere } } };
  const gone = plan.story === "fruitless";
  return {
    payload: {
      finish_reason: gone ? "Niemand angetroffen" : "Starthilfe erfolgreich",
      outcome: gone ? "GOA" : "SUCCESS",
      signature: SIGNATURE_PATH,
      received_by: "M. Huber",
    },
  };
}

/** Input of an action from a dispatcher; the caller chooses tours. */
export function createDispatcherActionInput(action: CaseAction, state: Case): ActionReasonAndPayload {
  switch (action) {
    case "CANCEL":
      return { reason: "Vom Auftraggeber storniert" };
    case "UNASSIGN":
      return { reason: "Anderer Auftrag ist dringender" };
    case "UNDO":
      return { reason: "Irrtümlich gemeldet" };
    case "FORWARD":
    case "FORWARD_ROLLBACK":
      return { reason: "Anderes Fahrzeug nötig" };
    case "POSTPONE":
      return { reason: "Angehörige erst später da", payload: { postponed_until: inThreeSeconds() } };
    case "DELIVER":
      return { reason: "Von Partner erledigt", payload: { received_by: "Partnerbetrieb" } };
    case "FINISH":
      return { payload: { finish_reason: "Unterlagen vollständig" } };
    case "DONE":
      return { payload: { todos: openTodosOfPhases(state, ["pickup", "delivery"]) } };
    default:
      return {};
  }
}

/** Time three seconds ahead on the real clock: the server has no other. */
const inThreeSeconds = () => new Date(Date.now() + 3_000).toISOString();
