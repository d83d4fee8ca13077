/** A tour is a shift: the people, vehicles and devices that work through cases together. */
import { violationLevels } from "../core/violation-level";
import { Type } from "typebox";
import { CaseConstraintViolation } from "../cases/case-violation";
import { linkBuckets } from "../cases/case-transitions";
import {
  DateTime,
  Enum,
  versionedEntityFields,
  LockVersion,
  Nullable,
  pageSchemaOf,
  PhoneNumber,
  ClosedObject,
  Uuid,
} from "../core/schema";
import { startedSubStates, tourStatuses } from "./tour-states";

/** Longest planned shift in days; longer ones are several tours. */
export const SHIFT_LENGTH_DAYS_MAX = 31;

export const StartedSubState = Enum(startedSubStates, {
  description: "What a started tour does now. ON_A_BREAK still takes cases, NOT_TAKING_CASES and OFF_DUTY do not.",
});

/** Ids of one tour and its neighbours, for the examples. */
export const tourExampleIds = {
  tour: "5f0c2c1e-5a53-4b8e-9a36-1f6f6a1f8f10",
  branch: "7e6d5c4b-3a29-4817-8605-f4e3d2c1b001",
  user: "0d1e2f3a-4b5c-4d6e-8f70-8192a3b4c5d6",
  vehicle: "3b2a1908-1726-4354-8263-7483940a1b2c",
  device: "a4e1b7c2-90d3-4f1e-8b6a-1c2d3e4f5a6b",
  type: "5f0c1f66-7d0c-4b1e-9a3a-0d6f0f6f1c01",
  case: "c0a80102-5a53-4b8e-9a36-1f6f6a1f8f10",
} as const;
const exampleIds = tourExampleIds;
const tourStartExample = "2026-03-02T06:00:00+00:00";
const tourEndExample = "2026-03-02T14:00:00+00:00";

const tourCaseExample = {
  id: exampleIds.case,
  natural_id: "C-2026-000123",
  display_name: "Maria Muster",
  data_type: "FUNERAL",
  state: "ASSIGNED",
  link_state: "ASSIGNED",
  bucket: "open",
  position: 0,
  not_before: "2026-03-02T09:00:00+00:00",
  due_at: "2026-03-02T11:00:00+00:00",
  source_city: "Graz",
  target_city: "Leibnitz",
  assigned_at: "2026-03-02T08:20:00+00:00",
  accepted_at: null,
  started_at: null,
  arrived_at: null,
  loaded_at: null,
  arrived_at_destination_at: null,
  finished_at: null,
  closed_at: null,
  postponed_until: null,
  eta: null,
  lock_version: 2,
  constraint_violations: [],
};
export const TourCase = ClosedObject(
  {
    id: Uuid,
    natural_id: Type.String(),
    display_name: Type.String(),
    data_type: Enum(["FUNERAL", "ROADSIDE"]),
    state: Type.String({ description: "Of the case as a whole." }),
    link_state: Type.String({ description: "Of the case on this tour." }),
    bucket: Enum(linkBuckets),
    position: Type.Number({ description: "Order within the tour." }),
    not_before: Nullable(DateTime),
    due_at: Nullable(DateTime),
    source_city: Nullable(Type.String()),
    target_city: Nullable(Type.String()),
    assigned_at: DateTime,
    accepted_at: Nullable(DateTime),
    started_at: Nullable(DateTime),
    arrived_at: Nullable(DateTime),
    loaded_at: Nullable(DateTime),
    arrived_at_destination_at: Nullable(DateTime),
    finished_at: Nullable(DateTime),
    closed_at: Nullable({ ...DateTime, description: "When the case left the tour's open cases, for whichever list." }),
    postponed_until: Nullable(DateTime),
    eta: Nullable(DateTime),
    lock_version: { ...LockVersion, description: "Of the case, for the next action." },
    constraint_violations: Type.Array(CaseConstraintViolation),
  },
  {
    $id: "TourCase",
    description:
      "One case on one tour, as a board shows it. Of a case that a crew has no more to do with its tour shows the crew what `CaseStub` " +
      "does: `display_name` is the number, `state` that of the link, and places and times of the case are null.",
    examples: [tourCaseExample],
  },
);

const caseCount = Type.Integer({ minimum: 0 });
export const CaseWorkload = ClosedObject(
  { open: caseCount, finished: caseCount, unassigned: caseCount, forwarded: caseCount },
  {
    $id: "CaseWorkload",
    description: "How many cases each list holds.",
    examples: [{ open: 1, finished: 4, unassigned: 0, forwarded: 0 }],
  },
);

const tourUserExample = { id: exampleIds.user, firstname: "Karl", lastname: "Fahrer", phone_number: "+4366412345678" };
export const TourUser = ClosedObject(
  { id: Uuid, firstname: Type.String(), lastname: Type.String(), phone_number: Nullable(PhoneNumber) },
  { $id: "TourUser", examples: [tourUserExample] },
);

