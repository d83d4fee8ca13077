import { addLocalSeconds, localTimeAt } from "../recurrence/local-time";
import { momentOfLocalTime, type UtcOffsetSince, listUtcOffsets } from "../recurrence/wall-clock";
import type { IcsComponent } from "./ics-parts";
import { parseIcsProperties, readIcsTextProperty } from "./ics-property.service";
import { computeUtcOffsetsByZoneRules } from "./ics-zone-rules.service";

/** Zone that a file names, with what its clock shows, and the tenant's clock beside it. */
export interface IcsTimeZone {
  momentOf(local: string): Date;
  /** Local time of the tenant at the moment when this zone shows the given time. */
  localOf(local: string): string;
  /**
   * Seconds by which the tenant's clock is ahead of this zone, today and on every day that can be planned; undefined
   * when that changes.
   */
  readonly lead: number | undefined;
}

const DAY_MS = 86_400_000;
/** Range of days in which zones are compared; nothing older or later becomes an event. */
const ZONE_COMPARISON_DAYS_BACK = 800;
const ZONE_COMPARISON_DAYS_AHEAD = 7 * 366;
/** Maximum number of zones of a file that are described by rules: a calendar has a few. */
const RULED_ZONES_MAX = 20;

export class IcsTimeZoneResolver {
  private readonly known = new Map<string, IcsTimeZone | undefined>();
  private readonly defined: ReadonlyMap<string, IcsComponent>;
  private readonly own: readonly UtcOffsetSince[];
  private readonly from: Date;
  private readonly to: Date;
  private ruled = 0;

  constructor(
    zones: readonly IcsComponent[],
    private readonly tenant: { readonly timezone: string; readonly now: Date },
  ) {
    this.from = new Date(tenant.now.getTime() - ZONE_COMPARISON_DAYS_BACK * DAY_MS);
    this.to = new Date(tenant.now.getTime() + ZONE_COMPARISON_DAYS_AHEAD * DAY_MS);
    this.own = this.offsetsOfName(tenant.timezone) ?? [];
    this.defined = new Map(zones.map((zone) => [timeZoneIdOf(zone), zone]));
  }

  /** Zone by its id; undefined when there is no such zone, and the file does not describe it. */
  find(tzid: string): IcsTimeZone | undefined {
    if (!this.known.has(tzid)) this.known.set(tzid, this.zoneOf(tzid));
    return this.known.get(tzid);
  }

  private zoneOf(tzid: string): IcsTimeZone | undefined {
    const offsets = this.offsetsOfAny(tzid);
    if (!offsets || offsets.length === 0) return undefined;
    const { timezone } = this.tenant;
    const lead = this.leadOver(offsets);
    const momentOf = (local: string) => momentOfLocalTime(offsets, local);
    // Where one clock is always as far ahead, that holds for repeated hours and for days long ago, too.
    const localOf = (local: string) =>
      lead === undefined ? localTimeAt(momentOf(local), timezone) : addLocalSeconds(local, lead);
    return { momentOf, localOf, lead };
  }

  /** Seconds by which the tenant's clock is always ahead of another; undefined when that changes. */
  private leadOver(offsets: readonly UtcOffsetSince[]): number | undefined {
    const changes = [...offsets, ...this.own].map(({ since }) => since);
    const [from, to] = [this.from.getTime(), this.to.getTime()];
    const moments = [from, ...changes.filter((moment) => moment > from && moment < to)];
    const leads = new Set(moments.map((moment) => utcOffsetAt(this.own, moment) - utcOffsetAt(offsets, moment)));
    const [lead] = leads;
    return leads.size === 1 && lead !== undefined ? lead / 1000 : undefined;
  }

  /**
   * Offsets of a zone: by its name, by the name at the end of a longer one, by the name that the file gives it, or by
   * the rules of the file.
   */
  private offsetsOfAny(tzid: string): readonly UtcOffsetSince[] | undefined {
    const zone = this.defined.get(tzid);
    const alias = zone && readIcsTextProperty(parseIcsProperties(zone).known, "X-LIC-LOCATION");
    for (const name of [tzid, /\/([A-Za-z_]+\/[A-Za-z_/+-]+)$/.exec(tzid)?.[1], alias]) {
      const offsets = name === undefined ? undefined : this.offsetsOfName(name);
      if (offsets) return offsets;
    }
    if (!zone || this.ruled === RULED_ZONES_MAX) return undefined;
    this.ruled++;
    return computeUtcOffsetsByZoneRules(zone, { from: this.from, to: this.to });
  }

  private offsetsOfName(name: string): readonly UtcOffsetSince[] | undefined {
    try {
      return listUtcOffsets(name, this.from, this.to);
    } catch {
      return undefined;
    }
  }
}

const timeZoneIdOf = (zone: IcsComponent) => readIcsTextProperty(parseIcsProperties(zone).known, "TZID") ?? "";

const utcOffsetAt = (offsets: readonly UtcOffsetSince[], moment: number): number =>
  offsets.findLast(({ since }) => since <= moment)?.ahead ?? 0;
