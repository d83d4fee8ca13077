import type { ErrorDefinition } from "./error-kind";

/** Errors because of how the values go together (422). */
export const ruleErrorDefinitions = {
  REFERENCE_NOT_FOUND: {
    status: 422,
    title: "Referenced object not found",
    args: { field: "string", id: "uuid" },
    message: { en: "A referenced object does not exist.", de: "Ein genanntes Objekt gibt es nicht." },
    fix: "Check the id in the named field.",
  },
  FIELD_COMBINATION_INVALID: {
    status: 422,
    title: "Fields do not fit together",
    args: { fields: "string" },
    message: {
      en: "The values of these fields do not fit together. Correct them together.",
      de: "Die Werte dieser Felder passen nicht zusammen. Bitte berichtigen Sie sie gemeinsam.",
    },
    fix: "Correct the named fields together.",
  },
  TIME_RANGE_INVALID: {
    status: 422,
    title: "End before start",
    args: { from: "datetime", to: "datetime" },
    message: {
      en: "The end does not lie after the start. Correct one of the two.",
      de: "Das Ende liegt nicht nach dem Beginn. Bitte berichtigen Sie eines von beiden.",
    },
    fix: "Swap or correct the times.",
  },
  TIME_OUT_OF_RANGE: {
    status: 422,
    title: "Time not plausible",
    args: { field: "string", min: "datetime", max: "datetime" },
    message: {
      en: "The time is not plausible. Check the date and the clock.",
      de: "Die Zeit ist nicht plausibel. Bitte prüfen Sie Datum und Uhr.",
    },
    fix: "Check clock and time zone of the sender.",
  },
  RANGE_INVALID: {
    status: 422,
    title: "Range reversed",
    args: { from: "string", to: "string" },
    message: {
      en: "The range ends before it begins. Correct one of its ends.",
      de: "Der Bereich endet vor seinem Anfang. Bitte berichtigen Sie eine der Grenzen.",
    },
    fix: "Swap or correct the ends; both have the same length.",
  },
  GEOMETRY_INVALID: {
    status: 422,
    title: "Geometry invalid",
    args: { reason: "enum", index: "int" },
    message: { en: "The geometry is not valid.", de: "Die Geometrie ist ungültig." },
    fix: "Send closed, valid polygons in WGS 84, [lon, lat].",
  },
  LIMIT_EXCEEDED: {
    status: 422,
    title: "Limit exceeded",
    args: { limit: "int", of: "enum" },
    message: { en: "A limit is exceeded.", de: "Eine Grenze ist überschritten." },
    fix: "Ask for less at once.",
  },
  CONSTRAINT_VIOLATED: {
    status: 422,
    title: "Planning constraint violated",
    args: { level: "enum", constraints: "string" },
    message: {
      en: "A planning constraint is violated. Dispatchers may choose another tour, or confirm that it is done anyway.",
      de: "Eine Planungsregel ist verletzt. Die Disposition kann eine andere Tour wählen oder bestätigen, dass es trotzdem geschieht.",
    },
    fix: "Choose another tour, or force it if you may. `constraints` names the broken rules, the gravest first, separated by commas; `level` is the gravest of them.",
  },
  ACTION_NOT_AVAILABLE: {
    status: 422,
    title: "Action not available for this tenant type",
    args: { action: "enum", tenant_type: "enum" },
    message: {
      en: "Tenants of this type do not have this action.",
      de: "Mandanten dieser Art haben diese Aktion nicht.",
    },
    fix: "Use the actions of your tenant type.",
  },
  ACTION_INPUT_MISSING: {
    status: 422,
    title: "Action needs more input",
    args: { action: "enum", field: "string" },
    message: { en: "The action needs more input.", de: "Die Aktion braucht weitere Angaben." },
    fix: "Send the named field.",
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    title: "Key used for another request",
    args: {},
    message: {
      en: "The key was used for a request with another content.",
      de: "Der Schlüssel wurde für eine Anfrage mit anderem Inhalt benutzt.",
    },
    fix: "Use a new key for a new request.",
  },
  PASSWORD_NOT_ACCEPTED: {
    status: 422,
    title: "Password not accepted",
    args: { rule: "enum" },
    message: { en: "The password or PIN is not accepted.", de: "Das Passwort oder die PIN wird nicht angenommen." },
    fix: "Follow the named rule.",
  },
  CALLBACK_URL_NOT_ALLOWED: {
    status: 422,
    title: "Callback address not allowed",
    args: {},
    message: { en: "This callback address is not allowed.", de: "Diese Rückrufadresse ist nicht erlaubt." },
    fix: "Use a public https address.",
  },
  TEMPLATE_INVALID: {
    status: 422,
    title: "Template invalid",
    args: { line: "int" },
    message: { en: "The template is not valid.", de: "Die Vorlage ist ungültig." },
    fix: "Correct the named line.",
  },
  FILE_CONTENT_INVALID: {
    status: 422,
    title: "File damaged or unsafe",
    args: { reason: "enum" },
    message: { en: "The file is damaged or unsafe.", de: "Die Datei ist beschädigt oder unsicher." },
    fix: "Export the file again and send it again.",
  },
} as const satisfies Record<string, ErrorDefinition>;
