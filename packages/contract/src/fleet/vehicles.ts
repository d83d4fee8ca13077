/** A vehicle carries cases on tours; the device that lies in it reports where it is. */
import { Type } from "typebox";
import { defineOperations } from "../operation/operation";
import {
  DateTime,
  Enum,
  IdParams,
  Latitude,
  SingleLineText,
  versionedEntityFields,
  LockVersion,
  Longitude,
  Nullable,
  pageSchemaOf,
  paginationQueryFields,
  ClosedObject,
  sortQueryFields,
  FreeText,
  exactTotalQueryFields,
  Uuid,
} from "../core/schema";
import { Skill } from "../people/skills";
import { VehicleType } from "./vehicle-types";

const FuelType = Enum(["GAS", "DIESEL", "BENZIN", "ELEKTRO"]);
const SkillAssociationType = Enum(["OFFERING", "REQUIRING"], {
  description: "OFFERING: the vehicle can do it. REQUIRING: its driver must be able to.",
});

const vehicleFields = {
  license_plate: SingleLineText(32, {
    description: "Unique among the tenant's active vehicles, whatever its letter case.",
  }),
  description: FreeText(500),
  active: Type.Boolean(),
  capacity: Type.Integer({ minimum: 0, maximum: 100, description: "How many persons or items it carries at once." }),
  seats_total: Nullable(Type.Integer({ minimum: 1, maximum: 100 })),
  external_id: Nullable(SingleLineText(100, { description: "The vehicle's id in the tenant's own systems; unique." })),
  fuel: Nullable(FuelType),
  branch_id: Nullable(Uuid),
} as const;
const vehicleExample = {
  license_plate: "G-104 LS",
  description: "Hearse, long",
  active: true,
  capacity: 2,
  seats_total: 2,
  external_id: "FZ-104",
  fuel: "DIESEL",
  branch_id: null,
} as const;
const skillExampleId = "8d6f6d6c-0a2e-4f0b-8c8e-2b1d5a4c3e01";
const vehicleRequestExample = {
  ...vehicleExample,
  vehicle_type_id: "5f0c1f66-7d0c-4b1e-9a3a-0d6f0f6f1c01",
  skill_associations: [{ skill_id: skillExampleId, association_type: "OFFERING" as const }],
};

export const VehicleSkillAssociation = ClosedObject(
  { skill_id: Uuid, association_type: SkillAssociationType },
  { $id: "VehicleSkillAssociation", examples: [{ skill_id: skillExampleId, association_type: "OFFERING" }] },
);
export const VehicleCreateRequest = ClosedObject(
  {
    license_plate: vehicleFields.license_plate,
    description: vehicleFields.description,
    active: vehicleFields.active,
    capacity: vehicleFields.capacity,
    seats_total: Type.Optional(vehicleFields.seats_total),
    external_id: Type.Optional(vehicleFields.external_id),
    fuel: Type.Optional(vehicleFields.fuel),
    branch_id: Type.Optional(vehicleFields.branch_id),
    vehicle_type_id: Type.Optional(Nullable(Uuid)),
    skill_associations: Type.Optional(Type.Array(VehicleSkillAssociation, { maxItems: 50, uniqueItems: true })),
  },
  { $id: "VehicleCreateRequest", examples: [vehicleRequestExample] },
);
export const VehicleUpdateRequest = ClosedObject(
  { ...VehicleCreateRequest.properties, lock_version: LockVersion },
  { $id: "VehicleUpdateRequest", examples: [{ ...vehicleRequestExample, lock_version: 4 }] },
);

