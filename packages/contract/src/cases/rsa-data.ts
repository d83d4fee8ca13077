/** Data of a roadside case: which service, which vehicle, its owner, the place, and the result. */
import { type Static, Type } from "typebox";
import { CaseAddress, Handover, OptionalNullable } from "../company/address";
import { RsaArc, RsaCustomer, RsaDamage, RsaInsurance, RsaMember, RsaPerson } from "./rsa-parties";
import { RsaTrailer, RsaVehicle, RsaVehicleData, RsaVehicleDetail, RsaVehicleRepair } from "./rsa-vehicle";
import { Enum, SingleLineText, ClosedObject, FreeText } from "../core/schema";

export const RsaService = ClosedObject(
  {
    key: SingleLineText(64, { description: "The service asked for, in the club's own keys." }),
    name: OptionalNullable(FreeText(255)),
    priority: OptionalNullable(Type.Integer({ minimum: 0, maximum: 9, description: "0 is the most urgent." })),
    notes: OptionalNullable(FreeText(2000)),
  },
  { $id: "RsaService", examples: [{ key: "PH_Standard", name: "Pannenhilfe", priority: 3 }] },
);

export const RsaData = ClosedObject(
  {
    service: OptionalNullable(RsaService),
    vehicle: OptionalNullable(RsaVehicle),
    vehicle_data: OptionalNullable(RsaVehicleData),
    vehicle_detail: OptionalNullable(RsaVehicleDetail),
    vehicle_repair: OptionalNullable(RsaVehicleRepair),
    arc: OptionalNullable(RsaArc),
    customer: OptionalNullable(RsaCustomer),
    member: OptionalNullable(RsaMember),
    additional_persons: OptionalNullable(Type.Array(RsaPerson, { maxItems: 20 })),
    seats_required: OptionalNullable(
      Type.Integer({ minimum: 0, maximum: 20, description: "People who have to be taken along." }),
    ),
    damage: OptionalNullable(RsaDamage),
    insurance: OptionalNullable(RsaInsurance),
    trailer: OptionalNullable(RsaTrailer),
    source_address: OptionalNullable(CaseAddress),
    target_address: OptionalNullable(CaseAddress),
    status: OptionalNullable(
      Enum(["open", "finished"], {
        description: "Follows the state of the case; what a request says is not looked at.",
      }),
    ),
    needs_backoffice: OptionalNullable(
      Type.Boolean({ description: "A dispatcher has to check the papers before the case is closed." }),
    ),
    outcome: OptionalNullable(Enum(["SUCCESS", "GOA", "UNSUCCESSFUL"], { description: "GOA: gone on arrival." })),
    handover: OptionalNullable(Handover),
  },
  {
    $id: "RsaData",
    description:
      "`source_address` is where the vehicle stands, `target_address` where it is towed to. A case is complete with a " +
      "service, a vehicle, a contact and a place; until then it stays in `create`.",
    examples: [
      {
        service: { key: "PH_Standard", name: "Pannenhilfe", priority: 3 },
        vehicle: { license_plate: "G 123 AB", country: "AT", brand: "Skoda", model: "Octavia" },
        customer: { first_name: "Max", last_name: "Muster", phone_number: "+43664000000" },
        source_address: {
          street: "Triester Straße",
          house_number: "12",
          zip_code: "8020",
          city: "Graz",
          country: "AT",
        },
        damage: { description: "Springt nicht an", driveable: false },
        status: "open",
      },
    ],
  },
);
export type RsaData = Static<typeof RsaData>;
