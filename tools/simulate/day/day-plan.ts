import type { CaseCreateRequest } from "@leitstand/contract/cases/case";
import type { Chance } from "./chance";
import type { Place } from "@leitstand/scenario/places";
import { pickStory, type Story } from "./story";

/** A case before anybody has heard of it. */
export interface PlannedCase {
  readonly number: number;
  /** Minutes after the begin of the day. */
  readonly at: number;
  readonly story: Story;
  /** Comes from another system instead of a desk. */
  readonly by_partner: boolean;
  readonly tow: boolean;
  readonly wants_helper: boolean;
  readonly request: CaseCreateRequest;
  /** Where the second leg or the second garage is. */
  readonly elsewhere: Address;
}

export interface Depot {
  readonly branch_id: string;
  readonly places: readonly Place[];
}

export interface DayOptions {
  readonly type: "FUNERAL" | "ROADSIDE";
  readonly cases: number;
  readonly minutes: number;
  readonly depots: readonly Depot[];
  /** Makes external ids unique in a tenant that has seen other days. */
  readonly run: string;
}

const FIRST_NAMES = [
  "Anna",
  "Johanna",
  "Katharina",
  "Renate",
  "Theresia",
  "Alois",
  "Franz",
  "Gerhard",
  "Josef",
  "Werner",
];
const LAST_NAMES = [
  "Auer",
  "Berger",
  "Eder",
  "Gruber",
  "Hofer",
  "Huber",
  "Lechner",
  "Moser",
  "Pichler",
  "Steiner",
  "Wimmer",
];
const STREETS = [
  "Bahnhofstraße",
  "Feldgasse",
  "Hauptplatz",
  "Kirchengasse",
  "Lindenweg",
  "Mühlgasse",
  "Ringstraße",
  "Schulgasse",
];

type Address = ReturnType<typeof addressAt>;

/** The cases of a day in the order in which they come in; the same chance makes the same day. */
export function planDay({ type, cases, minutes, depots, run }: DayOptions, chance: Chance): PlannedCase[] {
  const times = Array.from({ length: cases }, () => chance.next() * minutes).sort((a, b) => a - b);
  return times.map((at, number) => {
    const depot = chance.pick(depots);
    const story = pickStory(chance);
    const tow = type === "ROADSIDE" && (story === "second_leg" || chance.percent(45));
    const by_partner = chance.percent(type === "ROADSIDE" ? 40 : 10);
    const places = [
      addressAt(chance.pick(depot.places), chance),
      addressAt(chance.pick(depot.places), chance),
    ] as const;
    const data = type === "FUNERAL" ? aTransport(places, chance) : aBreakdown(places, { chance, tow });
    return {
      number,
      at,
      story: story === "incomplete" && type === "FUNERAL" ? "straight" : story,
      by_partner,
      tow,
      wants_helper: type === "FUNERAL" && story === "straight" && chance.percent(12),
      elsewhere: addressAt(chance.pick(depot.places), chance),
      request: {
        approved: !(story === "incomplete" && type === "ROADSIDE"),
        data_type: type,
        branch_id: depot.branch_id,
        ...(by_partner ? { external_id: `SIM-${run}-${number}` } : {}),
        ...data,
      },
    };
  });
}

function addressAt({ city, zip_code, lat, lon }: Place, chance: Chance) {
  return {
    street: chance.pick(STREETS),
    house_number: String(chance.between(1, 120)),
    zip_code,
    city,
    country: "AT",
    lat: round(lat + (chance.next() - 0.5) * 0.04),
    lon: round(lon + (chance.next() - 0.5) * 0.06),
  };
}
const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

const aName = (chance: Chance) => ({
  first_name: chance.pick(FIRST_NAMES),
  last_name: chance.pick(LAST_NAMES),
});

function aTransport(
  [source, target]: readonly [Address, Address],
  chance: Chance,
): Pick<CaseCreateRequest, "funeral_data" | "contact"> {
  return {
    contact: { name: Object.values(aName(chance)).join(" "), phone_number: "+436645550000", relation: "Angehörige" },
    funeral_data: {
      cargo_type: "PERSON",
      transport_type: chance.pick(["Transportauftrag", "Vorzeitige Abholung", "Durchführung 1"]),
      cargo_deceased: { ...aName(chance), date_of_death: "2026-01-05", infectious: chance.percent(4) },
      source_address: { name: chance.pick(["Krankenhaus", "Pflegeheim", "Wohnung"]), ...source },
      target_address: { name: chance.pick(["Bestattungshalle", "Friedhof", "Krematorium"]), ...target },
    },
  };
}

function aBreakdown(
  [source, target]: readonly [Address, Address],
  { chance, tow }: { chance: Chance; tow: boolean },
): Pick<CaseCreateRequest, "rsa_data"> {
  const [brand, model] = chance.pick([
    ["Skoda", "Octavia"],
    ["VW", "Golf"],
    ["Opel", "Corsa"],
    ["Renault", "Clio"],
    ["Seat", "Leon"],
  ] as const);
  return {
    rsa_data: {
      service: { key: tow ? "AB_Standard" : "PH_Standard", name: tow ? "Abschleppung" : "Pannenhilfe" },
      vehicle: {
        license_plate: `G ${chance.between(100, 999)} ${chance.pick(["AB", "CD", "XY"])}`,
        country: "AT",
        brand,
        model,
      },
      customer: { ...aName(chance), phone_number: `+4366455599${chance.between(100, 999)}` },
      source_address: source,
      target_address: { name: "Werkstatt", ...target },
      damage: { description: chance.pick(["Springt nicht an", "Reifen defekt", "Motor überhitzt"]), driveable: !tow },
    },
  };
}
