import { type PositionFix, roundDegrees, roundToHundredths } from "./fix";

/** Source of positions: a device, a driver, or a vehicle that an integration names. */
export interface PositionSource {
  readonly tenant_id: string;
  readonly device_id: string | null;
  readonly user_id: string | null;
  readonly vehicle_id: string | null;
}

/**
 * Array literals of PostgreSQL, written by hand: many times cheaper than arrays of values, and safe because every value
 * in them is a number or has been checked to be a UUID.
 */
export class FixArrays {
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

  addSource({ tenant_id, device_id, user_id, vehicle_id }: PositionSource, fixes: readonly PositionFix[]) {
    const source = ++this.sources;
    this.tenants.push(tenant_id);
    this.devices.push(device_id ?? "NULL");
    this.users.push(user_id ?? "NULL");
    this.vehicles.push(vehicle_id ?? "NULL");
    for (const fix of fixes) this.addFix(source, fix);
  }

  private addFix(source: number, fix: PositionFix) {
    this.ofSource.push(source);
    this.times.push(Date.parse(fix.time));
    this.lats.push(roundDegrees(fix.lat));
    this.lons.push(roundDegrees(fix.lon));
    this.accuracies.push(measureOrNull(fix.accuracy_meters));
    this.speeds.push(measureOrNull(fix.speed_meters_per_second));
    this.headings.push(measureOrNull(fix.heading_degrees));
    this.batteries.push(measureOrNull(fix.battery_percent));
  }

  literals() {
    return {
      tenants: postgresArrayLiteral(this.tenants),
      devices: postgresArrayLiteral(this.devices),
      users: postgresArrayLiteral(this.users),
      vehicles: postgresArrayLiteral(this.vehicles),
      ofSource: postgresArrayLiteral(this.ofSource),
      times: postgresArrayLiteral(this.times),
      lats: postgresArrayLiteral(this.lats),
      lons: postgresArrayLiteral(this.lons),
      accuracies: postgresArrayLiteral(this.accuracies),
      speeds: postgresArrayLiteral(this.speeds),
      headings: postgresArrayLiteral(this.headings),
      batteries: postgresArrayLiteral(this.batteries),
    };
  }
}

const measureOrNull = (value: number | null | undefined) =>
  value === null || value === undefined ? "NULL" : roundToHundredths(value);

const postgresArrayLiteral = (values: readonly (string | number)[]) => `{${values.join(",")}}`;
