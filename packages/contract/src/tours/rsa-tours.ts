/** Tours of roadside assistance: the same shifts, of which one at a time is a crew's primary one. */
import { offlineEntryErrorCodes } from "../core/phone-entry";
import { Type } from "typebox";
import { defineOperations } from "../operation/operation";
import { IdParams, LockVersion, paginationQueryFields, ClosedObject, exactTotalQueryFields } from "../core/schema";
import { Tour, TourPage } from "./tour";
import { StartedSubStateRequest } from "./tour-requests";
import { tourTimeFilters } from "./tours";

export const TourPrimaryRequest = ClosedObject(
  { primary: Type.Boolean(), lock_version: Type.Optional(LockVersion) },
  { $id: "TourPrimaryRequest", examples: [{ primary: true }] },
);

export const rsaTourOperations = defineOperations("rsa", {
  getRsaTours: {
    on: "GET /rsa/tours",
    summary: "List roadside tours",
    description: "As `GET /tours`, for roadside tenants.",
    grant: "getTours",
    tenantTypes: ["ROADSIDE_ASSISTANCE"],
    query: ClosedObject({ ...paginationQueryFields, ...exactTotalQueryFields, ...tourTimeFilters }),
    heavyWith: "total",
    answer: TourPage,
    errors: ["TIME_RANGE_INVALID"],
  },
  updateTourPrimary: {
    on: "PATCH /rsa/tours/{id}/primary",
    changes: "BRANCH",
    summary: "Make a tour the primary one",
    description: "Other tours of the same people that are not finished lose the mark. Emits `tour update` for each.",
    grant: "updateTour",
    tenantTypes: ["ROADSIDE_ASSISTANCE"],
    params: IdParams,
    body: TourPrimaryRequest,
    answer: Tour,
    errors: ["TOUR_STATUS_CONFLICT"],
  },
  updateRsaTourStartedSubState: {
    on: "PATCH /rsa/tours/{id}/started_sub_state",
    changes: "BRANCH",
    summary: "Change the duty status of a roadside tour",
    description: "As `PATCH /tours/{id}/started_sub_state`, for roadside tenants.",
    grant: "updateTour",
    tenantTypes: ["ROADSIDE_ASSISTANCE"],
    params: IdParams,
    body: StartedSubStateRequest,
    answer: Tour,
    limit: "action",
    errors: ["TOUR_STATUS_CONFLICT", "TOUR_HAS_ACTIVE_CASES", ...offlineEntryErrorCodes],
  },
});
