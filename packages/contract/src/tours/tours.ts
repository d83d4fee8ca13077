import { offlineEntryErrorCodes } from "../core/phone-entry";
import { Type } from "typebox";
import { defineOperations } from "../operation/operation";
import {
  DateTime,
  CalendarDay,
  Enum,
  IdParams,
  paginationQueryFields,
  ClosedObject,
  exactTotalQueryFields,
  Uuid,
} from "../core/schema";
import { CasesOfTour, LocationMessageReceipt, Tour, TourPage } from "./tour";
import { tourStatuses } from "./tour-states";
import {
  AssociatedCasesRequest,
  LocationMessageRequest,
  ScheduledTourCreateRequest,
  ScheduledTourUpdateRequest,
  StartedSubStateRequest,
  TourDuplicateRequest,
  TourFinishRequest,
  TourStartNowRequest,
  TourStartRequest,
  TourUsersRequest,
  TourVehiclesRequest,
} from "./tour-requests";

const tourCrewErrors = ["REFERENCE_NOT_FOUND", "FIELD_COMBINATION_INVALID"] as const;
const tourPlanErrors = [...tourCrewErrors, "TIME_RANGE_INVALID", "BRANCH_ACCESS_DENIED"] as const;

/** A moment, or a day of the tenant. */
const MomentOrDay = (description: string) =>
  Type.Union([DateTime, CalendarDay], { description, examples: ["2026-11-22", "2026-11-22T06:00:00Z"] });
/** Filters of tours that a list shows; roadside lists share them. */
export const tourTimeFilters = {
  from: Type.Optional(
    MomentOrDay(
      "Tours whose shift reaches beyond this moment. A date is the midnight with which it begins in the tenant's time zone.",
    ),
  ),
  to: Type.Optional(
    MomentOrDay(
      "Tours whose shift begins before this moment. A date is included: it stands for the midnight with which it ends in the " +
        "tenant's time zone.",
    ),
  ),
  statuses: Type.Optional(Type.Array(Enum(tourStatuses), { maxItems: 3, description: "Left out: all." })),
} as const;

