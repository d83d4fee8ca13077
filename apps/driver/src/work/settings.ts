import { ApiProblem } from "@leitstand/client/problem";
import { api } from "./api.ts";
import { db } from "./phone.ts";

/** What the company has set for its drivers, as far as the app follows it. */
interface DriverSettings {
  readonly driver_undo_seconds: number;
  /** Whoever arrives further away than this is asked whether it is the right place. */
  readonly arrive_warning_meters: number;
}

/** What holds where a company sets nothing, and where its drivers may not read what it has set. */
const usual: DriverSettings = { driver_undo_seconds: 600, arrive_warning_meters: 500 };
const NAME = "settings";

/** As fetched last: a phone without network goes by what it knows. */
export async function driverSettings(): Promise<DriverSettings> {
  const row = await db.meta.get(NAME);
  return { ...usual, ...(row?.value as Partial<DriverSettings> | undefined) };
}

export async function refreshSettings() {
  try {
    const [tenant] = await api.getTenants();
    if (tenant === undefined) return;
    const { driver_undo_seconds, arrive_warning_meters } = tenant.settings;
    await db.meta.put({ name: NAME, value: { driver_undo_seconds, arrive_warning_meters } });
  } catch (error) {
    // Not every company lets its drivers read them; without network they are asked for again with the next shift.
    if (!(error instanceof ApiProblem)) throw error;
  }
}
