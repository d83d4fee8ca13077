import { problem } from "#platform/problem";
import { localTimeOf } from "../recurrence/local-time";
import type { IcsPart } from "./ics-parts";
import type { IcsTime } from "./ics-property.service";
import { type IcsZone, IcsZones } from "./ics-zones.service";

/** Turns times of a file into what the tenant's clock shows then. */
export class TenantClock {
  private readonly zones: IcsZones;
  readonly timezone: string;

  constructor(defined: readonly IcsPart[], tenant: { readonly timezone: string; readonly now: Date }) {
    this.zones = new IcsZones(defined, tenant);
    this.timezone = tenant.timezone;
  }

  /** Times without a zone are the tenant's; `field` is named where there is no such zone. */
  localOf(time: IcsTime, field: string): string {
    if (time.kind === "DAY") return `${time.day}T00:00:00`;
    if (time.kind === "UTC") return localTimeOf(time.moment, this.timezone);
    if (time.zone === null) return time.local;
    const zone = this.zones.find(time.zone);
    if (!zone) throw problem("VALIDATION_FAILED", { field, rule: "timezone" });
    return zone.localOf(time.local);
  }

  /** Undefined: there is no such time, or zone. */
  momentOf({ local, zone }: Extract<IcsTime, { kind: "LOCAL" }>): Date | undefined {
    const moment = (zone === null ? this.own() : this.zones.find(zone))?.momentOf(local);
    return moment && !Number.isNaN(moment.getTime()) ? moment : undefined;
  }

  /** When the tenant's clock shows this. */
  momentAt(local: string): Date {
    return this.own().momentOf(local);
  }

  /** Hours later by the clock that never changes. */
  later(local: string, seconds: number): string {
    return localTimeOf(new Date(this.momentAt(local).getTime() + seconds * 1000), this.timezone);
  }

  /** Whether what comes again at this time does so by the tenant's clock, too, and on the same days. */
  isInStep(start: IcsTime): boolean {
    if (start.kind === "DAY" || (start.kind === "LOCAL" && start.zone === null)) return true;
    const local = start.kind === "UTC" ? start.moment.slice(0, 19) : start.local;
    const zone = this.zones.find(start.kind === "UTC" ? "UTC" : (start.zone ?? this.timezone));
    return zone?.lead !== undefined && zone.localOf(local).slice(0, 10) === local.slice(0, 10);
  }

  private own(): IcsZone {
    const own = this.zones.find(this.timezone);
    // What the tenant is set to was checked before it was written.
    if (!own) throw new Error(`No zone: ${this.timezone}`);
    return own;
  }
}
