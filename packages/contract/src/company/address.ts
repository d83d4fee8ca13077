import { type Static, type TSchema, Type } from "typebox";
import { Country } from "../core/country";
import { ContactNumber, DateTime, Enum, Latitude, Longitude, Nullable, Shape, Text, Uuid } from "../core/schema";

/** A place that a crew drives to, with everything that helps to find it, get in and be let in at the right time. */

/** A field that may be left out or be null; both mean that its value is unknown. */
export const Maybe = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema));

export const Timeframe = Shape(
  { from: Maybe(DateTime), to: Maybe(DateTime) },
  {
    $id: "Timeframe",
    description: "When the crew is expected. Either end may be open; `from` is never after `to`.",
    examples: [{ from: "2026-03-02T09:00:00+00:00", to: "2026-03-02T11:00:00+00:00" }],
  },
);

const flag = (description: string) => Maybe(Type.Boolean({ description }));

export const CaseAddress = Shape(
  {
    name: Maybe(Text(255, { description: "Of the house: a hospital, a cemetery, a garage." })),
    street: Maybe(Text(255)),
    house_number: Maybe(Text(32)),
    addition: Maybe(Text(255, { description: "Staircase, door, ward, kilometre of a motorway." })),
    floor: Maybe(Text(32)),
    zip_code: Maybe(Text(16)),
    city: Maybe(Text(255)),
    country: Maybe(Country),
    lat: Maybe(Latitude),
    lon: Maybe(Longitude),
    contact_name: Maybe(Text(255)),
    phone_number: Maybe(ContactNumber),
    notes: Maybe(Text(2000)),
    elevator: flag("There is an elevator that a stretcher fits into."),
    public_place: flag("A street, a square: bystanders must be expected."),
    home: flag("A private home."),
    elderly_home: flag("A home for the elderly."),
    cold_storage: flag("The place can keep the deceased cool."),
    excluded_vehicle_type_ids: Maybe(
      Type.Array(Uuid, {
        maxItems: 50,
        description: "Vehicle types that cannot get there, e.g. for the height of a gate.",
      }),
    ),
    timeframe: Maybe(Timeframe),
  },
  {
    $id: "CaseAddress",
    description: "`lat` and `lon` (WGS 84) are given together or not at all.",
    examples: [
      {
        name: "Landeskrankenhaus",
        street: "Auenbruggerplatz",
        house_number: "1",
        zip_code: "8036",
        city: "Graz",
        country: "AT",
        lat: 47.0812,
        lon: 15.4661,
        cold_storage: true,
        timeframe: { from: "2026-03-02T09:00:00+00:00", to: "2026-03-02T11:00:00+00:00" },
      },
    ],
  },
);

/** State of the signature of the person who took over, or why there is none. */
export const SignatureState = Enum(["SIGNED", "DECLINED", "UNABLE"], {
  description: "Who took over has signed, did not want to, or could not.",
});
export const Handover = Shape(
  {
    received_by: Maybe(Text(255)),
    signature: Maybe(Text(65_536, { description: "The drawn signature as an SVG path, or the id of its asset." })),
    refusal_reason: Maybe(Text(255)),
    signature_state: Maybe(SignatureState),
    delivered_at: Maybe(DateTime),
  },
  {
    $id: "Handover",
    examples: [{ received_by: "M. Huber", signature: "M0 0L40 12", delivered_at: "2026-03-02T12:05:00+00:00" }],
  },
);
export type Handover = Static<typeof Handover>;
