import type { Sentence, Sentences } from "./error-kind";

/**
 * Sentence of a missing object; `de` names it as German does here, "Diesen Fall", and `pronoun` stands for it
 * afterwards.
 */
const missing = (en: string, de: string, pronoun: "ihn" | "sie" | "es"): Sentence => ({
  en: `This ${en} does not exist, or you may not see it. Reload the list and look for it again.`,
  de: `${de} gibt es nicht, oder Sie dürfen ${pronoun} nicht sehen. Laden Sie die Liste neu und suchen Sie ${pronoun} noch einmal.`,
});

/** Sentences of missing objects. None says that the object exists and belongs to others. */
export const missingSentences = {
  RESOURCE_NOT_FOUND: {
    resource: {
      address: missing("address", "Diese Adresse", "sie"),
      area: missing("area", "Dieses Gebiet", "es"),
      asset: missing("file", "Diese Datei", "sie"),
      branch: missing("branch", "Diese Niederlassung", "sie"),
      branch_group: missing("branch group", "Diese Niederlassungsgruppe", "sie"),
      calendar: missing("calendar", "Diesen Kalender", "ihn"),
      calendar_event: missing("calendar event", "Diesen Kalendereintrag", "ihn"),
      calendar_event_exclusion: missing("exclusion", "Diese Ausnahme", "sie"),
      calendar_feed: missing("calendar link", "Diesen Kalenderlink", "ihn"),
      calendar_group: missing("calendar group", "Diese Kalendergruppe", "sie"),
      case: missing("case", "Diesen Fall", "ihn"),
      connector: missing("connection", "Diese Anbindung", "sie"),
      critical_message: missing("critical message", "Diese kritische Meldung", "sie"),
      device: missing("device", "Dieses Gerät", "es"),
      export_template: missing("template", "Diese Vorlage", "sie"),
      handover_link: {
        en: "This link is not valid, or no longer. Ask those who sent it for a new one.",
        de: "Dieser Link ist nicht oder nicht mehr gültig. Bitten Sie den Absender um einen neuen.",
      },
      import: missing("import", "Diesen Import", "ihn"),
      master_data: {
        en: "There is no master data of this company, or you may not see it. Reload the page and check the company.",
        de: "Stammdaten dieses Mandanten gibt es nicht, oder Sie dürfen sie nicht sehen. Laden Sie die Seite neu und prüfen Sie den Mandanten.",
      },
      photo: missing("photo", "Dieses Foto", "es"),
      queued_event: missing("notification", "Diese Meldung", "sie"),
      role: missing("role", "Diese Rolle", "sie"),
      service_account_token: missing("token", "Dieses Zugangstoken", "es"),
      service_account_user: missing("service account", "Dieses Dienstkonto", "es"),
      session: {
        en: "This session has ended already. Reload the list; there is nothing left to do.",
        de: "Diese Sitzung ist schon beendet. Laden Sie die Liste neu; es ist nichts mehr zu tun.",
      },
      skill: missing("skill", "Diese Fähigkeit", "sie"),
      started_tour: {
        en: "This vehicle is on no tour at present. Start its tour, or choose another vehicle.",
        de: "Dieses Fahrzeug ist derzeit auf keiner Tour. Starten Sie seine Tour, oder wählen Sie ein anderes Fahrzeug.",
      },
      tenant: missing("company", "Diesen Mandanten", "ihn"),
      todo: missing("todo", "Diese Aufgabe", "sie"),
      todo_template: missing("template", "Diese Vorlage", "sie"),
      tour: missing("tour", "Diese Tour", "sie"),
      user: missing("person", "Diese Person", "sie"),
      user_invite: missing("invitation", "Diese Einladung", "sie"),
      vehicle: missing("vehicle", "Dieses Fahrzeug", "es"),
      vehicle_type: missing("vehicle type", "Diesen Fahrzeugtyp", "ihn"),
      webhook: missing("webhook", "Diesen Webhook", "ihn"),
      webhook_delivery: missing("delivery", "Diese Zustellung", "sie"),
    },
  },
} as const satisfies Sentences;
