import { createMemory, untilForgotten, whenForgotten } from "./memory.ts";
import { openValue, type Sealed, sealValue } from "#vault/seal.ts";
import { api } from "./api.ts";
import { db, deviceKey } from "./phone.ts";

/** Template of the company's vehicle checks. */
export interface VehicleTemplate {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
}

export const NO_TEMPLATES: readonly VehicleTemplate[] = [];
/** Templates; undefined until they have been read, which differs from having none. */
export const vehicleTemplates = createMemory<readonly VehicleTemplate[] | undefined>(undefined);
const NAME = "vehicle templates";

/**
 * Templates of this phone; waits for the server only where they were never fetched, and gives none where it cannot be
 * reached either.
 */
export async function knownTemplates(): Promise<readonly VehicleTemplate[]> {
  await readKept();
  if (vehicleTemplates.get() === undefined) await readTemplates();
  return vehicleTemplates.get() ?? NO_TEMPLATES;
}

let reading: Promise<void> | undefined;
whenForgotten(() => (reading = undefined));

/** Reads the stored templates, so that a check needs no network; and fetches the present ones, where there is one. */
export function readTemplates(): Promise<void> {
  if (reading !== undefined) return reading;
  const current = readOnce().finally(() => {
    if (reading === current) reading = undefined;
  });
  reading = current;
  return current;
}

async function readKept() {
  if (vehicleTemplates.get() !== undefined) return;
  const [key, kept] = [await deviceKey(), await db.meta.get(NAME)];
  if (kept) vehicleTemplates.set(await openValue<VehicleTemplate[]>(key, kept.value as Sealed));
}

async function readOnce() {
  const isStillWanted = untilForgotten();
  await readKept();
  const found = await api.getTodoTemplates({ type: "VEHICLE_TEMPLATE" }).catch(() => undefined);
  if (found === undefined || !isStillWanted()) return;
  const templates = found
    .filter(({ active }) => active)
    .map(({ id, title, description }) => ({ id, title, description }));
  await db.meta.put({ name: NAME, value: await sealValue(await deviceKey(), templates) });
  vehicleTemplates.set(templates);
}
