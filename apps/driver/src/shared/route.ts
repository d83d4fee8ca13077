import { createMemory, whenForgotten } from "#work/memory.ts";

/** Screen of the app; the phone's back button leads through the screens. */
export type Route =
  | { readonly is: "list" }
  | { readonly is: "case"; readonly id: string }
  | { readonly is: "identity"; readonly id: string }
  | { readonly is: "belongings"; readonly id: string }
  | { readonly is: "form"; readonly id: string; readonly form: CaseForm }
  | { readonly is: "photo"; readonly id: string }
  | { readonly is: "outbox" }
  | { readonly is: "log" }
  | { readonly is: "messages" }
  | { readonly is: "conflict"; readonly chain: string }
  | { readonly is: "end" }
  | { readonly is: "check"; readonly check: PlannedCheck }
  | { readonly is: "positions" }
  | { readonly is: "vehicle"; readonly start?: ShiftStart }
  | { readonly is: "permission"; readonly step: PermissionStep };
/** Permissions in the order in which they are asked for. */
export type PermissionStep = "push" | "position" | "camera" | "screen" | "install";
/** Check before a shift begins, or when it ends; `start` begins the shift afterwards. */
export interface PlannedCheck {
  readonly phase: "START" | "END";
  readonly vehicle: CheckedVehicle;
  readonly tour_id: string | null;
  readonly start?: ShiftStart;
}
export interface CheckedVehicle {
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
      /** Another vehicle than planned. */
      readonly vehicle_id?: string;
    }
  | { readonly by: "vehicle"; readonly id: string; readonly branch_id: string | null };
/** Form of a case that needs more than a tap. */
export type CaseForm =
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
const calm: readonly Route["is"][] = ["list", "case", "outbox", "positions"];
export const isCalmRoute = ({ is }: Route) => calm.includes(is);

const home: Route = { is: "list" };
export const route = createMemory<Route>(home);

/**
 * Session storage key of the id that marks the app's current history entries. The browser keeps its history when the
 * phone forgets everything, and entries may name vehicles and cases: those from before lead to the first screen.
 */
const WAY = "leitstand-driver.way";
const currentWay = () => sessionStorage.getItem(WAY);
whenForgotten(() => {
  sessionStorage.setItem(WAY, crypto.randomUUID());
  history.replaceState(null, "");
});
type Passed = Route & { readonly way?: string | null };
const passed = (at: Route): Passed => ({ ...at, way: currentWay() });

export function go(next: Route) {
  history.pushState(passed(next), "");
  route.set(next);
}

export const goBack = () => history.back();

/** Shows the first screen, with nothing to go back to. */
export function goHome() {
  history.replaceState(passed(home), "");
  route.set(home);
}

window.addEventListener("popstate", ({ state }: PopStateEvent) => {
  const { way = null, ...at } = (state as Passed | null) ?? passed(home);
  route.set(way === currentWay() ? at : home);
});
