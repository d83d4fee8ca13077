import { type VehicleToCheck, goTo, goHome, type ShiftStart } from "#shared/route.ts";
import { beginShift } from "#work/begin-shift.ts";
import { findVehicleCheckTemplates } from "#work/vehicle-templates.ts";

/** Begins a shift. Where the company has its vehicles checked, the check comes first, and the shift begins with it. */
export async function beginShiftOrCheck(start: ShiftStart, vehicle?: VehicleToCheck) {
  if (vehicle === undefined || (await findVehicleCheckTemplates()).length === 0) {
    await beginShift(start);
    return goHome();
  }
  const { id, license_plate, description } = vehicle;
  // A tour gets another vehicle than planned only when it begins.
  const tour_id = start.by === "tour" && start.vehicle_id === undefined ? start.id : null;
  return goTo({ is: "check", check: { phase: "START", vehicle: { id, license_plate, description }, tour_id, start } });
}
