/** Requests about tours: plans, crews, starts and ends. */
import { type Static, Type } from "typebox";
import { offlineEntryFields } from "../core/phone-entry";
import { DateTime, SingleLineText, LockVersion, Nullable, ClosedObject, FreeText, Uuid } from "../core/schema";
import { SHIFT_LENGTH_DAYS_MAX, StartedSubState, tourExampleIds as ids } from "./tour";

const shiftStartExample = "2026-03-02T06:00:00+00:00";
const shiftEndExample = "2026-03-02T14:00:00+00:00";

const tourPlanFields = {
  name: Type.Optional(Nullable(SingleLineText(200))),
  description: Type.Optional(Nullable(FreeText(2000))),
  branch_id: Type.Optional(
    Nullable({ ...Uuid, description: "May be left out by callers who work for one branch only: it is that branch." }),
  ),
  scheduled_end_at: Type.Optional(
    Nullable({ ...DateTime, description: `After the start, by ${SHIFT_LENGTH_DAYS_MAX} days at most.` }),
  ),
  tour_lead_external_user_id: Type.Optional(
    Nullable(SingleLineText(32, { description: "The lead's id in the tenant's systems." })),
  ),
} as const;
const UserIds = Type.Array(Uuid, { maxItems: 50, uniqueItems: true });

export const TourVehicleWish = ClosedObject(
  {
    vehicle_id: Uuid,
    device_id: Type.Optional(
      Nullable({ ...Uuid, description: "Left out: the device that lies in the vehicle now. `null`: none." }),
    ),
  },
  { $id: "TourVehicleWish", examples: [{ vehicle_id: ids.vehicle }] },
);
const VehicleRequests = Type.Array(TourVehicleWish, { maxItems: 20, uniqueItems: true });
const tourCrewFields = { user_ids: Type.Optional(UserIds), vehicles: Type.Optional(VehicleRequests) } as const;

const tourDraftExample = {
  name: "Early shift Graz",
  branch_id: ids.branch,
  scheduled_start_at: shiftStartExample,
  scheduled_end_at: shiftEndExample,
  user_ids: [ids.user],
  vehicles: [{ vehicle_id: ids.vehicle }],
};
export const ScheduledTourCreateRequest = ClosedObject(
  { ...tourPlanFields, scheduled_start_at: DateTime, ...tourCrewFields },
  { $id: "ScheduledTourCreateRequest", examples: [tourDraftExample] },
);
export type ScheduledTourCreateRequest = Static<typeof ScheduledTourCreateRequest>;

export const TourStartNowRequest = ClosedObject(
  {
    ...tourPlanFields,
    scheduled_start_at: Type.Optional(Nullable(DateTime)),
    ...tourCrewFields,
    started_sub_state: Type.Optional(StartedSubState),
    ...offlineEntryFields,
  },
  { $id: "TourStartNowRequest", examples: [{ ...tourDraftExample, started_sub_state: "ACTIVE" }] },
);
export type TourStartNowRequest = Static<typeof TourStartNowRequest>;

export const ScheduledTourUpdateRequest = ClosedObject(
  { ...tourPlanFields, scheduled_start_at: Type.Optional(DateTime), lock_version: LockVersion },
  { $id: "ScheduledTourUpdateRequest", examples: [{ scheduled_end_at: shiftEndExample, lock_version: 2 }] },
);
export type ScheduledTourUpdateRequest = Static<typeof ScheduledTourUpdateRequest>;

export const TourUsersRequest = ClosedObject(
  { user_ids: UserIds, lock_version: Type.Optional(LockVersion) },
  { $id: "TourUsersRequest", examples: [{ user_ids: [ids.user], lock_version: 2 }] },
);
export const TourVehiclesRequest = ClosedObject(
  { vehicles: VehicleRequests, lock_version: Type.Optional(LockVersion) },
  { $id: "TourVehiclesRequest", examples: [{ vehicles: [{ vehicle_id: ids.vehicle }], lock_version: 2 }] },
);
export const TourDuplicateRequest = ClosedObject(
  {
    tour_id: Uuid,
    scheduled_start_at: {
      ...DateTime,
      description:
        "The copy starts then, and ends as long after it on the clock of the tenant's time zone as the original: a night shift until six ends at six when the clocks change, too.",
    },
    name: Type.Optional(Nullable(SingleLineText(200, { description: "Left out: the name of the original." }))),
  },
  { $id: "TourDuplicateRequest", examples: [{ tour_id: ids.tour, scheduled_start_at: "2026-03-03T06:00:00+00:00" }] },
);
export const TourStartRequest = ClosedObject(
  {
    lock_version: LockVersion,
    started_sub_state: Type.Optional(StartedSubState),
    vehicles: Type.Optional({
      ...VehicleRequests,
      description:
        "Where the crew takes others than were planned: they replace those. A driver may name what its branches have, the planned vehicles, and the phone that calls.",
    }),
    ...offlineEntryFields,
  },
  { $id: "TourStartRequest", examples: [{ lock_version: 2 }] },
);
export type TourStartRequest = Static<typeof TourStartRequest>;
export const TourFinishRequest = ClosedObject(
  { lock_version: LockVersion, ...offlineEntryFields },
  { $id: "TourFinishRequest", examples: [{ lock_version: 5 }] },
);
export const StartedSubStateRequest = ClosedObject(
  { started_sub_state: StartedSubState, lock_version: Type.Optional(LockVersion), ...offlineEntryFields },
  { $id: "StartedSubStateRequest", examples: [{ started_sub_state: "ON_A_BREAK" }] },
);

export const AssociatedCasesRequest = ClosedObject(
  { tour_ids: Type.Array(Uuid, { minItems: 1, maxItems: 1000, uniqueItems: true }) },
  { $id: "TourAssociatedCasesRequest", examples: [{ tour_ids: [ids.tour] }] },
);

export const LocationMessageRequest = ClosedObject(
  {
    vehicle_ids: Type.Optional(
      Type.Array(Uuid, {
        minItems: 1,
        maxItems: 1000,
        uniqueItems: true,
        description: "Left out: every vehicle of every started tour in reach.",
      }),
    ),
  },
  { $id: "LocationMessageRequest", examples: [{ vehicle_ids: [ids.vehicle] }] },
);
