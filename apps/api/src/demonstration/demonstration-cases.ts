import type { CaseCreateRequest } from "@leitstand/contract/cases/case";
import type { Chance } from "./chance";
import { FIRST_NAMES_F, FIRST_NAMES_M, LAST_NAMES } from "./demonstration-people";
import { type Place, STREETS } from "./demonstration-places";

/** Jobs as they come in on a telephone: who, what, where, by when. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
export const later = (from: Date, minutes: number) => new Date(from.getTime() + minutes * MINUTE);
/** Appointments are made for round times. */
export const roundUp = (date: Date, minutes: number) =>
  new Date(Math.ceil(date.getTime() / (minutes * MINUTE)) * minutes * MINUTE);

/** Somewhere within about two kilometres of a place. */
function near(place: Place, chance: Chance) {
  const offset = () => (chance.next() - 0.5) * 0.03;
  const street = chance.pick(STREETS);
  return {
    street,
    house_number: String(chance.between(1, street === "Hauptplatz" ? 24 : 80)),
    zip_code: place.zip_code,
    city: place.city,
    country: "AT",
    lat: Math.round((place.lat + offset()) * 1e5) / 1e5,
    lon: Math.round((place.lon + offset()) * 1e5) / 1e5,
  };
}

const telephone = (chance: Chance) => `+43664555${String(chance.between(0, 9999)).padStart(4, "0")}`;
const aPerson = (chance: Chance) => {
  const isWoman = chance.percent(50);
  return {
    first_name: chance.pick(isWoman ? FIRST_NAMES_F : FIRST_NAMES_M),
    last_name: chance.pick(LAST_NAMES),
    isWoman,
  };
};

export interface Request {
  readonly branch_id: string;
  readonly places: readonly Place[];
  readonly at: Date;
  readonly chance: Chance;
}

const FETCHED_FROM = [
  {
    name: "Landeskrankenhaus",
    street: "Krankenhausgasse",
    house_number: "1",
    cold_storage: true,
    addition: "Prosektur, Eingang über den Hof",
  },
  { name: "Pflegeheim Sonnenhof", street: "Am Sonnenhang", house_number: "4", elderly_home: true, elevator: true },
  { name: "Seniorenzentrum", street: "Gartengasse", house_number: "12", elderly_home: true, elevator: true },
  { name: null, home: true, elevator: false, floor: "2. Stock" },
  { name: null, home: true },
] as const;
const BROUGHT_TO = [
  { name: "Bestattungshaus, Kühlraum", street: "Friedhofgasse", house_number: "3", cold_storage: true },
  { name: "Zentralfriedhof, Aufbahrungshalle", street: "Friedhofgasse", house_number: "10", cold_storage: true },
  { name: "Krematorium", street: "Friedhofgasse", house_number: "14", cold_storage: true },
  { name: "Pfarrkirche", street: "Kirchplatz", house_number: "1", cold_storage: false },
] as const;
type Person = ReturnType<typeof aPerson>;
/** What the caller is to the deceased. */
const relationOf = (caller: Person, deceased: Person, chance: Chance) =>
  chance.pick(
    caller.isWoman
      ? ["Tochter", "Tochter", "Nichte", deceased.isWoman ? "Schwester" : "Witwe"]
      : ["Sohn", "Sohn", "Neffe", deceased.isWoman ? "Witwer" : "Bruder"],
  );

export function aTransport({ branch_id, places, at, chance }: Request): CaseCreateRequest {
  const deceased = aPerson(chance);
  const caller = aPerson(chance);
  const from = chance.pick(FETCHED_FROM);
  const [source, seat] = [chance.pick(places), places[0] as Place];
  const due = roundUp(later(at, chance.between(90, 300)), 15);
  const infectious = chance.percent(6);
  return {
    approved: true,
    data_type: "FUNERAL",
    branch_id,
    contact: {
      name: `${caller.first_name} ${deceased.last_name}`,
      phone_number: telephone(chance),
      relation: relationOf(caller, deceased, chance),
    },
    description: infectious
      ? "Infektiös: Schutzausrüstung mitnehmen."
      : chance.percent(15)
        ? "Angehörige möchten sich noch verabschieden, bitte vorher anrufen."
        : null,
    funeral_data: {
      cargo_type: "PERSON",
      transport_type: chance.pick([
        "Vorzeitige Abholung",
        "Transportauftrag",
        "Transportauftrag",
        "Durchführung 1",
        "Durchführung 2",
        "Sonderaufbahrung",
      ]),
      cargo_deceased: {
        first_name: deceased.first_name,
        last_name: deceased.last_name,
        date_of_death: new Date(at.getTime() - chance.between(0, 2) * DAY).toISOString().slice(0, 10),
        birthday: `${chance.between(1931, 1958)}-${String(chance.between(1, 12)).padStart(2, "0")}-${String(chance.between(1, 28)).padStart(2, "0")}`,
        height_cm: chance.between(155, 188),
        weight_kg: chance.between(48, 105),
        clothed: chance.percent(60),
        infectious,
        container_type: "COFFIN",
        coffin_type: chance.between(1, 12),
        belongings: { watch: "UNKNOWN", ring: "UNKNOWN" },
      },
      source_address: {
        ...near(source, chance),
        ...from,
        timeframe: { from: later(due, -60).toISOString(), to: due.toISOString() },
      },
      target_address: { ...near(seat, chance), ...chance.pick(BROUGHT_TO) },
    },
  };
}

