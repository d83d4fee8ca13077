import type { ErrorDefinition } from "./error-kind";

/** Errors because of the state of an object (409). */
export const conflictErrorDefinitions = {
  LOCK_VERSION_CONFLICT: {
    status: 409,
    title: "Changed meanwhile",
    args: { lock_version: "int", current_lock_version: "int" },
    message: { en: "The object was changed in the meantime.", de: "Das Objekt wurde inzwischen geändert." },
    fix: "Fetch it again, and repeat the change on the current version only while what it was decided on still holds.",
  },
  RESOURCE_ALREADY_EXISTS: {
    status: 409,
    title: "Already exists",
    args: { field: "string" },
    message: { en: "An object with this value exists already.", de: "Ein Objekt mit diesem Wert gibt es schon." },
    fix: "Choose another value or use the existing object.",
  },
  RESOURCE_IN_USE: {
    status: 409,
    title: "Still in use",
    args: { by: "enum", count: "int" },
    message: { en: "The object is still in use.", de: "Das Objekt wird noch gebraucht." },
    fix: "Detach what uses it first.",
  },
  IDEMPOTENCY_REQUEST_IN_PROGRESS: {
    status: 409,
    title: "Same request still running",
    args: {},
    message: { en: "A request with this key is still running.", de: "Eine Anfrage mit diesem Schlüssel läuft noch." },
    fix: "Wait a moment and repeat with the same key.",
  },
  CASE_ACTION_NOT_ALLOWED: {
    status: 409,
    title: "Action not possible now",
    args: { action: "enum", state: "enum", allowed: "string" },
    message: {
      en: "The case does not allow this action in its present state.",
      de: "Der Fall lässt diese Aktion im jetzigen Zustand nicht zu.",
    },
    fix: "Offer only what state.actions lists.",
  },
  CASE_FINALIZED: {
    status: 409,
    title: "Case is closed",
    args: { case_id: "uuid" },
    message: { en: "The case is closed.", de: "Der Fall ist abgeschlossen." },
    fix: "Undo the closing action first, if it may be undone.",
  },
  CASE_CARGO_LOADED: {
    status: 409,
    title: "Cargo is loaded",
    args: { tour_id: "uuid" },
    message: {
      en: "The cargo is loaded; the custody chain must not break.",
      de: "Die Ladung ist an Bord; die Obhut darf nicht abreißen.",
    },
    fix: "Deliver, finish at an interim place, or undo the loading.",
  },
  UNDO_NOT_POSSIBLE: {
    status: 409,
    title: "Nothing to undo",
    args: { reason: "enum" },
    message: { en: "There is nothing that may be undone.", de: "Es gibt nichts, was rückgängig gemacht werden darf." },
    fix: "See the reason: too late, not yours, a barrier, or nothing left.",
  },
  TOUR_HAS_ACTIVE_CASES: {
    status: 409,
    title: "Tour has active cases",
    args: { count: "int" },
    message: { en: "The tour still has active cases.", de: "Die Tour hat noch laufende Fälle." },
    fix: "Finish, deliver or forward its cases first.",
  },
  TOUR_STATUS_CONFLICT: {
    status: 409,
    title: "Tour status does not allow this",
    args: { status: "enum", required: "enum" },
    message: { en: "The status of the tour does not allow this.", de: "Der Status der Tour lässt das nicht zu." },
    fix: "Choose another tour or change its status first.",
  },
  DEVICE_ALREADY_ASSOCIATED: {
    status: 409,
    title: "Device already in a vehicle",
    args: { vehicle_id: "uuid" },
    message: { en: "The device is already in another vehicle.", de: "Das Gerät ist schon in einem anderen Fahrzeug." },
    fix: "Detach it there first.",
  },
  USER_NOT_INACTIVE: {
    status: 409,
    title: "User still active",
    args: {},
    message: { en: "Only inactive users can be deleted.", de: "Nur inaktive Benutzer können gelöscht werden." },
    fix: "Deactivate the user everywhere first.",
  },
  INVITE_ALREADY_ANSWERED: {
    status: 409,
    title: "Invite already answered",
    args: { status: "enum" },
    message: { en: "The invite was answered already.", de: "Die Einladung wurde schon beantwortet." },
    fix: "Ask for a new invite.",
  },
} as const satisfies Record<string, ErrorDefinition>;
