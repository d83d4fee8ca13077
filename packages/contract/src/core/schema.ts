import { type Static, type TObject, type TProperties, type TSchema, Type } from "typebox";

/** Ids are random UUIDs; they identify, they never authorise. */
export const Uuid = Type.String({ format: "uuid" });
/** RFC 3339 with an offset; answers are in UTC. */
export const DateTime = Type.String({ format: "date-time" });
/** A calendar day without a zone, `YYYY-MM-DD`. */
export const CalendarDay = Type.String({ format: "date" });
/** Counts the changes of an object; every change must name the version it was made on. */
export const LockVersion = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: "The version the change was made on. A stale one is refused with `LOCK_VERSION_CONFLICT`.",
});

/** A short line of text: at least one character, at most `maxLength` code points. */
export const SingleLineText = (maxLength: number, options: object = {}) =>
  Type.String({ minLength: 1, maxLength, ...options });
/** Free text that may be empty, at most `maxLength` code points. */
export const FreeText = (maxLength: number, options: object = {}) => Type.String({ maxLength, ...options });
const phoneNumberRules = {
  maxLength: 64,
  examples: ["+4366412345678"],
  description:
    "E.164: a plus sign, the country code and the number, digits only. Requests take every spelling that can be dialled, and read " +
    "national numbers by the tenant's country; what cannot be dialled is refused with the rule `phone_number`, which names a number " +
    "of the form that is expected.",
  "x-phone-number": true,
} as const;
/** A number that is dialled; the input check of the API brings it into its one spelling. */
export const PhoneNumber = Type.String({ minLength: 1, ...phoneNumberRules });
/** Telephone number of a contact, called by people alone; may be empty. */
export const ContactPhoneNumber = Type.String(phoneNumberRules);
export const Email = Type.String({ format: "email", maxLength: 254 });
export const Latitude = Type.Number({ minimum: -90, maximum: 90 });
export const Longitude = Type.Number({ minimum: -180, maximum: 180 });

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const Enum = <const V extends readonly string[]>(values: V, options: object = {}) =>
  Type.Unsafe<V[number]>({ type: "string", enum: values, ...options });

/** An object that refuses fields it does not know. Named ones become components of `openapi.yaml`. */
export const ClosedObject = <P extends TProperties>(
  properties: P,
  options: { $id?: string; [keyword: string]: unknown } = {},
) => Type.Object(properties, { additionalProperties: false, ...options });

/** Fields that every stored object has in answers. */
export const entityFields = { id: Uuid, created_at: DateTime, updated_at: DateTime } as const;
export const versionedEntityFields = { ...entityFields, lock_version: LockVersion } as const;

export const IdParams = ClosedObject({ id: Uuid });

export const paginationQueryFields = {
  page: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0, description: "Zero-based page number." }),
  ),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 20, description: "Rows per page." })),
} as const;
/** A filter of lists by the names that people use. */
export const createTextFilterFields = (fields: string) => ({
  text: Type.Optional(
    SingleLineText(100, { description: `All its words are parts of ${fields}, whatever their letter case.` }),
  ),
});
/** Number up to which totals of lists without an end are counted, unless the request asks for the exact one. */
export const COUNTED_TOTAL_MAX = 10_000;
export const exactTotalQueryFields = {
  total: Type.Optional(
    Enum(["EXACT"], {
      description: `Counts all, however many they are, and takes from the rate limit \`heavy\`, too. Left out, counting ends at ${COUNTED_TOTAL_MAX}.`,
    }),
  ),
} as const;
/** Sort order `field,asc` or `field,desc`, repeatable; the service knows which fields. */
export const sortQueryFields = {
  sort: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 80 }), {
      maxItems: 5,
      description: "`field,asc` or `field,desc`; may be repeated. The id always breaks ties.",
    }),
  ),
} as const;

export const PageMeta = ClosedObject(
  {
    page: Type.Integer({ minimum: 0 }),
    size: Type.Integer({ minimum: 1 }),
    total_elements: Type.Integer({
      minimum: 0,
      description:
        "How many there are. Unless `total_is_exact`, there are at least so many: one more than the page shows while another one follows, so " +
        "a client that reads pages until `total_pages` misses nothing.",
    }),
    total_pages: Type.Integer({ minimum: 0 }),
    total_is_exact: Type.Optional(
      Type.Boolean({
        description: "False where counting ended early. Lists that always count to the end leave it out.",
      }),
    ),
  },
  { $id: "PageMeta", examples: [{ page: 0, size: 20, total_elements: 1, total_pages: 1 }] },
);

/** The answer of a paged list: `{ meta, <noun>: [...] }`. */
export const pageSchemaOf = <K extends string, T extends TSchema>(noun: K, item: T, $id: string) =>
  ClosedObject(
    { meta: PageMeta, [noun]: Type.Array(item) } as { meta: typeof PageMeta } & Record<
      K,
      ReturnType<typeof Type.Array<T>>
    >,
    {
      $id,
    },
  );

export type { Static, TObject, TSchema };