const tourVehicleExample = {
  vehicle: {
    id: exampleIds.vehicle,
    natural_id: "V-2026-000007",
    license_plate: "G-104 LS",
    description: "Hearse, long",
    capacity: 2,
    vehicle_type: { id: exampleIds.type, name: "Hearse", short_key: "HEARSE" },
  },
  device: { id: exampleIds.device, natural_id: "D-2026-000003", name: null, phone_number: "+4366412345679" },
};
export const TourVehicle = ClosedObject(
  {
    vehicle: ClosedObject({
      id: Uuid,
      natural_id: Type.String(),
      license_plate: Type.String(),
      description: Type.String(),
      capacity: Type.Integer(),
      vehicle_type: Nullable(ClosedObject({ id: Uuid, name: Type.String(), short_key: Type.String() })),
    }),
    device: Nullable(
      ClosedObject({ id: Uuid, natural_id: Type.String(), name: Nullable(Type.String()), phone_number: Type.String() }),
    ),
  },
  {
    $id: "TourVehicle",
    description: "A vehicle of the tour and the device that works in it.",
    examples: [tourVehicleExample],
  },
);

export const TourConstraintViolation = ClosedObject(
  {
    constraint: Type.String({
      description:
        "VEHICLE_DOUBLE_BOOKED and USER_DOUBLE_BOOKED compare shifts; the others come from cases on the tour.",
    }),
    level: Enum(violationLevels),
    case_id: Nullable(Uuid),
    vehicle_id: Nullable(Uuid),
    user_id: Nullable(Uuid),
    tour_id: Nullable({ ...Uuid, description: "The other tour, if the caller may see it." }),
  },
  {
    $id: "TourConstraintViolation",
    examples: [
      {
        constraint: "VEHICLE_DOUBLE_BOOKED",
        level: "SEVERE",
        case_id: null,
        vehicle_id: exampleIds.vehicle,
        user_id: null,
        tour_id: exampleIds.tour,
      },
    ],
  },
);

const TourCases = Type.Array(TourCase);
export const Tour = ClosedObject(
  {
    ...versionedEntityFields,
    natural_id: Type.String(),
    name: Nullable(Type.String()),
    description: Nullable(Type.String()),
    branch: Nullable(
      ClosedObject({
        id: Uuid,
        name: Type.String(),
        phone_number: Nullable({
          ...PhoneNumber,
          description: "The number of the dispatchers of the branch, for crews on the road.",
        }),
      }),
    ),
    status: Enum(tourStatuses),
    started_sub_state: Nullable(StartedSubState),
    primary: Type.Boolean(),
    tour_lead_external_user_id: Nullable(Type.String()),
    scheduled_start_at: Nullable(DateTime),
    scheduled_end_at: Nullable(DateTime),
    started_at: Nullable(DateTime),
    ended_at: Nullable(DateTime),
    users: Type.Array(TourUser),
    vehicle_device_associations: Type.Array(TourVehicle),
    case_workload: CaseWorkload,
    open_cases: TourCases,
    finished_cases: Type.Optional(TourCases),
    unassigned_cases: Type.Optional(TourCases),
    forwarded_cases: Type.Optional(TourCases),
    constraint_violations: Type.Array(TourConstraintViolation),
  },
  {
    $id: "Tour",
    description: "Lists carry `open_cases` alone unless asked for all; a single tour carries all four lists.",
    examples: [
      {
        id: exampleIds.tour,
        created_at: "2026-03-01T15:00:00+00:00",
        updated_at: tourStartExample,
        lock_version: 3,
        natural_id: "T-2026-000042",
        name: "Early shift Graz",
        description: null,
        branch: { id: exampleIds.branch, name: "Graz", phone_number: "+43316123456" },
        status: "STARTED",
        started_sub_state: "ACTIVE",
        primary: false,
        tour_lead_external_user_id: null,
        scheduled_start_at: tourStartExample,
        scheduled_end_at: tourEndExample,
        started_at: tourStartExample,
        ended_at: null,
        users: [tourUserExample],
        vehicle_device_associations: [tourVehicleExample],
        case_workload: { open: 1, finished: 0, unassigned: 0, forwarded: 0 },
        open_cases: [tourCaseExample],
        finished_cases: [],
        unassigned_cases: [],
        forwarded_cases: [],
        constraint_violations: [],
      },
    ],
  },
);
export const TourPage = pageSchemaOf("tours", Tour, "TourPage");

export const CasesOfTour = ClosedObject(
  { tour_id: Uuid, cases: TourCases },
  { $id: "CasesOfTour", examples: [{ tour_id: exampleIds.tour, cases: [tourCaseExample] }] },
);
export const LocationMessageReceipt = ClosedObject(
  {
    vehicles: { ...caseCount, description: "Vehicles that were asked for." },
    sent: { ...caseCount, description: "Messages to their devices." },
    without_device: { ...caseCount, description: "Vehicles on the road without a device that works." },
    not_driving: { ...caseCount, description: "Vehicles on no started tour in reach, or off duty." },
  },
  { $id: "LocationMessageReceipt", examples: [{ vehicles: 3, sent: 2, without_device: 0, not_driving: 1 }] },
);
