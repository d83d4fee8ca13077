import type { LocalizedErrorSentence, ErrorSentenceTable } from "./error-kind";

const stillInUseSentence = (en: string, de: string): LocalizedErrorSentence => ({ en, de });

/** Sentences of objects in use: which objects still need them, and how to free them. */
export const objectInUseErrorSentences = {
  RESOURCE_IN_USE: {
    by: {
      area: stillInUseSentence(
        "Areas still belong to it. Change or delete them first.",
        "Es gehören noch Gebiete dazu. Ändern oder löschen Sie diese zuerst.",
      ),
      branch_group: stillInUseSentence(
        "A branch group still needs it. Take it out of the group first.",
        "Eine Niederlassungsgruppe braucht es noch. Nehmen Sie es zuerst aus der Gruppe.",
      ),
      calendar: stillInUseSentence(
        "There are still calendars in it. Move or delete them first.",
        "Es sind noch Kalender darin. Verschieben oder löschen Sie diese zuerst.",
      ),
      calendar_event: stillInUseSentence(
        "There are still events in the calendar. Delete them first.",
        "Im Kalender stehen noch Einträge. Löschen Sie diese zuerst.",
      ),
      calendar_feed: stillInUseSentence(
        "A calendar link still needs it. Delete the link first.",
        "Ein Kalenderlink braucht es noch. Löschen Sie zuerst den Link.",
      ),
      case: stillInUseSentence(
        "Cases still belong to it. Move open ones elsewhere first; where closed ones belong to it, it has to stay.",
        "Es gehören noch Fälle dazu. Ordnen Sie offene zuerst anders zu; wozu abgeschlossene gehören, das muss bleiben.",
      ),
      critical_message: stillInUseSentence(
        "There are critical messages that belong to it. Keep it, or deactivate it where that is offered.",
        "Es gehören kritische Meldungen dazu. Behalten Sie es, oder deaktivieren Sie es, wo das angeboten wird.",
      ),
      delivery: stillInUseSentence(
        "It is being delivered at this moment. Wait for the result, then try again.",
        "Es wird gerade zugestellt. Warten Sie das Ergebnis ab, und versuchen Sie es dann noch einmal.",
      ),
      device: stillInUseSentence(
        "Phones still need it. Give them another place or delete them first.",
        "Telefone brauchen es noch. Ordnen Sie diese zuerst anders zu, oder löschen Sie sie.",
      ),
      other: stillInUseSentence(
        "It is still needed elsewhere. Find out where, and detach it there first.",
        "Es wird an anderer Stelle noch gebraucht. Sehen Sie nach, wo, und lösen Sie es dort zuerst.",
      ),
      queued_event: stillInUseSentence(
        "A newer notification has replaced this one. Send the newer one, or skip both.",
        "Eine neuere Meldung hat diese ersetzt. Senden Sie die neuere, oder überspringen Sie beide.",
      ),
      responsibility_claim: stillInUseSentence(
        "Responsibilities for this area still hold. End them first.",
        "Für dieses Gebiet gelten noch Zuständigkeiten. Beenden Sie diese zuerst.",
      ),
      role_associations: stillInUseSentence(
        "People still hold a role here. Take it from them first.",
        "Hier haben noch Personen eine Rolle. Entziehen Sie ihnen diese zuerst.",
      ),
      stored_address: stillInUseSentence(
        "Addresses of the address book still need it. Change or delete them first.",
        "Adressen im Adressbuch brauchen es noch. Ändern oder löschen Sie diese zuerst.",
      ),
      sync_run: stillInUseSentence(
        "Another synchronization is running. Wait until it has ended, then start again.",
        "Ein anderer Abgleich läuft gerade. Warten Sie, bis er beendet ist, und starten Sie dann noch einmal.",
      ),
      tenant: stillInUseSentence(
        "It is the last role that may change roles. Give this grant to another role first.",
        "Es ist die letzte Rolle, die Rollen ändern darf. Geben Sie dieses Recht zuerst einer anderen Rolle.",
      ),
      tour: stillInUseSentence(
        "Tours still need it. Change or finish planned and running ones first; where finished ones need it, it has to stay.",
        "Touren brauchen es noch. Ändern oder beenden Sie geplante und laufende zuerst; was beendete brauchen, das muss bleiben.",
      ),
      user: stillInUseSentence(
        "People still have it. Take it from them first.",
        "Personen haben es noch. Entfernen Sie es zuerst bei ihnen.",
      ),
      user_invite: stillInUseSentence(
        "An invitation still refers to it. Withdraw the invitation first.",
        "Eine Einladung bezieht sich noch darauf. Ziehen Sie zuerst die Einladung zurück.",
      ),
      vehicle: stillInUseSentence(
        "Vehicles still need it. Change them first.",
        "Fahrzeuge brauchen es noch. Ändern Sie zuerst die Fahrzeuge.",
      ),
      webhook: stillInUseSentence(
        "A webhook still needs it. Change or delete the webhook first.",
        "Ein Webhook braucht es noch. Ändern oder löschen Sie zuerst den Webhook.",
      ),
    },
  },
} as const satisfies ErrorSentenceTable;
