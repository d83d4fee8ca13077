import { createResettableStore, registerMemoryReset } from "#work/memory.ts";

/** Screen of the app; the phone's back button leads through the screens. */
export type AppRoute =
  | { readonly is: "list" }
  | { readonly is: "case"; readonly id: string }
  | { readonly is: "identity"; readonly id: string }
  | { readonly is: "belongings"; readonly id: string }
  | { readonly is: "form"; readonly id: string; readonly form: CaseActionFormName }
  | { readonly is: "photo"; readonly id: string }
  | { readonly is: "outbox" }
  | { readonly is: "log" }
  | { readonly is: "messages" }
  | { readonly is: "conflict"; readonly chain: string }
  | { readonly is: "end" }
  | { readonly is: "check"; readonly check: PlannedVehicleCheck }
  | { readonly is: "positions" }
  | { readonly is: "vehicle"; readonly start?: ShiftStart }
  | { readonly is: "permission"; readonly step: PermissionStep };
/** Permissions in the order in which they are asked for. */
export type PermissionStep = "push" | "position" | "camera" | "screen" | "install";
/** Check before a shift begins, or when it ends; `start` begins the shift afterwards. */
export interface PlannedVehicleCheck {
  readonly phase: "START" | "END";
  readonly vehicle: VehicleToCheck;
  readonly tour_id: string | null;
  readonly start?: ShiftStart;
}
export interface VehicleToCheck {
  readonly id: string;
  readonly license_plate: string;
  readonly description: string;
}
/** Start of a shift: with a planned tour, at the version that was seen, or with a free vehicle. */
export type ShiftStart =
  | {
      readonly by: "tour";
      readonly id: string;
      readonly seen: number;
      /** Id of the planned vehicle, where there is exactly one. */
      readonly planned_vehicle_id?: string | undefined;
      /** Id of the vehicle, where the driver takes another one than planned. */
      readonly vehicle_id?: string;
    }
  | { readonly by: "vehicle"; readonly id: string; readonly branch_id: string | null };
/** Form of a case that needs more than a tap. */
export type CaseActionFormName =
  | "reject"
  | "postpone"
  | "finish"
  | "handover"
  | "note"
  | "no_photo"
  | "destination"
  | "forward"
  | "interim";

/** Screens without unsaved input: any other may hold text that is not stored yet. */
const calmRoutes: readonly AppRoute["is"][] = ["list", "case", "outbox", "positions"];
export const isInterruptibleRoute = ({ is }: AppRoute) => calmRoutes.includes(is);

/** Whether a screen begins a shift when it is completed. */
export const isShiftBeginningRoute = (at: AppRoute) => at.is === "vehicle" || shiftStartOf(at) !== undefined;
/** Start of a shift that a screen completes, where it is known. */
export function shiftStartOf(at: AppRoute): ShiftStart | undefined {
  if (at.is === "vehicle") return at.start;
  return at.is === "check" ? at.check.start : undefined;
}

const homeRoute: AppRoute = { is: "list" };
export const currentRoute = createResettableStore<AppRoute>(homeRoute);

/**
 * Session storage key of the id that marks the app's current history entries. The browser keeps its history when the
 * phone forgets everything, and entries may name vehicles and cases: those from before lead to the first screen.
 */
const HISTORY_ID_KEY = "leitstand-driver.way";
const currentHistoryId = () => sessionStorage.getItem(HISTORY_ID_KEY);
registerMemoryReset(() => {
  sessionStorage.setItem(HISTORY_ID_KEY, crypto.randomUUID());
  history.replaceState(null, "");
});
type HistoryState = AppRoute & { readonly way?: string | null };
const historyStateOf = (at: AppRoute): HistoryState => ({ ...at, way: currentHistoryId() });

export function goTo(next: AppRoute) {
  history.pushState(historyStateOf(next), "");
  currentRoute.set(next);
}

export const goBack = () => history.back();

/** Shows the first screen, with nothing to go back to. */
export function goHome() {
  history.replaceState(historyStateOf(homeRoute), "");
  currentRoute.set(homeRoute);
}

window.addEventListener("popstate", ({ state }: PopStateEvent) => {
  const { way = null, ...at } = (state as HistoryState | null) ?? historyStateOf(homeRoute);
  currentRoute.set(way === currentHistoryId() ? at : homeRoute);
});