export const VehicleSkill = ClosedObject(
  {
    id: Uuid,
    name: Type.String(),
    short_key: Nullable(Type.String()),
    skill_type: Skill.properties.skill_type,
    association_type: SkillAssociationType,
  },
  {
    $id: "VehicleSkill",
    examples: [
      {
        id: skillExampleId,
        name: "Heavy lifting",
        short_key: "LIFT",
        skill_type: "VEHICLE",
        association_type: "OFFERING",
      },
    ],
  },
);
const DeviceAssociation = ClosedObject(
  {
    id: Uuid,
    device_id: Uuid,
    device_natural_id: Type.String(),
    device_phone_number: Type.String(),
    started_at: DateTime,
  },
  {
    $id: "VehicleDeviceAssociation",
    description: "The device that lies in the vehicle now.",
    examples: [
      {
        id: "b7d1f0a2-3c4d-4e5f-9607-18293a4b5c01",
        device_id: "a1b2c3d4-e5f6-4708-8192-a3b4c5d6e701",
        device_natural_id: "D-2026-000017",
        device_phone_number: "+4366412345678",
        started_at: "2026-03-02T06:00:00+00:00",
      },
    ],
  },
);
const VehiclePosition = ClosedObject(
  {
    lat: Latitude,
    lon: Longitude,
    accuracy_meters: Nullable(Type.Number()),
    speed_meters_per_second: Nullable(Type.Number()),
    heading_degrees: Nullable(Type.Number()),
    fixed_at: DateTime,
  },
  {
    $id: "VehiclePosition",
    description: "The last known position, in WGS 84.",
    examples: [
      {
        lat: 47.0707,
        lon: 15.4395,
        accuracy_meters: 8,
        speed_meters_per_second: 12.5,
        heading_degrees: 270,
        fixed_at: "2026-03-02T08:14:30+00:00",
      },
    ],
  },
);

export const Vehicle = ClosedObject(
  {
    ...versionedEntityFields,
    tenant_id: Uuid,
    natural_id: Type.String(),
    ...vehicleFields,
    vehicle_type: Nullable(VehicleType),
    skills: Type.Array(VehicleSkill),
    current_tour_id: Nullable(Uuid),
    current_tour_natural_id: Nullable(Type.String()),
    current_tour_status: Nullable(Enum(["SCHEDULED", "STARTED", "FINISHED"])),
    device_phone_number: Nullable(Type.String()),
    active_device_association: Nullable(DeviceAssociation),
    location: {
      ...Nullable(VehiclePosition),
      description:
        "The last known position; null without one, and where the caller may not see it: only those whom `getLocations` " +
        "shows it see it here. `getNearestActiveVehicles` answers it of all vehicles that it finds.",
    },
    distance_to_target_location: Nullable(Type.Number({ minimum: 0, description: "Metres; by routing only." })),
    duration_to_target_location: Nullable(Type.Number({ minimum: 0, description: "Seconds; by routing only." })),
  },
  {
    $id: "Vehicle",
    examples: [
      {
        id: "3e2d1c0b-a998-4877-b655-44332211ff01",
        created_at: "2026-03-02T08:15:00+00:00",
        updated_at: "2026-03-02T08:15:00+00:00",
        lock_version: 4,
        tenant_id: "9c8b7a69-5847-4635-a241-302f1e0d0c01",
        natural_id: "V-2026-000104",
        ...vehicleExample,
        vehicle_type: null,
        skills: [
          {
            id: skillExampleId,
            name: "Heavy lifting",
            short_key: "LIFT",
            skill_type: "VEHICLE",
            association_type: "OFFERING",
          },
        ],
        current_tour_id: null,
        current_tour_natural_id: null,
        current_tour_status: null,
        device_phone_number: null,
        active_device_association: null,
        location: null,
        distance_to_target_location: null,
        duration_to_target_location: null,
      },
    ],
  },
);
export const VehiclePage = pageSchemaOf("vehicles", Vehicle, "VehiclePage");
export const AssociateDeviceRequest = ClosedObject(
  { device_id: Uuid },
  { $id: "AssociateDeviceRequest", examples: [{ device_id: "a1b2c3d4-e5f6-4708-8192-a3b4c5d6e701" }] },
);

