import { createResettableStore, createMemoryResetCheck, registerMemoryReset } from "./memory.ts";
import { unsealValue, type SealedData, sealValue } from "#vault/seal.ts";
import { api } from "./api.ts";
import { driverDb, requireDeviceKey } from "./phone.ts";

/** Template of the company's vehicle checks. */
export interface VehicleCheckTemplate {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
}

export const NO_VEHICLE_CHECK_TEMPLATES: readonly VehicleCheckTemplate[] = [];
/** Templates; undefined until they have been read, which differs from having none. */
export const vehicleCheckTemplates = createResettableStore<readonly VehicleCheckTemplate[] | undefined>(undefined);
const TEMPLATES_ROW = "vehicle templates";

/**
 * Templates of this phone; waits for the server only where they were never fetched, and gives none where it cannot be
 * reached either.
 */
export async function findVehicleCheckTemplates(): Promise<readonly VehicleCheckTemplate[]> {
  await readStoredTemplates();
  if (vehicleCheckTemplates.get() === undefined) await refreshVehicleCheckTemplates();
  return vehicleCheckTemplates.get() ?? NO_VEHICLE_CHECK_TEMPLATES;
}

let currentReading: Promise<void> | undefined;
registerMemoryReset(() => (currentReading = undefined));

/** Reads the stored templates, so that a check needs no network; and fetches the present ones, where there is one. */
export function refreshVehicleCheckTemplates(): Promise<void> {
  if (currentReading !== undefined) return currentReading;
  const current = refetchTemplates().finally(() => {
    if (currentReading === current) currentReading = undefined;
  });
  currentReading = current;
  return current;
}

async function readStoredTemplates() {
  if (vehicleCheckTemplates.get() !== undefined) return;
  const [key, kept] = [await requireDeviceKey(), await driverDb.meta.get(TEMPLATES_ROW)];
  if (kept) vehicleCheckTemplates.set(await unsealValue<VehicleCheckTemplate[]>(key, kept.value as SealedData));
}

async function refetchTemplates() {
  const isStillWanted = createMemoryResetCheck();
  await readStoredTemplates();
  const found = await api.getTodoTemplates({ type: "VEHICLE_TEMPLATE" }).catch(() => undefined);
  if (found === undefined || !isStillWanted()) return;
  const templates = found
    .filter(({ active }) => active)
    .map(({ id, title, description }) => ({ id, title, description }));
  await driverDb.meta.put({ name: TEMPLATES_ROW, value: await sealValue(await requireDeviceKey(), templates) });
  vehicleCheckTemplates.set(templates);
}