export const tourOperations = defineOperations("tours", {
  getTours: {
    on: "GET /tours",
    summary: "List tours",
    description:
      "The latest shift first. A shift runs from its start (else its planned start) to its end (else its planned " +
      "end); a started tour is open-ended. Drivers see their own tours.",
    query: ClosedObject({
      ...paginationQueryFields,
      ...exactTotalQueryFields,
      ...tourTimeFilters,
      vehicle_id: Type.Optional(Uuid),
      include_all_cases: Type.Optional(
        Type.Boolean({ default: false, description: "All four lists of cases instead of the open ones." }),
      ),
    }),
    heavyWith: "total",
    answer: TourPage,
    errors: ["TIME_RANGE_INVALID"],
  },
  getToursAssociatedCases: {
    on: "POST /tours/associated_cases",
    summary: "List the cases of several tours",
    description: "In the order of the tours' ids; tours out of reach are left out.",
    grant: "getTours",
    safe: true,
    body: AssociatedCasesRequest,
    answer: Type.Array(CasesOfTour),
  },
  duplicateTour: {
    on: "POST /tours/duplicate",
    changes: "BRANCH",
    summary: "Copy a tour to another time",
    description: "Users, vehicles, devices and the length of the shift are copied, cases are not. Emits `tour update`.",
    grant: "createTour",
    body: TourDuplicateRequest,
    success: 201,
    answer: Tour,
    errors: tourPlanErrors,
  },
  createScheduledTour: {
    on: "POST /tours/scheduled",
    changes: "BRANCH",
    summary: "Plan a tour",
    description: "Emits `tour update`.",
    grant: "createTour",
    body: ScheduledTourCreateRequest,
    success: 201,
    answer: Tour,
    errors: tourPlanErrors,
  },
  createAndStartTour: {
    on: "POST /tours/start",
    changes: "BRANCH",
    summary: "Create a tour and start it at once",
    description:
      "A driver may do so for a tour of its own: with itself among the users, or its device in a vehicle. Emits " +
      "`tour update`.",
    grant: "createTour",
    body: TourStartNowRequest,
    success: 201,
    answer: Tour,
    errors: [...tourPlanErrors, "RESOURCE_IN_USE", ...offlineEntryErrorCodes],
  },
  sendUpdateLocationMessage: {
    on: "POST /tours/send_update_location_message_to_vehicles",
    changes: "BRANCH",
    summary: "Ask vehicles for a fresh position",
    description: "A silent push to the devices of vehicles on started tours.",
    body: LocationMessageRequest,
    answer: LocationMessageReceipt,
    limit: "message",
  },
  getTourByNaturalId: {
    on: "GET /tours/natural_id/{natural_id}",
    summary: "Get a tour by its number",
    description: "The same answer as by id. A tour out of reach is not found.",
    grant: "getTours",
    params: ClosedObject({
      natural_id: Type.String({ pattern: "^T-[0-9]{4}-[0-9]{6,9}$", examples: ["T-2026-000042"] }),
    }),
    answer: Tour,
  },
  getScheduledTour: {
    on: "GET /tours/scheduled/{id}",
    summary: "Get a planned tour",
    description: "A tour that has been started is not found here.",
    grant: "getTours",
    params: IdParams,
    answer: Tour,
  },
  updateScheduledTour: {
    on: "PATCH /tours/scheduled/{id}",
    changes: "BRANCH",
    summary: "Change a planned tour",
    description:
      "Only the fields that are sent change. Emits `tour update`, and when the branch changes `case update` for the tour's cases.",
    grant: "updateTour",
    params: IdParams,
    body: ScheduledTourUpdateRequest,
    answer: Tour,
    errors: [...tourPlanErrors, "TOUR_STATUS_CONFLICT"],
  },
  deleteScheduledTour: {
    on: "DELETE /tours/scheduled/{id}",
    changes: "BRANCH",
    summary: "Delete a planned tour",
    description:
      "Refused with `RESOURCE_IN_USE` while it holds a case, or a case was passed on or ended on it. Emits `tour " +
      "delete`, and `case update` for the cases that were tried on it.",
    grant: "deleteTour",
    params: IdParams,
    success: 204,
    errors: ["TOUR_STATUS_CONFLICT", "RESOURCE_IN_USE"],
  },
  setScheduledTourUsers: {
    on: "POST /tours/scheduled/{id}/associated_users",
    changes: "BRANCH",
    summary: "Set the people of a planned tour",
    description: "Replaces those it had. Emits `tour update`, also to those who left.",
    grant: "updateTour",
    params: IdParams,
    body: TourUsersRequest,
    answer: Tour,
    errors: [...tourCrewErrors, "TOUR_STATUS_CONFLICT"],
  },
  setScheduledTourVehicles: {
    on: "POST /tours/scheduled/{id}/associated_vehicles",
    changes: "BRANCH",
    summary: "Set the vehicles of a planned tour",
    description: "Replaces those it had. Emits `tour update`, also to the devices that left.",
    grant: "updateTour",
    params: IdParams,
    body: TourVehiclesRequest,
    answer: Tour,
    errors: [...tourCrewErrors, "TOUR_STATUS_CONFLICT"],
  },
  getStartedTourOfVehicle: {
    on: "GET /tours/started/vehicle/{id}",
    summary: "Get the started tour of a vehicle",
    description: "`id` is the vehicle's.",
    grant: "getTours",
    params: IdParams,
    answer: Tour,
  },
  getTour: {
    on: "GET /tours/{id}",
    summary: "Get a tour",
    description:
      "With its crew, its vehicles and their devices, what speaks against it, and all four lists of its cases. A " +
      "tour out of reach is not found.",
    grant: "getTours",
    params: IdParams,
    answer: Tour,
  },
  finishTour: {
    on: "PUT /tours/{id}/finish",
    changes: "BRANCH",
    summary: "Finish a tour",
    description:
      "Refused while a case is under way. Cases that still wait on the tour are taken back from it by the system. " +
      "Emits `tour update`.",
    params: IdParams,
    body: TourFinishRequest,
    answer: Tour,
    errors: ["TOUR_STATUS_CONFLICT", "TOUR_HAS_ACTIVE_CASES", ...offlineEntryErrorCodes],
  },
  sendTourUpdateLocationMessage: {
    on: "POST /tours/{id}/send_update_location_message_to_vehicles",
    changes: "BRANCH",
    summary: "Ask a tour's vehicles for a fresh position",
    description: "A silent push to the devices of a started tour.",
    grant: "sendUpdateLocationMessage",
    params: IdParams,
    answer: LocationMessageReceipt,
    limit: "message",
    errors: ["TOUR_STATUS_CONFLICT"],
  },
  startTour: {
    on: "PATCH /tours/{id}/start",
    changes: "BRANCH",
    summary: "Start a planned tour",
    description:
      "A person, vehicle or device works on one started tour at a time: otherwise `RESOURCE_IN_USE`. Emits `tour " +
      "update`.",
    grant: "updateTour",
    params: IdParams,
    body: TourStartRequest,
    answer: Tour,
    errors: [...tourCrewErrors, "TOUR_STATUS_CONFLICT", "RESOURCE_IN_USE", ...offlineEntryErrorCodes],
  },
  updateTourStartedSubState: {
    on: "PATCH /tours/{id}/started_sub_state",
    changes: "BRANCH",
    summary: "Change what a started tour does",
    description:
      "From any to any, but a tour with a case under way cannot go OFF_DUTY. What a phone did before the present one began " +
      "(`occurred_at`) is only kept for working times. Emits `tour update`.",
    grant: "updateTour",
    params: IdParams,
    body: StartedSubStateRequest,
    answer: Tour,
    limit: "action",
    errors: ["TOUR_STATUS_CONFLICT", "TOUR_HAS_ACTIVE_CASES", ...offlineEntryErrorCodes],
  },
});
