import { ApiProblem } from "@leitstand/client/problem";
import { api } from "./api.ts";
import { driverDb } from "./phone.ts";

/** Settings of the company for its drivers, as far as the app uses them. */
interface DriverSettings {
  readonly driver_undo_seconds: number;
  /** Distance in metres from which an arrival asks whether it is the right place. */
  readonly arrive_warning_meters: number;
}

/** Defaults, also for companies whose drivers may not read the settings. */
const defaultSettings: DriverSettings = { driver_undo_seconds: 600, arrive_warning_meters: 500 };
const SETTINGS_ROW = "settings";

/** Settings as fetched last, so that they apply without network. */
export async function readDriverSettings(): Promise<DriverSettings> {
  const row = await driverDb.meta.get(SETTINGS_ROW);
  return { ...defaultSettings, ...(row?.value as Partial<DriverSettings> | undefined) };
}

export async function refreshDriverSettings() {
  try {
    const [tenant] = await api.getTenants();
    if (tenant === undefined) return;
    const { driver_undo_seconds, arrive_warning_meters } = tenant.settings;
    await driverDb.meta.put({ name: SETTINGS_ROW, value: { driver_undo_seconds, arrive_warning_meters } });
  } catch (error) {
    // Not every company lets its drivers read the settings; without network they are fetched with the next shift.
    if (!(error instanceof ApiProblem)) throw error;
  }
}
