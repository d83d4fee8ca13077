import type { AddressCreateRequest, OpeningHours } from "@leitstand/contract/company/addresses";
import type { TenantType } from "@leitstand/contract/operation/operation";
import type { Static } from "@leitstand/contract/core/schema";
import { EARTH_RADIUS_METERS } from "@leitstand/geo/lon-lat";
import type { RealPlace } from "./places";

/** Houses to which the companies drive again and again, and which their cases name too. */
interface HousePlan extends Omit<Static<typeof AddressCreateRequest>, "name" | "stored_address_type_id"> {
  readonly kind: string;
  /** Title without the town, which is added. */
  readonly title: string;
  /** Position in metres from the centre of the town, so that no two houses lie on each other. */
  readonly east: number;
  readonly north: number;
  /** Whether the house exists only at the branch's own seat. */
  readonly isAtSeat?: true;
  /** Short keys of vehicle types that do not get there. */
  readonly excluded?: readonly string[];
}
export interface PlannedStoredAddress extends Static<typeof AddressCreateRequest> {
  readonly kind: string;
  readonly excluded: readonly string[];
}

const sameHoursEveryDay = (from: string, to: string): OpeningHours =>
  Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((day) => [`d${day}`, [{ from, to }]]));
const officeHours: OpeningHours = {
  ...sameHoursEveryDay("07:00", "16:30"),
  d5: [{ from: "08:00", to: "12:00" }],
  d6: [],
};

const HOUSES_BY_TENANT_TYPE: Readonly<Partial<Record<TenantType, readonly HousePlan[]>>> = {
  FUNERAL: [
    {
      kind: "KH",
      title: "Landeskrankenhaus",
      type: "DEFAULT_SOURCE",
      street: "Krankenhausgasse",
      house_number: "1",
      addition: "Prosektur, Eingang über den Hof",
      east: 900,
      north: 650,
      elevator: true,
      cold_storage: true,
      opening_hours: officeHours,
    },
    {
      kind: "PH",
      title: "Pflegeheim Sonnenhof",
      type: "DEFAULT_SOURCE",
      street: "Am Sonnenhang",
      house_number: "4",
      notes: "Durchfahrt zum Hof nur 2,10 m hoch.",
      east: -700,
      north: 800,
      elevator: true,
      elderly_home: true,
      excluded: ["UEF"],
    },
    {
      kind: "FH",
      title: "Friedhof, Aufbahrungshalle",
      street: "Friedhofgasse",
      house_number: "10",
      east: -500,
      north: -900,
      public_place: true,
      cold_storage: true,
      opening_hours: sameHoursEveryDay("06:30", "19:00"),
    },
    {
      kind: "BH",
      title: "Bestattungshaus, Kühlraum",
      street: "Friedhofgasse",
      house_number: "3",
      east: -420,
      north: -860,
      cold_storage: true,
      isAtSeat: true,
    },
    {
      kind: "KR",
      title: "Krematorium",
      street: "Friedhofgasse",
      house_number: "14",
      east: -610,
      north: -960,
      cold_storage: true,
      isAtSeat: true,
      opening_hours: officeHours,
    },
  ],
  ROADSIDE_ASSISTANCE: [
    {
      kind: "WS",
      title: "Kfz-Werkstatt",
      street: "Industriestraße",
      house_number: "22",
      east: 1100,
      north: -400,
      opening_hours: officeHours,
    },
    {
      kind: "AP",
      title: "Abstellplatz, videoüberwacht",
      street: "Industriestraße",
      house_number: "40",
      addition: "Schranke, Kode beim Stützpunkt",
      east: 1300,
      north: -450,
      isAtSeat: true,
    },
  ],
};

export const ADDRESS_TYPE_NAMES_BY_TENANT_TYPE: Readonly<
  Partial<Record<TenantType, Readonly<Record<string, string>>>>
> = {
  FUNERAL: { KH: "Krankenhaus", PH: "Pflegeheim", FH: "Friedhof", BH: "Bestattungshaus", KR: "Krematorium" },
  ROADSIDE_ASSISTANCE: { WS: "Werkstatt", AP: "Abstellplatz" },
};

const METERS_PER_DEGREE = (EARTH_RADIUS_METERS * Math.PI) / 180;

/** Addresses of the houses in every place of a branch, its own seat first. */
export function planStoredAddresses(type: TenantType, places: readonly RealPlace[]): readonly PlannedStoredAddress[] {
  return places.flatMap((place, index) =>
    (HOUSES_BY_TENANT_TYPE[type] ?? [])
      .filter(({ isAtSeat }) => index === 0 || !isAtSeat)
      .map((house) => planAddressIn(place, house)),
  );
}

function planAddressIn(
  place: RealPlace,
  { title, east, north, isAtSeat: _, excluded = [], ...house }: HousePlan,
): PlannedStoredAddress {
  const metersPerLon = METERS_PER_DEGREE * Math.cos((place.lat * Math.PI) / 180);
  return {
    ...house,
    excluded,
    name: `${title} ${place.city}`,
    zip_code: place.zip_code,
    city: place.city,
    country: "AT",
    lat: roundDegrees(place.lat + north / METERS_PER_DEGREE),
    lon: roundDegrees(place.lon + east / metersPerLon),
  };
}

const roundDegrees = (degrees: number) => Math.round(degrees * 1e5) / 1e5;
