import type { SceneName } from "./runner/scenes";

/** What a sample needs before it is run. Those that are not named here need nothing but a server. */
export interface SampleDraft {
  readonly scene?: SceneName;
  /** Shell samples of the same page that the reader has run before, in the same shell. */
  readonly after?: readonly string[];
}

const quickStart = ["quick-start/1-sign-in", "quick-start/2-create-case", "quick-start/3-assign"];

export const sampleDrafts: Readonly<Record<string, SampleDraft>> = {
  "quick-start/2-create-case": { after: quickStart.slice(0, 1) },
  "quick-start/3-assign": { after: quickStart.slice(0, 2), scene: "freeVehicle" },
  "quick-start/4-deliver": { after: quickStart, scene: "freeVehicle" },
  "quick-start/skip-a-step": { after: quickStart, scene: "freeVehicle" },
  "quick-start/whole-day": { scene: "freeVehicle" },
  "basics/change-case": { scene: "openCase" },
  "basics/key-reused": { scene: "openCase" },
  "basics/stale-version": { scene: "assignedCase" },
  "authentication/blacklist": { scene: "serviceAccount" },
  "clients/typed-client": { scene: "openCase" },
  "clients/retry": { scene: "openCase" },
  "links/actions": { scene: "assignedCase" },
  "links/not-allowed": { scene: "assignedCase" },
  "links/linked-cases": { scene: "openCase" },
  "nested-resources/associations": { scene: "assignedCase" },
  "nested-resources/without-associations": { scene: "assignedCase" },
  "nested-resources/upload": { scene: "openCase" },
  "nested-resources/vehicle-skills": { scene: "vehicle" },
  "pagination/search": { scene: "orderedCase" },
  "rate-limiting/obey": { scene: "telematics" },
  "rate-limiting/too-fast": { scene: "telematics" },
  "events/resume": { scene: "openCase" },
  "events/follow": { scene: "openCase" },
  "events/typed-client": { scene: "openCase" },
  "errors/decide": { scene: "assignedCase" },
  "concepts/history": { scene: "loadedCase" },
  "concepts/loaded": { scene: "loadedCase" },
  "concepts/start-tour": { scene: "vehicle" },
  "concepts/finish-tour": { scene: "loadedCase" },
  "concepts/report-positions": { scene: "telematics" },
  "concepts/bad-position": { scene: "telematics" },
  "concepts/nearest": { scene: "vehicleInKlagenfurt" },
  "concepts/replay": { scene: "assignedCase" },
  "concepts/future": { scene: "assignedCase" },
  "examples/forward": { scene: "assignedCaseAndSecondTour" },
  "examples/undo": { scene: "loadedCase" },
  "examples/roadside": { scene: "roadsideTour" },
};
