import type { SampleSceneName } from "./runner/all-scenes";

/** Requirements of a sample. Samples without an entry only need a server. */
export interface SampleRequirements {
  readonly scene?: SampleSceneName;
  /** Shell samples of the same page that the reader has run before, in the same shell. */
  readonly after?: readonly string[];
  /** The sample waits for requests and never ends: it has a test of its own. */
  readonly isServer?: true;
  /** The sample changes what others show, such as a list of people or logos: it runs after them. */
  readonly runsLast?: true;
  /** The sample depends on events within seconds, which a busy machine does not guarantee: only proofs run it. */
  readonly isTimed?: true;
}

const quickStartSample = ["quick-start/1-sign-in", "quick-start/2-create-case", "quick-start/3-assign"];

export const requirementsBySample: Readonly<Record<string, SampleRequirements>> = {
  "quick-start/2-create-case": { after: quickStartSample.slice(0, 1) },
  "quick-start/3-assign": { after: quickStartSample.slice(0, 2), scene: "freeVehicle" },
  "quick-start/4-deliver": { after: quickStartSample, scene: "freeVehicle" },
  "quick-start/skip-a-step": { after: quickStartSample, scene: "freeVehicle" },
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
  "rate-limiting/too-fast": { scene: "telematics", isTimed: true },
  "events/reset": { isTimed: true },
  "events/resume": { scene: "openCase", isTimed: true },
  "events/follow": { scene: "openCase" },
  "events/typed-client": { scene: "openCase" },
  "webhooks/create": { scene: "serviceAccount" },
  "webhooks/not-allowed": { scene: "serviceAccount" },
  "webhooks/deliveries": { scene: "serviceAccount" },
  "webhooks/receiver": { isServer: true },
  "errors/decide": { scene: "assignedCase" },
  "concepts/absence": { scene: "vehicleAndMonday" },
  "concepts/read-ics": { scene: "vehicleAndMonday" },
  "concepts/public-holidays": { scene: "thisYear" },
  "concepts/history": { scene: "loadedCase" },
  "concepts/loaded": { scene: "loadedCase" },
  "concepts/logo": { runsLast: true },
  "concepts/start-tour": { scene: "vehicle" },
  "concepts/finish-tour": { scene: "loadedCase" },
  "concepts/report-positions": { scene: "telematics" },
  "concepts/bad-position": { scene: "telematics" },
  "concepts/nearest": { scene: "vehicleInKlagenfurt" },
  "concepts/replay": { scene: "assignedCase" },
  "concepts/future": { scene: "assignedCase" },
  "driver-app/ask-code": { scene: "newPhone" },
  "driver-app/verify": { scene: "askedPhone" },
  "driver-app/pin": { scene: "askedDriver", runsLast: true },
  "driver-app/tour": { scene: "phoneOnTour" },
  "driver-app/replay": { scene: "phoneOnTour" },
  "driver-app/too-late": { scene: "phoneOnTour" },
  "driver-app/hand-over": { scene: "phoneOnTour" },
  "driver-app/positions": { scene: "phoneOnTour" },
  "driver-app/photo": { scene: "phoneOnTour" },
  "driver-app/push": { scene: "phoneOnTour" },
  "telematics/vehicles": { scene: "telematics" },
  "telematics/batches": { scene: "telematics" },
  "handle-conflicts/conflict": { scene: "openCase" },
  "examples/forward": { scene: "assignedCaseAndSecondTour" },
  "examples/undo": { scene: "loadedCase" },
  "examples/roadside": { scene: "roadsideTour" },
};
