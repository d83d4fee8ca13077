import type { CaseCreateRequest } from "@leitstand/contract/cases/case";
import type { SeededChance } from "./chance";
import { drawRandomPerson, drawRandomPhoneNumber, type CallingPerson } from "./people";
import { drawRandomAddressNear, type RealPlace } from "./places";
import { MINUTES_PER_DAY, addMinutesToDate, roundUpToMinuteInterval } from "./times";

const PICKUP_PLACES = [
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
const DELIVERY_PLACES = [
  { name: "Bestattungshaus, Kühlraum", street: "Friedhofgasse", house_number: "3", cold_storage: true },
  { name: "Zentralfriedhof, Aufbahrungshalle", street: "Friedhofgasse", house_number: "10", cold_storage: true },
  { name: "Krematorium", street: "Friedhofgasse", house_number: "14", cold_storage: true },
  { name: "Pfarrkirche", street: "Kirchplatz", house_number: "1", cold_storage: false },
] as const;
/** Relation of the caller to the deceased. */
const relationToDeceased = (caller: CallingPerson, deceased: CallingPerson, chance: SeededChance) =>
  chance.pick(
    caller.isWoman
      ? ["Tochter", "Tochter", "Nichte", deceased.isWoman ? "Schwester" : "Witwe"]
      : ["Sohn", "Sohn", "Neffe", deceased.isWoman ? "Witwer" : "Bruder"],
  );

/** Data from which a case is made: its branch, where it may lie, when the call comes in. */
export interface IncomingCallOptions {
  readonly branch_id: string;
  /** Places around the branch; the first one is where the branch itself is. */
  readonly places: readonly RealPlace[];
  readonly at: Date;
  readonly chance: SeededChance;
}

/** A transport as it comes in by telephone: caller, places and time. */
export function drawRandomTransportCase({ branch_id, places, at, chance }: IncomingCallOptions): CaseCreateRequest {
  const deceased = drawRandomPerson(chance);
  const caller = drawRandomPerson(chance);
  const from = chance.pick(PICKUP_PLACES);
  const [source, seat] = [chance.pick(places), places[0] as RealPlace];
  const due = roundUpToMinuteInterval(addMinutesToDate(at, chance.between(90, 300)), 15);
  const infectious = chance.percent(6);
  return {
    approved: true,
    data_type: "FUNERAL",
    branch_id,
    contact: {
      name: `${caller.first_name} ${deceased.last_name}`,
      phone_number: drawRandomPhoneNumber(chance),
      relation: relationToDeceased(caller, deceased, chance),
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
        date_of_death: addMinutesToDate(at, -chance.between(0, 2) * MINUTES_PER_DAY)
          .toISOString()
          .slice(0, 10),
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
        ...drawRandomAddressNear(source, chance),
        ...from,
        timeframe: { from: addMinutesToDate(due, -60).toISOString(), to: due.toISOString() },
      },
      target_address: { ...drawRandomAddressNear(seat, chance), ...chance.pick(DELIVERY_PLACES) },
    },
  };
}
