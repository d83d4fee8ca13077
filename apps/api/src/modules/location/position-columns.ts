import { type Fix, roundDegrees, roundMeasure } from "./fix";

/** Source of positions: a device, a driver, or a vehicle that an integration names. */
export interface Source {
  readonly tenant_id: string;
  readonly device_id: string | null;
  readonly user_id: string | null;
  readonly vehicle_id: string | null;
}

/**
 * Array literals of PostgreSQL, written by hand: many times cheaper than arrays of values, and safe because every value
 * in them is a number or has been checked to be a UUID.
 */
export class PositionColumns {
  private sources = 0;
  private readonly tenants: string[] = [];
  private readonly devices: string[] = [];
  private readonly users: string[] = [];
  private readonly vehicles: string[] = [];
  private readonly ofSource: number[] = [];
  private readonly times: number[] = [];
  private readonly lats: number[] = [];
  private readonly lons: number[] = [];
  private readonly accuracies: (number | "NULL")[] = [];
  private readonly speeds: (number | "NULL")[] = [];
  private readonly headings: (number | "NULL")[] = [];
  private readonly batteries: (number | "NULL")[] = [];

  addSource({ tenant_id, device_id, user_id, vehicle_id }: Source, fixes: readonly Fix[]) {
    const source = ++this.sources;
    this.tenants.push(tenant_id);
    this.devices.push(device_id ?? "NULL");
    this.users.push(user_id ?? "NULL");
    this.vehicles.push(vehicle_id ?? "NULL");
    for (const fix of fixes) this.addFix(source, fix);
  }

  private addFix(source: number, fix: Fix) {
    this.ofSource.push(source);
    this.times.push(Date.parse(fix.time));
    this.lats.push(roundDegrees(fix.lat));
    this.lons.push(roundDegrees(fix.lon));
    this.accuracies.push(measure(fix.accuracy_meters));
    this.speeds.push(measure(fix.speed_meters_per_second));
    this.headings.push(measure(fix.heading_degrees));
    this.batteries.push(measure(fix.battery_percent));
  }

  literals() {
    return {
      tenants: literal(this.tenants),
      devices: literal(this.devices),
      users: literal(this.users),
      vehicles: literal(this.vehicles),
      ofSource: literal(this.ofSource),
      times: literal(this.times),
      lats: literal(this.lats),
      lons: literal(this.lons),
      accuracies: literal(this.accuracies),
      speeds: literal(this.speeds),
      headings: literal(this.headings),
      batteries: literal(this.batteries),
    };
  }
}

const measure = (value: number | null | undefined) =>
  value === null || value === undefined ? "NULL" : roundMeasure(value);

const literal = (values: readonly (string | number)[]) => `{${values.join(",")}}`;
