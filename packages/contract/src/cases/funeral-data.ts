/** Data of a funeral transport: what it carries, from where to where, and what has to be kept in mind on the way. */
import { type Static, Type } from "typebox";
import { CaseAddress, Handover, OptionalNullable } from "../company/address";
import { CalendarDay, Enum, SingleLineText, ClosedObject, FreeText } from "../core/schema";

export const transportTypes = [
  "Vorzeitige Abholung",
  "Transportauftrag",
  "Durchführung 1",
  "Durchführung 2",
  "Sonderaufbahrung",
  "Sonstiges",
] as const;
export const cargoTypes = ["PERSON", "ITEM"] as const;

/** Items that a crew looks for, one by one. */
export const belongingItems = ["watch", "money", "jewelery", "ring", "necklace"] as const;
export const BelongingState = Enum(["UNKNOWN", "STAYS", "RELOCATED"], {
  description: "STAYS with the deceased, was RELOCATED (handed to a person), or UNKNOWN: not looked for yet.",
});
const Belonging = OptionalNullable(BelongingState);
export const Belongings = ClosedObject(
  {
    watch: Belonging,
    money: Belonging,
    jewelery: Belonging,
    ring: Belonging,
    necklace: Belonging,
    location: OptionalNullable(FreeText(500, { description: "Where relocated belongings are." })),
    description: OptionalNullable(FreeText(2000)),
    confirmation: OptionalNullable(Type.Boolean({ description: "The crew has recorded the belongings." })),
  },
  { $id: "Belongings", examples: [{ watch: "STAYS", ring: "RELOCATED", location: "Relatives", confirmation: true }] },
);
export type Belongings = Static<typeof Belongings>;

const centimetersField = OptionalNullable(Type.Integer({ minimum: 1, maximum: 300 }));
const kilogramsField = OptionalNullable(Type.Number({ minimum: 0, maximum: 500 }));
const restrictedText = (description: string) =>
  OptionalNullable(Type.Boolean({ description: `${description} Restricted: null for callers who only read cases.` }));

export const Deceased = ClosedObject(
  {
    first_name: SingleLineText(255),
    last_name: SingleLineText(255),
    date_of_death: { ...CalendarDay, description: "Not after today, wherever the reader is." },
    birthday: OptionalNullable(CalendarDay),
    height_cm: centimetersField,
    weight_kg: kilogramsField,
    cultus: OptionalNullable(Type.Boolean({ description: "Religious rites are to be observed." })),
    clothed: OptionalNullable(Type.Boolean()),
    autopsy: restrictedText("An autopsy was or will be made."),
    police: restrictedText("The police has to release the deceased."),
    infectious: restrictedText("The crew must protect itself."),
    anatomy: restrictedText("Bequeathed to an institute of anatomy."),
    container_type: OptionalNullable(Enum(["COFFIN", "URN"])),
    coffin_type: OptionalNullable(
      Type.Integer({ minimum: 0, maximum: 1_000_000, description: "Number in the tenant's catalogue." }),
    ),
    urn: OptionalNullable(FreeText(255, { description: "Which urn." })),
    belongings: OptionalNullable(Belongings),
    identity_confirmed: OptionalNullable(Type.Boolean({ description: "Set by the crew when it loads." })),
  },
  {
    $id: "Deceased",
    examples: [
      {
        first_name: "Maria",
        last_name: "Muster",
        date_of_death: "2026-03-01",
        birthday: "1941-07-19",
        height_cm: 168,
        weight_kg: 71,
        container_type: "COFFIN",
        coffin_type: 2,
        infectious: false,
      },
    ],
  },
);

export const CargoItem = ClosedObject(
  {
    description: SingleLineText(1000),
    reduces_vehicle_capacity: OptionalNullable(
      Type.Boolean({ description: "Takes the place of one deceased person." }),
    ),
  },
  { $id: "CargoItem", examples: [{ description: "Kränze und Kerzenständer", reduces_vehicle_capacity: false }] },
);

export const FuneralData = ClosedObject(
  {
    cargo_type: Enum(cargoTypes),
    transport_type: Enum(transportTypes),
    cargo_deceased: OptionalNullable(Deceased),
    cargo_item: OptionalNullable(CargoItem),
    source_address: OptionalNullable(CaseAddress),
    target_address: OptionalNullable(CaseAddress),
    police_address: OptionalNullable(CaseAddress),
    handover: OptionalNullable(Handover),
  },
  {
    $id: "FuneralData",
    description: "PERSON goes with `cargo_deceased`, ITEM with `cargo_item`.",
    examples: [
      {
        cargo_type: "PERSON",
        transport_type: "Transportauftrag",
        cargo_deceased: { first_name: "Maria", last_name: "Muster", date_of_death: "2026-03-01", infectious: false },
        source_address: { name: "Landeskrankenhaus", zip_code: "8036", city: "Graz", country: "AT" },
        target_address: { name: "Zentralfriedhof", city: "Graz", zip_code: "8020", country: "AT" },
      },
    ],
  },
);
export type FuneralData = Static<typeof FuneralData>;
