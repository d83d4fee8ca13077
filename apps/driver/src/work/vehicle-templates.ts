import { createStore } from "@leitstand/app/store";
import { openValue, type Sealed, sealValue } from "#vault/seal.ts";
import { api } from "./api.ts";
import { db, deviceKey } from "./phone.ts";

/** What the company has its vehicles checked by. */
export interface VehicleTemplate {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
}

export const vehicleTemplates = createStore<readonly VehicleTemplate[]>([]);
const NAME = "vehicle templates";

/** As they were fetched last, so that a check needs no network; and as they are now, where there is one. */
export async function readTemplates() {
  const key = await deviceKey();
  const kept = await db.meta.get(NAME);
  if (kept) vehicleTemplates.set(await openValue<VehicleTemplate[]>(key, kept.value as Sealed));
  const found = await api.getTodoTemplates({ type: "VEHICLE_TEMPLATE" }).catch(() => undefined);
  if (found === undefined) return;
  const templates = found
    .filter(({ active }) => active)
    .map(({ id, title, description }) => ({ id, title, description }));
  await db.meta.put({ name: NAME, value: await sealValue(key, templates) });
  vehicleTemplates.set(templates);
}
