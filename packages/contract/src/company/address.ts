/** A place that a crew drives to, with everything that helps to find it, get in and be let in at the right time. */
import { type Static, type TSchema, Type } from "typebox";
import { Country } from "../core/country";
import {
  ContactPhoneNumber,
  DateTime,
  Enum,
  Latitude,
  Longitude,
  Nullable,
  ClosedObject,
  FreeText,
  Uuid,
} from "../core/schema";

/** A field that may be left out or be null; both mean that its value is unknown. */
export const OptionalNullable = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema));

export const Timeframe = ClosedObject(
  { from: OptionalNullable(DateTime), to: OptionalNullable(DateTime) },
  {
    $id: "Timeframe",
    description: "When the crew is expected. Either end may be open; `from` is never after `to`.",
    examples: [{ from: "2026-03-02T09:00:00+00:00", to: "2026-03-02T11:00:00+00:00" }],
  },
);

const optionalFlag = (description: string) => OptionalNullable(Type.Boolean({ description }));

export const CaseAddress = ClosedObject(
  {
    name: OptionalNullable(FreeText(255, { description: "Of the house: a hospital, a cemetery, a garage." })),
    street: OptionalNullable(FreeText(255)),
    house_number: OptionalNullable(FreeText(32)),
    addition: OptionalNullable(FreeText(255, { description: "Staircase, door, ward, kilometre of a motorway." })),
    floor: OptionalNullable(FreeText(32)),
    zip_code: OptionalNullable(FreeText(16)),
    city: OptionalNullable(FreeText(255)),
    country: OptionalNullable(Country),
    lat: OptionalNullable(Latitude),
    lon: OptionalNullable(Longitude),
    contact_name: OptionalNullable(FreeText(255)),
    phone_number: OptionalNullable(ContactPhoneNumber),
    notes: OptionalNullable(FreeText(2000)),
    elevator: optionalFlag("There is an elevator that a stretcher fits into."),
    public_place: optionalFlag("A street, a square: bystanders must be expected."),
    home: optionalFlag("A private home."),
    elderly_home: optionalFlag("A home for the elderly."),
    cold_storage: optionalFlag("The place can keep the deceased cool."),
    excluded_vehicle_type_ids: OptionalNullable(
      Type.Array(Uuid, {
        maxItems: 50,
        description: "Vehicle types that cannot get there, e.g. for the height of a gate.",
      }),
    ),
    timeframe: OptionalNullable(Timeframe),
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
export const Handover = ClosedObject(
  {
    received_by: OptionalNullable(FreeText(255)),
    signature: OptionalNullable(
      FreeText(65_536, { description: "The drawn signature as an SVG path, or the id of its asset." }),
    ),
    refusal_reason: OptionalNullable(FreeText(255)),
    signature_state: OptionalNullable(SignatureState),
    delivered_at: OptionalNullable(DateTime),
  },
  {
    $id: "Handover",
    examples: [{ received_by: "M. Huber", signature: "M0 0L40 12", delivered_at: "2026-03-02T12:05:00+00:00" }],
  },
);
export type Handover = Static<typeof Handover>;
