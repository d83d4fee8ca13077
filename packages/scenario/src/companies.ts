import type { TenantType } from "@leitstand/contract/operation/operation";
import { type AreaOutline, areaOutlines } from "./areas";
import type { ScenarioRegion } from "./places";

/** An invented company: the demonstration, the simulated day and the tests work in the same two. */
export interface ScenarioCompany {
  readonly short_code: string;
  readonly name: string;
  readonly type: TenantType;
  readonly domain: string;
  readonly brand_color: string;
  readonly branches: readonly {
    readonly name: string;
    readonly region: ScenarioRegion;
    readonly phone_number: string;
  }[];
  readonly vehicle_types: readonly {
    readonly short_key: string;
    readonly name: string;
    readonly capacity: number;
    readonly share: number;
  }[];
  readonly skills: readonly { readonly name: string; readonly skill_type: "USER" | "VEHICLE" | "CASE" }[];
  readonly areas: readonly {
    readonly title: string;
    readonly from: string;
    readonly to: string;
    readonly waiting_minutes: number;
    readonly geo_json: AreaOutline;
  }[];
  readonly todos: readonly {
    readonly title: string;
    readonly phase: "PICKUP" | "DELIVERY";
    readonly required: boolean;
  }[];
  /** Checks of a vehicle before and after a shift. */
  readonly vehicle_todos: readonly string[];
}

export const DRIVERS_PER_COMPANY = 24;
export const DISPATCHERS_PER_COMPANY = 4;

export const SCENARIO_COMPANIES: readonly ScenarioCompany[] = [
  {
    short_code: "bestattung",
    name: "Bestattung Abendfrieden",
    type: "FUNERAL",
    domain: "bestattung.example",
    brand_color: "#3C5A73",
    branches: [
      { name: "Graz", region: "graz", phone_number: "+43316555010" },
      { name: "Leoben", region: "leoben", phone_number: "+43384255501" },
      { name: "Linz", region: "linz", phone_number: "+43732555010" },
    ],
    vehicle_types: [
      { short_key: "BW", name: "Bestattungswagen", capacity: 2, share: 6 },
      { short_key: "UEF", name: "Überführungswagen", capacity: 4, share: 3 },
      { short_key: "TR", name: "Transporter", capacity: 1, share: 1 },
    ],
    skills: [
      { name: "Infektionsschutz", skill_type: "USER" },
      { name: "Exhumierung", skill_type: "USER" },
      { name: "Kühlung", skill_type: "VEHICLE" },
      { name: "Treppensteiger", skill_type: "VEHICLE" },
    ],
    areas: [
      { title: "Graz Stadt", from: "8010", to: "8055", waiting_minutes: 60, geo_json: areaOutlines.graz },
      { title: "Südsteiermark", from: "8400", to: "8499", waiting_minutes: 90, geo_json: areaOutlines.south },
      { title: "Oststeiermark", from: "8160", to: "8380", waiting_minutes: 90, geo_json: areaOutlines.east },
      { title: "Obersteiermark", from: "8600", to: "8799", waiting_minutes: 75, geo_json: areaOutlines.upper },
      { title: "Linz und Umgebung", from: "4020", to: "4079", waiting_minutes: 60, geo_json: areaOutlines.linz },
    ],
    todos: [
      { title: "Identität geprüft (Fußzettel, Begleitschein)", phase: "PICKUP", required: true },
      { title: "Wertgegenstände protokolliert", phase: "PICKUP", required: true },
      { title: "Totenbeschauschein übernommen", phase: "PICKUP", required: false },
      { title: "Kühlraum zugewiesen", phase: "DELIVERY", required: false },
      { title: "Übergabe unterschrieben", phase: "DELIVERY", required: true },
    ],
    vehicle_todos: ["Reifen, Licht", "Bremsen", "Kühlung", "Karosserie", "Trage, Gurte", "Schutzkleidung"],
  },
  {
    short_code: "pannenhilfe",
    name: "Pannenhilfe Südost",
    type: "ROADSIDE_ASSISTANCE",
    domain: "pannenhilfe.example",
    brand_color: "#B7791F",
    branches: [
      { name: "Stützpunkt Graz", region: "graz", phone_number: "+43316555020" },
      { name: "Stützpunkt Wien", region: "wien", phone_number: "+43155502000" },
      { name: "Stützpunkt Linz", region: "linz", phone_number: "+43732555020" },
    ],
    vehicle_types: [
      { short_key: "PW", name: "Pannenwagen", capacity: 1, share: 6 },
      { short_key: "AB", name: "Abschleppwagen", capacity: 1, share: 3 },
      { short_key: "MR", name: "Pannenmotorrad", capacity: 0, share: 1 },
    ],
    skills: [
      { name: "Hochvolt (Elektrofahrzeuge)", skill_type: "USER" },
      { name: "Türöffnung", skill_type: "USER" },
      { name: "Abschleppen", skill_type: "VEHICLE" },
      { name: "Batterieservice", skill_type: "VEHICLE" },
    ],
    areas: [
      { title: "Graz", from: "8010", to: "8055", waiting_minutes: 35, geo_json: areaOutlines.graz },
      { title: "Graz Umland", from: "8100", to: "8499", waiting_minutes: 55, geo_json: areaOutlines.around_graz },
      { title: "Wien Innen", from: "1010", to: "1090", waiting_minutes: 40, geo_json: areaOutlines.inner_vienna },
      { title: "Wien Außen", from: "1100", to: "1230", waiting_minutes: 45, geo_json: areaOutlines.outer_vienna },
      { title: "Wien Umland", from: "2000", to: "2799", waiting_minutes: 60, geo_json: areaOutlines.around_vienna },
      { title: "Linz", from: "4020", to: "4079", waiting_minutes: 30, geo_json: areaOutlines.linz },
    ],
    todos: [
      { title: "Fotos vor dem Verladen", phase: "PICKUP", required: false },
      { title: "Schlüssel übernommen", phase: "PICKUP", required: false },
      { title: "Übergabe in der Werkstatt bestätigt", phase: "DELIVERY", required: false },
    ],
    vehicle_todos: [
      "Reifen, Licht",
      "Bremsen",
      "Karosserie",
      "Seilwinde, Gurte",
      "Starthilfe, Werkzeug",
      "Absicherung",
    ],
  },
];
