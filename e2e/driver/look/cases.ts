import type { CaseCreateRequest } from "@leitstand/contract/cases/case";
import { funeralCaseRequest, roadsideCaseRequest } from "../../../apps/api/src/testing/cases";
import { testClock } from "../../../apps/api/src/testing/test-clock";

const HOUR_MS = 3_600_000;
const isoInHours = (hours: number) => new Date(testClock.now().getTime() + hours * HOUR_MS).toISOString();

/** A transport with all facts that a crew may have to know, in the longest texts. */
export const infectiousTransportRequest = (): CaseCreateRequest =>
  funeralCaseRequest({
    display_name: "Fuchs, Alois",
    description: "Angehörige kommen um halb zehn.",
    funeral_data: {
      cargo_type: "PERSON",
      transport_type: "Transportauftrag",
      cargo_deceased: {
        first_name: "Alois",
        last_name: "Fuchs",
        birthday: "1938-03-14",
        date_of_death: "2026-03-01",
        infectious: true,
      },
      source_address: {
        name: "Seniorenheim Eggenberg",
        street: "Algersdorfer Straße",
        house_number: "18",
        zip_code: "8020",
        city: "Graz",
        addition: "Haus 2",
        floor: "Zimmer 214",
        elevator: true,
        phone_number: "+43316555099",
        timeframe: { from: isoInHours(0), to: isoInHours(1) },
        lat: 47.07,
        lon: 15.39,
      },
      target_address: {
        name: "Zentralfriedhof Graz",
        street: "Triester Straße",
        house_number: "164",
        zip_code: "8020",
        city: "Graz",
        notes: "Kühlraum 2",
        timeframe: { to: isoInHours(3) },
        lat: 47.04,
        lon: 15.42,
      },
    },
  });

export const transportRequestBetween = (
  display_name: string,
  ends: readonly [from: string, to: string],
): CaseCreateRequest =>
  funeralCaseRequest({
    display_name,
    not_before: isoInHours(2),
    funeral_data: {
      cargo_type: "ITEM",
      transport_type: "Transportauftrag",
      cargo_item: { description: "Kränze" },
      source_address: { name: ends[0], zip_code: "8020", city: "Graz", lat: 47.08, lon: 15.46 },
      target_address: { name: ends[1], zip_code: "8401", city: "Kalsdorf", lat: 46.97, lon: 15.48 },
    },
  });

export const motorwayBreakdownRequest = (): CaseCreateRequest =>
  roadsideCaseRequest({
    display_name: "G 123 AB · Škoda Octavia",
    rsa_data: {
      service: { key: "PH_Standard" },
      damage: { description: "Springt nicht an, zwei Kinder im Auto", on_motorway: true },
      vehicle: { license_plate: "G 123 AB", brand: "Škoda", model: "Octavia", color: "blau", fuel: "BENZIN" },
      vehicle_detail: { key_available: true },
      customer: { first_name: "Anna", last_name: "Gruber", phone_number: "+43 664 123 45 67" },
      source_address: {
        name: "A2 Richtung Wien, km 184",
        street: "Rastplatz Kaiserwald",
        zip_code: "8141",
        city: "Premstätten",
        lat: 46.98,
        lon: 15.41,
      },
      target_address: { name: "Werkstatt Graz-West", zip_code: "8020", city: "Graz", lat: 47.06, lon: 15.4 },
    },
  });

export const homeBreakdownRequest = (): CaseCreateRequest => roadsideCaseRequest({ display_name: "G 456 CD" });
