import { createMemory, untilForgotten, whenForgotten } from "./memory.ts";
import { openValue, type Sealed, sealValue } from "#vault/seal.ts";
import { api } from "./api.ts";
import { db, deviceKey } from "./phone.ts";

/** What the company has its vehicles checked by. */
export interface VehicleTemplate {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
}

export const NO_TEMPLATES: readonly VehicleTemplate[] = [];
/** Undefined until they have been read: that is not the same as having none. */
export const vehicleTemplates = createMemory<readonly VehicleTemplate[] | undefined>(undefined);
const NAME = "vehicle templates";

/** Waits for the server only where this phone has never fetched them; none where it cannot be reached either. */
export async function knownTemplates(): Promise<readonly VehicleTemplate[]> {
  await readKept();
  if (vehicleTemplates.get() === undefined) await readTemplates();
  return vehicleTemplates.get() ?? NO_TEMPLATES;
}

let reading: Promise<void> | undefined;
whenForgotten(() => (reading = undefined));

/** As they were fetched last, so that a check needs no network; and as they are now, where there is one. */
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
