import type { SeededChance } from "./chance";
import { type ScenarioCompany, DRIVERS_PER_COMPANY } from "./companies";
import type { ScenarioRegion } from "./places";

export interface PlannedVehicle {
  readonly license_plate: string;
  readonly description: string;
  readonly capacity: number;
  readonly seats_total: number;
  readonly fuel: string;
  /** Short key of the vehicle's type. */
  readonly type: string;
  readonly can_tow: boolean;
  /** Number of the company's branch that it belongs to. */
  readonly branch: number;
}

const PLATE_PREFIXES: Readonly<Record<ScenarioRegion, string>> = { graz: "G", leoben: "LN", linz: "L", wien: "W" };

/**
 * Makes a vehicle for each driver, in the order of the drivers: the branches take turns, types come by their shares.
 */
export function planFleet(
  { type, branches, vehicle_types }: ScenarioCompany,
  chance: SeededChance,
): readonly PlannedVehicle[] {
  const shares = vehicle_types.flatMap((vehicleType) => Array<typeof vehicleType>(vehicleType.share).fill(vehicleType));
  return Array.from({ length: DRIVERS_PER_COMPANY }, (_, index) => {
    const vehicleType = shares[Math.floor(index / branches.length) % shares.length] as (typeof shares)[number];
    const branch = index % branches.length;
    const { region } = branches[branch] as (typeof branches)[number];
    return {
      license_plate: `${PLATE_PREFIXES[region]} ${101 + index * 7} ${type === "FUNERAL" ? "BE" : "PA"}`,
      description: `${vehicleType.name} ${index + 1}`,
      capacity: vehicleType.capacity,
      seats_total: vehicleType.capacity === 0 ? 1 : chance.pick([2, 3, 5]),
      fuel: chance.pick(["DIESEL", "DIESEL", "DIESEL", "ELEKTRO", "BENZIN"]),
      type: vehicleType.short_key,
      can_tow: vehicleType.short_key === "AB",
      branch,
    };
  });
}
