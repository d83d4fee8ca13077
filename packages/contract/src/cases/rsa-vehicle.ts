/** The vehicle that broke down: how to recognise it, what a crew must know to move it, and what was done to it. */
import { Type } from "typebox";
import { OptionalNullable } from "../company/address";
import { Country } from "../core/country";
import { CalendarDay, Enum, SingleLineText, ClosedObject, FreeText } from "../core/schema";

export const RsaVehicle = ClosedObject(
  {
    license_plate: OptionalNullable(FreeText(32)),
    country: OptionalNullable(Country),
    vin: OptionalNullable(FreeText(32, { description: "Vehicle identification number." })),
    brand: OptionalNullable(FreeText(100)),
    model: OptionalNullable(FreeText(100)),
    color: OptionalNullable(FreeText(64)),
    category: OptionalNullable(Enum(["CAR", "MOTORCYCLE", "VAN", "CAMPER", "TRUCK", "BUS", "BICYCLE", "OTHER"])),
    fuel: OptionalNullable(Enum(["GAS", "DIESEL", "BENZIN", "ELEKTRO"])),
    first_registration: OptionalNullable(CalendarDay),
  },
  {
    $id: "RsaVehicle",
    examples: [
      { license_plate: "G 123 AB", country: "AT", brand: "Skoda", model: "Octavia", color: "blau", fuel: "DIESEL" },
    ],
  },
);

const centimetersField = OptionalNullable(Type.Integer({ minimum: 0, maximum: 3000 }));
export const RsaVehicleData = ClosedObject(
  {
    mileage_km: OptionalNullable(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
    weight_kg: OptionalNullable(Type.Integer({ minimum: 0, maximum: 100_000 })),
    length_cm: centimetersField,
    width_cm: centimetersField,
    height_cm: centimetersField,
    gearbox: OptionalNullable(Enum(["MANUAL", "AUTOMATIC"])),
    drive: OptionalNullable(Enum(["FRONT", "REAR", "ALL"])),
    seats: OptionalNullable(Type.Integer({ minimum: 0, maximum: 100 })),
  },
  { $id: "RsaVehicleData", examples: [{ mileage_km: 142_300, weight_kg: 1450, gearbox: "MANUAL" }] },
);

const optionalFlag = (description: string) => OptionalNullable(Type.Boolean({ description }));
export const RsaVehicleDetail = ClosedObject(
  {
    key_available: optionalFlag("A person at the vehicle has its key."),
    wheels_blocked: optionalFlag("It cannot roll."),
    steering_blocked: optionalFlag("It cannot be steered."),
    in_garage: optionalFlag("It stands in a garage; `clearance_cm` says how high."),
    clearance_cm: centimetersField,
    dangerous_goods: optionalFlag("It carries dangerous goods."),
    loaded: optionalFlag("It carries goods."),
    notes: OptionalNullable(FreeText(2000)),
  },
  { $id: "RsaVehicleDetail", examples: [{ key_available: true, in_garage: true, clearance_cm: 190 }] },
);

const RepairPart = ClosedObject(
  {
    number: OptionalNullable(FreeText(64)),
    description: SingleLineText(255),
    quantity: OptionalNullable(Type.Number({ minimum: 0, maximum: 10_000 })),
  },
  { $id: "RsaRepairPart", examples: [{ description: "Batterie 70 Ah", quantity: 1 }] },
);
export const RsaVehicleRepair = ClosedObject(
  {
    repaired: optionalFlag("The vehicle could drive on."),
    code: OptionalNullable(FreeText(64)),
    description: OptionalNullable(FreeText(2000)),
    duration_minutes: OptionalNullable(Type.Integer({ minimum: 0, maximum: 1440 })),
    parts: OptionalNullable(Type.Array(RepairPart, { maxItems: 100 })),
  },
  { $id: "RsaVehicleRepair", examples: [{ repaired: true, description: "Starthilfe", duration_minutes: 20 }] },
);

export const RsaTrailer = ClosedObject(
  {
    license_plate: OptionalNullable(FreeText(32)),
    type: OptionalNullable(FreeText(100)),
    weight_kg: OptionalNullable(Type.Integer({ minimum: 0, maximum: 100_000 })),
    length_cm: centimetersField,
    loaded: optionalFlag("It carries goods or animals."),
    notes: OptionalNullable(FreeText(2000)),
  },
  { $id: "RsaTrailer", examples: [{ type: "Wohnwagen", weight_kg: 1300, length_cm: 620 }] },
);