/** Fields by which the list of vehicles can be sorted. */
export const vehicleSortFields = [
  "license_plate",
  "natural_id",
  "description",
  "capacity",
  "created_at",
  "updated_at",
] as const;

const idListFilter = (description: string) => Type.Optional(Type.Array(Uuid, { maxItems: 100, description }));

export const vehicleOperations = defineOperations("vehicles", {
  getVehicles: {
    on: "GET /vehicles",
    summary: "List vehicles",
    description:
      "Active vehicles by license plate. `active` asks for active or inactive ones, `include_disabled` for both; " +
      `\`active\` decides when both are given. Filters narrow each other. Sorts by ${vehicleSortFields.join(", ")}.`,
    query: ClosedObject({
      ...paginationQueryFields,
      ...sortQueryFields,
      ...exactTotalQueryFields,
      text: Type.Optional(
        SingleLineText(100, {
          description: "Part of license plate, number, description or `external_id`, whatever its letter case.",
        }),
      ),
      branch_ids: idListFilter("Of one of these branches."),
      vehicle_type_ids: idListFilter("Of one of these types."),
      skill_ids: idListFilter("With all of these skills, offered or required."),
      include_last_location: Type.Optional(
        Type.Boolean({ description: "Fills `location` where the caller may see it; it is null otherwise." }),
      ),
      active: Type.Optional(Type.Boolean()),
      unassociated_only: Type.Optional(Type.Boolean({ description: "Only vehicles without a device." })),
      currently_on_tour: Type.Optional(
        Type.Boolean({ description: "Only vehicles on a started tour, or only those on none." }),
      ),
      include_disabled: Type.Optional(Type.Boolean({ description: "Inactive vehicles too." })),
    }),
    heavyWith: "total",
    answer: VehiclePage,
  },
  createVehicle: {
    on: "POST /vehicles",
    changes: "BRANCH",
    summary: "Create a vehicle",
    description:
      "It gets a number of its own (`natural_id`). Its branch has to be one that the caller reaches, else " +
      "`BRANCH_ACCESS_DENIED`; without a branch it belongs to the whole tenant, and takes a caller who reaches that. Refused with `RESOURCE_ALREADY_EXISTS` when another active vehicle has the license " +
      "plate, whatever its letter case, or any other has the `external_id`. It carries no device yet.",
    body: VehicleCreateRequest,
    success: 201,
    answer: Vehicle,
    errors: ["RESOURCE_ALREADY_EXISTS", "REFERENCE_NOT_FOUND", "BRANCH_ACCESS_DENIED"],
  },
  getVehicle: {
    on: "GET /vehicles/{id}",
    summary: "Get a vehicle",
    description: "With its last known position, where the caller may see it.",
    grant: "getVehicles",
    params: IdParams,
    answer: Vehicle,
  },
  updateVehicle: {
    on: "PUT /vehicles/{id}",
    changes: "BRANCH",
    summary: "Replace a vehicle",
    description: "A vehicle on a started tour stays active: `RESOURCE_IN_USE` otherwise.",
    params: IdParams,
    leftOut: { others: "emptied", kept: ["vehicle_type_id", "skill_associations"] },
    body: VehicleUpdateRequest,
    answer: Vehicle,
    errors: ["RESOURCE_ALREADY_EXISTS", "RESOURCE_IN_USE", "REFERENCE_NOT_FOUND", "BRANCH_ACCESS_DENIED"],
  },
  associateDevice: {
    on: "POST /vehicles/{id}/associate/device",
    changes: "BRANCH",
    summary: "Put a device into a vehicle",
    description: "The device that lay in the vehicle before leaves it. A device in another vehicle is not taken away.",
    params: IdParams,
    body: AssociateDeviceRequest,
    success: 201,
    answer: Vehicle,
    errors: ["DEVICE_ALREADY_ASSOCIATED", "REFERENCE_NOT_FOUND"],
  },
});