const CARS = [
  ["Škoda", "Octavia"],
  ["VW", "Golf"],
  ["VW", "Passat"],
  ["Opel", "Corsa"],
  ["Renault", "Clio"],
  ["Dacia", "Duster"],
  ["Ford", "Focus"],
  ["Audi", "A4"],
  ["BMW", "320d"],
  ["Tesla", "Model 3"],
  ["Fiat", "500"],
  ["Hyundai", "Kona"],
] as const;
const BREAKDOWNS = [
  { key: "PH_Standard", name: "Pannenhilfe", damage: "Springt nicht an, Batterie vermutlich leer", tow: false },
  { key: "PH_Standard", name: "Pannenhilfe", damage: "Reifen vorne rechts platt, kein Reserverad", tow: false },
  { key: "PH_Standard", name: "Pannenhilfe", damage: "Kontrollleuchte Motor, geht in den Notlauf", tow: false },
  { key: "TO_Standard", name: "Türöffnung", damage: "Schlüssel im Fahrzeug eingesperrt", tow: false },
  { key: "AB_Standard", name: "Abschleppung", damage: "Kühlwasserverlust, raucht aus dem Motorraum", tow: true },
  { key: "AB_Standard", name: "Abschleppung", damage: "Unfall, Vorderachse beschädigt", tow: true },
] as const;

/** The motorway that passes a place, and its kilometres there. */
const MOTORWAYS: Readonly<Record<string, readonly [string, number, number]>> = {
  Graz: ["Südautobahn A2", 175, 188],
  Gleisdorf: ["Südautobahn A2", 156, 165],
  Hartberg: ["Südautobahn A2", 122, 130],
  Wildon: ["Pyhrnautobahn A9", 200, 208],
  Leibnitz: ["Pyhrnautobahn A9", 210, 222],
  Mödling: ["Südautobahn A2", 8, 14],
  Baden: ["Südautobahn A2", 20, 28],
  "Wiener Neustadt": ["Südautobahn A2", 38, 48],
  Schwechat: ["Ostautobahn A4", 8, 16],
  Korneuburg: ["Donauuferautobahn A22", 12, 18],
  Stockerau: ["Donauuferautobahn A22", 24, 30],
  Linz: ["Mühlkreisautobahn A7", 2, 12],
  Enns: ["Westautobahn A1", 150, 157],
  Traun: ["Westautobahn A1", 170, 176],
  Wels: ["Welser Autobahn A25", 8, 18],
  Vöcklabruck: ["Westautobahn A1", 220, 228],
};

export function aBreakdown({ branch_id, places, at, chance }: Request, can_tow: boolean): CaseCreateRequest {
  const customer = aPerson(chance);
  const phone_number = telephone(chance);
  const what = chance.pick(can_tow ? BREAKDOWNS : BREAKDOWNS.filter(({ tow }) => !tow));
  const [place, seat] = [chance.pick(places), places[0] as Place];
  const [brand, model] = chance.pick(CARS);
  const [road, first, last] = MOTORWAYS[place.city] ?? [];
  const motorway = road !== undefined && first !== undefined && last !== undefined && chance.percent(35);
  return {
    approved: true,
    data_type: "ROADSIDE",
    branch_id,
    due_at: roundUp(later(at, chance.between(40, 90)), 5).toISOString(),
    description: motorway ? "Steht auf dem Pannenstreifen, Personen hinter der Leitschiene." : null,
    contact: { name: `${customer.first_name} ${customer.last_name}`, phone_number },
    rsa_data: {
      service: { key: what.key, name: what.name, priority: motorway ? 1 : 3 },
      vehicle: {
        license_plate: `${chance.pick(["G", "GU", "L", "W", "MD", "LB"])} ${chance.between(100, 999)} ${chance.pick(["AB", "KT", "XC", "RM"])}`,
        country: "AT",
        brand,
        model,
        category: "CAR",
        fuel: brand === "Tesla" ? "ELEKTRO" : chance.pick(["DIESEL", "BENZIN"]),
      },
      customer: { first_name: customer.first_name, last_name: customer.last_name, phone_number },
      member: { number: String(chance.between(1_000_000, 9_999_999)), club: "Pannenhilfe Südost", status: "aktiv" },
      damage: {
        description: what.damage,
        driveable: !what.tow && chance.percent(30),
        accident: what.damage.startsWith("Unfall"),
        on_motorway: motorway,
      },
      source_address: {
        ...near(place, chance),
        ...(motorway ? { street: road, house_number: null, addition: `km ${chance.between(first, last)}` } : {}),
      },
      target_address: { ...near(seat, chance), name: chance.pick(["Kfz-Werkstatt", "Autohaus", "Vertragswerkstätte"]) },
    },
  };
}

/** Whether the breakdown has to be towed. */
export const needsTow = ({ rsa_data }: CaseCreateRequest) => rsa_data?.service?.key === "AB_Standard";
