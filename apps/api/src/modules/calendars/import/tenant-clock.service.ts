import { problem } from "#platform/problem";
import { localTimeAt } from "../recurrence/local-time";
import type { IcsComponent } from "./ics-parts";
import type { IcsTime } from "./ics-property.service";
import { type IcsTimeZone, IcsTimeZoneResolver } from "./ics-zones.service";

/** Converts times of a file to the tenant's clock. */
export class IcsToTenantTimeConverter {
  private readonly zones: IcsTimeZoneResolver;
  readonly timezone: string;

  constructor(defined: readonly IcsComponent[], tenant: { readonly timezone: string; readonly now: Date }) {
    this.zones = new IcsTimeZoneResolver(defined, tenant);
    this.timezone = tenant.timezone;
  }

  /**
   * Local time of the tenant; times without a zone are the tenant's own. An unknown zone is refused with the name of
   * `field`.
   */
  localOf(time: IcsTime, field: string): string {
    if (time.kind === "DAY") return `${time.day}T00:00:00`;
    if (time.kind === "UTC") return localTimeAt(time.moment, this.timezone);
    if (time.zone === null) return time.local;
    const zone = this.zones.find(time.zone);
    if (!zone) throw problem("VALIDATION_FAILED", { field, rule: "timezone" });
    return zone.localOf(time.local);
  }

  /** Moment of a local time; undefined when there is no such time, or zone. */
  momentOf({ local, zone }: Extract<IcsTime, { kind: "LOCAL" }>): Date | undefined {
    const moment = (zone === null ? this.own() : this.zones.find(zone))?.momentOf(local);
    return moment && !Number.isNaN(moment.getTime()) ? moment : undefined;
  }

  /** Moment at which the tenant's clock shows this time. */
  momentAt(local: string): Date {
    return this.own().momentOf(local);
  }

  /** Local time after a number of elapsed seconds. */
  later(local: string, seconds: number): string {
    return localTimeAt(new Date(this.momentAt(local).getTime() + seconds * 1000), this.timezone);
  }

  /** Whether a series at this time recurs at the same local time of the tenant, too, and on the same days. */
  isInStep(start: IcsTime): boolean {
    if (start.kind === "DAY" || (start.kind === "LOCAL" && start.zone === null)) return true;
    const local = start.kind === "UTC" ? start.moment.slice(0, 19) : start.local;
    const zone = this.zones.find(start.kind === "UTC" ? "UTC" : (start.zone ?? this.timezone));
    return zone?.lead !== undefined && zone.localOf(local).slice(0, 10) === local.slice(0, 10);
  }

  private own(): IcsTimeZone {
    const own = this.zones.find(this.timezone);
    // The zone of a tenant was checked before it was stored.
    if (!own) throw new Error(`No zone: ${this.timezone}`);
    return own;
  }
}
