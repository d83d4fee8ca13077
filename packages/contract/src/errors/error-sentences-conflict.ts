import type { ErrorSentenceTable } from "./error-kind";

/** Sentences of refusals because of the state of an object (409). */
export const conflictErrorSentences = {
  UNDO_NOT_POSSIBLE: {
    reason: {
      NOTHING_TO_UNDO: {
        en: "There is nothing left to undo.",
        de: "Es gibt nichts mehr, was rückgängig gemacht werden kann.",
      },
      BARRIER: {
        en: "The last step cannot be undone. Choose the action that leads on from here.",
        de: "Der letzte Schritt kann nicht rückgängig gemacht werden. Wählen Sie die Aktion, die von hier weiterführt.",
      },
      TOO_OLD: {
        en: "Too much time has passed to undo this. Correct it by a new action; what a driver can no longer undo, a dispatcher may for longer.",
        de: "Dafür ist zu viel Zeit vergangen. Berichtigen Sie es durch eine neue Aktion; was Fahrer nicht mehr rückgängig machen können, kann die Disposition noch länger.",
      },
      NOT_NEWEST: {
        en: "Something was done since. Only the newest step can be undone.",
        de: "Seither ist etwas geschehen. Nur der neueste Schritt kann rückgängig gemacht werden.",
      },
      OTHER_DEVICE: {
        en: "This step was made on another device. Undo it there, or ask the dispatcher.",
        de: "Dieser Schritt wurde auf einem anderen Gerät gesetzt. Machen Sie ihn dort rückgängig, oder fragen Sie die Disposition.",
      },
      FORCE_REQUIRED: {
        en: "The case or its tour is closed. Confirm that it is to be opened again.",
        de: "Der Fall oder seine Tour ist abgeschlossen. Bestätigen Sie, dass er wieder geöffnet werden soll.",
      },
      NEWER_OPEN_LINK: {
        en: "The case is on another tour since. Take it from there first.",
        de: "Der Fall ist seither auf einer anderen Tour. Nehmen Sie ihn zuerst von dort zurück.",
      },
      NEWER_CHANGE: {
        en: "Another tour has changed the case since. Undo that step first.",
        de: "Seither hat eine andere Tour den Fall geändert. Machen Sie zuerst diesen Schritt rückgängig.",
      },
      CASE_CLOSED_SINCE: {
        en: "The case was closed since. Undo its closing first.",
        de: "Der Fall wurde seither abgeschlossen. Machen Sie zuerst den Abschluss rückgängig.",
      },
      APPROVAL_WITHDRAWN: {
        en: "The release of the case was withdrawn since. Release it again first.",
        de: "Die Freigabe des Falls wurde seither zurückgenommen. Geben Sie ihn zuerst wieder frei.",
      },
    },
  },
  TOUR_STATUS_CONFLICT: {
    status: {
      SCHEDULED: {
        en: "The tour has not been started. Start it first.",
        de: "Die Tour hat noch nicht begonnen. Starten Sie sie zuerst.",
      },
      STARTED: {
        en: "The tour has been started already. Go on with it, or plan a new one.",
        de: "Die Tour hat schon begonnen. Arbeiten Sie mit ihr weiter, oder planen Sie eine neue.",
      },
      FINISHED: {
        en: "The tour is finished. Choose another one.",
        de: "Die Tour ist beendet. Wählen Sie eine andere.",
      },
      ACTIVE: {
        en: "The tour is under way. Go on with it, or choose another one.",
        de: "Die Tour ist unterwegs. Arbeiten Sie mit ihr weiter, oder wählen Sie eine andere.",
      },
      ON_DUTY: {
        en: "The tour is on duty. Go on with it, or choose another one.",
        de: "Die Tour ist im Dienst. Arbeiten Sie mit ihr weiter, oder wählen Sie eine andere.",
      },
      ON_A_BREAK: {
        en: "The crew has a break. Ask them to end it, or choose another tour; dispatchers may confirm that this one gets the case anyway.",
        de: "Die Besatzung hat Pause. Bitten Sie sie, die Pause zu beenden, oder wählen Sie eine andere Tour; die Disposition kann bestätigen, dass diese den Fall trotzdem bekommt.",
      },
      NOT_TAKING_CASES: {
        en: "The tour takes no more cases. Choose another one, or ask the crew; dispatchers may confirm that this one gets the case anyway.",
        de: "Die Tour nimmt keine Fälle mehr an. Wählen Sie eine andere, oder fragen Sie die Besatzung; die Disposition kann bestätigen, dass diese den Fall trotzdem bekommt.",
      },
      OFF_DUTY: {
        en: "The crew is off duty. Choose another tour; dispatchers may confirm that this one gets the case anyway.",
        de: "Die Besatzung ist nicht mehr im Dienst. Wählen Sie eine andere Tour; die Disposition kann bestätigen, dass diese den Fall trotzdem bekommt.",
      },
    },
  },
  INVITE_ALREADY_ANSWERED: {
    status: {
      ACCEPTED: {
        en: "The invitation was accepted already. There is nothing left to do.",
        de: "Die Einladung wurde schon angenommen. Es ist nichts mehr zu tun.",
      },
      REJECTED: {
        en: "The invitation was declined already. Ask for a new one if you want to accept.",
        de: "Die Einladung wurde schon abgelehnt. Bitten Sie um eine neue, wenn Sie annehmen möchten.",
      },
    },
  },
} as const satisfies ErrorSentenceTable;
