import type { LocalizedErrorSentence, ErrorSentenceTable } from "./error-kind";

/**
 * Sentence of a missing object; `de` is its name in the accusative, such as "Diesen Fall", and `pronoun` refers to it
 * afterwards.
 */
const missingObjectSentence = (en: string, de: string, pronoun: "ihn" | "sie" | "es"): LocalizedErrorSentence => ({
  en: `This ${en} does not exist, or you may not see it. Reload the list and look for it again.`,
  de: `${de} gibt es nicht, oder Sie dürfen ${pronoun} nicht sehen. Laden Sie die Liste neu und suchen Sie ${pronoun} noch einmal.`,
});

/** Sentences of missing objects. None says that the object exists and belongs to others. */
export const notFoundErrorSentences = {
  RESOURCE_NOT_FOUND: {
    resource: {
      address: missingObjectSentence("address", "Diese Adresse", "sie"),
      area: missingObjectSentence("area", "Dieses Gebiet", "es"),
      asset: missingObjectSentence("file", "Diese Datei", "sie"),
      branch: missingObjectSentence("branch", "Diese Niederlassung", "sie"),
      branch_group: missingObjectSentence("branch group", "Diese Niederlassungsgruppe", "sie"),
      calendar: missingObjectSentence("calendar", "Diesen Kalender", "ihn"),
      calendar_event: missingObjectSentence("calendar event", "Diesen Kalendereintrag", "ihn"),
      calendar_event_exclusion: missingObjectSentence("exclusion", "Diese Ausnahme", "sie"),
      calendar_feed: missingObjectSentence("calendar link", "Diesen Kalenderlink", "ihn"),
      calendar_group: missingObjectSentence("calendar group", "Diese Kalendergruppe", "sie"),
      case: missingObjectSentence("case", "Diesen Fall", "ihn"),
      connector: missingObjectSentence("connection", "Diese Anbindung", "sie"),
      critical_message: missingObjectSentence("critical message", "Diese kritische Meldung", "sie"),
      device: missingObjectSentence("device", "Dieses Gerät", "es"),
      export_template: missingObjectSentence("template", "Diese Vorlage", "sie"),
      handover_link: {
        en: "This link is not valid, or no longer. Ask those who sent it for a new one.",
        de: "Dieser Link ist nicht oder nicht mehr gültig. Bitten Sie den Absender um einen neuen.",
      },
      import: missingObjectSentence("import", "Diesen Import", "ihn"),
      master_data: {
        en: "There is no master data of this company, or you may not see it. Reload the page and check the company.",
        de: "Stammdaten dieses Mandanten gibt es nicht, oder Sie dürfen sie nicht sehen. Laden Sie die Seite neu und prüfen Sie den Mandanten.",
      },
      photo: missingObjectSentence("photo", "Dieses Foto", "es"),
      queued_event: missingObjectSentence("notification", "Diese Meldung", "sie"),
      role: missingObjectSentence("role", "Diese Rolle", "sie"),
      service_account_token: missingObjectSentence("token", "Dieses Zugangstoken", "es"),
      service_account_user: missingObjectSentence("service account", "Dieses Dienstkonto", "es"),
      session: {
        en: "This session has ended already. Reload the list; there is nothing left to do.",
        de: "Diese Sitzung ist schon beendet. Laden Sie die Liste neu; es ist nichts mehr zu tun.",
      },
      skill: missingObjectSentence("skill", "Diese Fähigkeit", "sie"),
      started_tour: {
        en: "This vehicle is on no tour at present. Start its tour, or choose another vehicle.",
        de: "Dieses Fahrzeug ist derzeit auf keiner Tour. Starten Sie seine Tour, oder wählen Sie ein anderes Fahrzeug.",
      },
      tenant: missingObjectSentence("company", "Diesen Mandanten", "ihn"),
      todo: missingObjectSentence("todo", "Diese Aufgabe", "sie"),
      todo_template: missingObjectSentence("template", "Diese Vorlage", "sie"),
      tour: missingObjectSentence("tour", "Diese Tour", "sie"),
      user: missingObjectSentence("person", "Diese Person", "sie"),
      user_invite: missingObjectSentence("invitation", "Diese Einladung", "sie"),
      vehicle: missingObjectSentence("vehicle", "Dieses Fahrzeug", "es"),
      vehicle_type: missingObjectSentence("vehicle type", "Diesen Fahrzeugtyp", "ihn"),
      webhook: missingObjectSentence("webhook", "Diesen Webhook", "ihn"),
      webhook_delivery: missingObjectSentence("delivery", "Diese Zustellung", "sie"),
    },
  },
} as const satisfies ErrorSentenceTable;
