import type { CaseCreateRequest } from "@leitstand/contract/cases/case";
import { drawRandomPerson, drawRandomPhoneNumber } from "./people";
import { drawRandomAddressNear, type RealPlace } from "./places";
import { addMinutesToDate, roundUpToMinuteInterval } from "./times";
import type { IncomingCallOptions } from "./transports";

const CAR_MODELS = [
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
const BREAKDOWN_KINDS = [
  { key: "PH_Standard", name: "Pannenhilfe", damage: "Springt nicht an, Batterie vermutlich leer", tow: false },
  { key: "PH_Standard", name: "Pannenhilfe", damage: "Reifen vorne rechts platt, kein Reserverad", tow: false },
  { key: "PH_Standard", name: "Pannenhilfe", damage: "Kontrollleuchte Motor, geht in den Notlauf", tow: false },
  { key: "TO_Standard", name: "Türöffnung", damage: "Schlüssel im Fahrzeug eingesperrt", tow: false },
  { key: "AB_Standard", name: "Abschleppung", damage: "Kühlwasserverlust, raucht aus dem Motorraum", tow: true },
  { key: "AB_Standard", name: "Abschleppung", damage: "Unfall, Vorderachse beschädigt", tow: true },
] as const;

/** Motorways that pass a place, with their kilometres there. */
const MOTORWAYS_BY_PLACE: Readonly<Record<string, readonly [string, number, number]>> = {
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

/** Help that the crew must be able to give: repair on the spot, tow, or either. */
export type RequiredHelp = "repair" | "tow" | "either";

/** A breakdown as it comes in by telephone: caller, car, fault and place. */
export function drawRandomBreakdownCase(
  { branch_id, places, at, chance }: IncomingCallOptions,
  help: RequiredHelp,
): CaseCreateRequest {
  const customer = drawRandomPerson(chance);
  const phone_number = drawRandomPhoneNumber(chance);
  const what = chance.pick(BREAKDOWN_KINDS.filter(({ tow }) => help === "either" || tow === (help === "tow")));
  const [place, seat] = [chance.pick(places), places[0] as RealPlace];
  const [brand, model] = chance.pick(CAR_MODELS);
  const [road, first, last] = MOTORWAYS_BY_PLACE[place.city] ?? [];
  const motorway = road !== undefined && first !== undefined && last !== undefined && chance.percent(35);
  return {
    approved: true,
    data_type: "ROADSIDE",
    branch_id,
    due_at: roundUpToMinuteInterval(addMinutesToDate(at, chance.between(40, 90)), 5).toISOString(),
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
        ...drawRandomAddressNear(place, chance),
        ...(motorway ? { street: road, house_number: null, addition: `km ${chance.between(first, last)}` } : {}),
      },
      target_address: {
        ...drawRandomAddressNear(seat, chance),
        name: chance.pick(["Kfz-Werkstatt", "Autohaus", "Vertragswerkstätte"]),
      },
    },
  };
}

/** Whether the breakdown has to be towed. */
export const needsTowing = ({ rsa_data }: CaseCreateRequest) => rsa_data?.service?.key === "AB_Standard";
