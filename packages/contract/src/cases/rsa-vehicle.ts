import { Type } from "typebox";
import { Maybe } from "../company/address";
import { Country } from "../core/country";
import { Day, Enum, Line, Shape, Text } from "../core/schema";

/** The vehicle that broke down: how to recognise it, what a crew must know to move it, and what was done to it. */

export const RsaVehicle = Shape(
  {
    license_plate: Maybe(Text(32)),
    country: Maybe(Country),
    vin: Maybe(Text(32, { description: "Vehicle identification number." })),
    brand: Maybe(Text(100)),
    model: Maybe(Text(100)),
    color: Maybe(Text(64)),
    category: Maybe(Enum(["CAR", "MOTORCYCLE", "VAN", "CAMPER", "TRUCK", "BUS", "BICYCLE", "OTHER"])),
    fuel: Maybe(Enum(["GAS", "DIESEL", "BENZIN", "ELEKTRO"])),
    first_registration: Maybe(Day),
  },
  {
    $id: "RsaVehicle",
    examples: [
      { license_plate: "G 123 AB", country: "AT", brand: "Skoda", model: "Octavia", color: "blau", fuel: "DIESEL" },
    ],
  },
);

const centimeters = Maybe(Type.Integer({ minimum: 0, maximum: 3000 }));
export const RsaVehicleData = Shape(
  {
    mileage_km: Maybe(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
    weight_kg: Maybe(Type.Integer({ minimum: 0, maximum: 100_000 })),
    length_cm: centimeters,
    width_cm: centimeters,
    height_cm: centimeters,
    gearbox: Maybe(Enum(["MANUAL", "AUTOMATIC"])),
    drive: Maybe(Enum(["FRONT", "REAR", "ALL"])),
    seats: Maybe(Type.Integer({ minimum: 0, maximum: 100 })),
  },
  { $id: "RsaVehicleData", examples: [{ mileage_km: 142_300, weight_kg: 1450, gearbox: "MANUAL" }] },
);

const flag = (description: string) => Maybe(Type.Boolean({ description }));
export const RsaVehicleDetail = Shape(
  {
    key_available: flag("A person at the vehicle has its key."),
    wheels_blocked: flag("It cannot roll."),
    steering_blocked: flag("It cannot be steered."),
    in_garage: flag("It stands in a garage; `clearance_cm` says how high."),
    clearance_cm: centimeters,
    dangerous_goods: flag("It carries dangerous goods."),
    loaded: flag("It carries goods."),
    notes: Maybe(Text(2000)),
  },
  { $id: "RsaVehicleDetail", examples: [{ key_available: true, in_garage: true, clearance_cm: 190 }] },
);

const RepairPart = Shape(
  {
    number: Maybe(Text(64)),
    description: Line(255),
    quantity: Maybe(Type.Number({ minimum: 0, maximum: 10_000 })),
  },
  { $id: "RsaRepairPart", examples: [{ description: "Batterie 70 Ah", quantity: 1 }] },
);
export const RsaVehicleRepair = Shape(
  {
    repaired: flag("The vehicle could drive on."),
    code: Maybe(Text(64)),
    description: Maybe(Text(2000)),
    duration_minutes: Maybe(Type.Integer({ minimum: 0, maximum: 1440 })),
    parts: Maybe(Type.Array(RepairPart, { maxItems: 100 })),
  },
  { $id: "RsaVehicleRepair", examples: [{ repaired: true, description: "Starthilfe", duration_minutes: 20 }] },
);

export const RsaTrailer = Shape(
  {
    license_plate: Maybe(Text(32)),
    type: Maybe(Text(100)),
    weight_kg: Maybe(Type.Integer({ minimum: 0, maximum: 100_000 })),
    length_cm: centimeters,
    loaded: flag("It carries goods or animals."),
    notes: Maybe(Text(2000)),
  },
  { $id: "RsaTrailer", examples: [{ type: "Wohnwagen", weight_kg: 1300, length_cm: 620 }] },
);
