import type { LocalizedErrorSentence, ErrorSentenceTable } from "./error-kind";

/** Sentence about the present place of a case: its possible actions are offered by its buttons. */
const casePlaceSentence = (en: string, de: string): LocalizedErrorSentence => ({
  en: `${en} Choose one of the actions that are offered now.`,
  de: `${de} Wählen Sie eine der Aktionen, die jetzt angeboten werden.`,
});

/** Sentences for states that two kinds of cases name differently. */
const sharedStateSentences = {
  open: casePlaceSentence("The case is on no tour at present.", "Der Fall ist derzeit auf keiner Tour."),
  assigned: casePlaceSentence(
    "The case is assigned, and not accepted.",
    "Der Fall ist zugewiesen und nicht angenommen.",
  ),
  accepted: casePlaceSentence("The crew has accepted the case.", "Die Besatzung hat den Fall angenommen."),
  moving: casePlaceSentence("The crew is on the way.", "Die Besatzung ist unterwegs."),
  arrived: casePlaceSentence("The crew is on site.", "Die Besatzung ist vor Ort."),
  finished: casePlaceSentence("The case is finished.", "Der Fall ist erledigt."),
  cancelled: casePlaceSentence("The case is cancelled.", "Der Fall ist storniert."),
};

/**
 * Sentences of actions that a case does not allow: by the action where its state does not explain it, or else by the
 * state.
 */
export const caseErrorSentences = {
  CASE_ACTION_NOT_ALLOWED: {
    action: {
      ASSIGN: {
        en: "The case cannot be assigned to this tour now. Check whether it is released and still open, and whether the tour has it already.",
        de: "Der Fall kann dieser Tour jetzt nicht zugewiesen werden. Prüfen Sie, ob er freigegeben und noch offen ist, und ob die Tour ihn schon hat.",
      },
      ACCEPT: {
        en: "The case was answered already, or is no longer on this tour. Look at its present state before you go on.",
        de: "Der Fall wurde schon beantwortet oder ist nicht mehr auf dieser Tour. Sehen Sie seinen jetzigen Zustand an, bevor Sie weitermachen.",
      },
      REJECT: {
        en: "The case was accepted already, or is no longer on this tour. If the crew cannot do it, pass it on or take it back.",
        de: "Der Fall wurde schon angenommen oder ist nicht mehr auf dieser Tour. Kann die Besatzung ihn nicht erledigen, geben Sie ihn weiter oder nehmen Sie ihn zurück.",
      },
      FORWARD_ROLLBACK: {
        en: "Passing the case on can no longer be taken back. Check whether it is still released and who has it now; assign it again if need be.",
        de: "Die Weitergabe des Falls kann nicht mehr zurückgenommen werden. Prüfen Sie, ob er noch freigegeben ist und wer ihn jetzt hat; weisen Sie ihn bei Bedarf neu zu.",
      },
    },
    state: {
      "-": casePlaceSentence("The case is not on this tour.", "Der Fall ist nicht auf dieser Tour."),
      "~unassigned": casePlaceSentence(
        "The case was taken from this tour.",
        "Der Fall wurde von dieser Tour genommen.",
      ),
      "~forwarded": casePlaceSentence(
        "The case was passed on by this tour.",
        "Der Fall wurde von dieser Tour weitergegeben.",
      ),
      OPEN: sharedStateSentences.open,
      ASSIGNED: sharedStateSentences.assigned,
      ACCEPTED: sharedStateSentences.accepted,
      STARTED: sharedStateSentences.moving,
      ARRIVED: sharedStateSentences.arrived,
      LOADED: casePlaceSentence("The cargo is on board.", "Die Ladung ist an Bord."),
      POSTPONED: casePlaceSentence("The case is postponed.", "Der Fall ist verschoben."),
      DELIVERED: casePlaceSentence("The cargo is delivered.", "Die Ladung ist übergeben."),
      DONE: sharedStateSentences.finished,
      FINISHED: sharedStateSentences.finished,
      CANCELLED: sharedStateSentences.cancelled,
      create: casePlaceSentence("The case is not released.", "Der Fall ist nicht freigegeben."),
      open: sharedStateSentences.open,
      reserved: casePlaceSentence("The case is reserved for a tour.", "Der Fall ist für eine Tour vorgemerkt."),
      alarmed: casePlaceSentence(
        "The crew is alerted and has not answered.",
        "Die Besatzung ist alarmiert und hat nicht geantwortet.",
      ),
      onTheWay: sharedStateSentences.moving,
      arrived: sharedStateSentences.arrived,
      toDestination: casePlaceSentence("The vehicle is being taken away.", "Das Fahrzeug wird zum Ziel gebracht."),
      atDestination: casePlaceSentence("The vehicle has reached its destination.", "Das Fahrzeug ist am Ziel."),
      finished: sharedStateSentences.finished,
      backoffice: casePlaceSentence("The case is with the back office.", "Der Fall ist im Backoffice."),
      adActa: casePlaceSentence("The case is ad acta.", "Der Fall ist ad acta gelegt."),
      cancelled: sharedStateSentences.cancelled,
    },
  },
  ACTION_NOT_AVAILABLE: {
    action: {
      triggerSync: {
        en: "No system is connected that could be read. Set up its connection first.",
        de: "Es ist kein System angebunden, das gelesen werden könnte. Richten Sie zuerst die Anbindung ein.",
      },
      requestOeamtcCaseCallback: {
        en: "No partner is connected that could be told. Call there, or set up the connection first.",
        de: "Es ist kein Partner angebunden, der verständigt werden könnte. Rufen Sie dort an, oder richten Sie zuerst die Anbindung ein.",
      },
      requestOeamtcTourCallback: {
        en: "No partner is connected that could be told. Call there, or set up the connection first.",
        de: "Es ist kein Partner angebunden, der verständigt werden könnte. Rufen Sie dort an, oder richten Sie zuerst die Anbindung ein.",
      },
      authUserPhoneNumber: {
        en: "Your company does not use sign-in by phone number. Sign in with your password.",
        de: "Ihr Unternehmen verwendet die Anmeldung mit Telefonnummer nicht. Melden Sie sich mit Ihrem Passwort an.",
      },
    },
    tenant_type: {
      FUNERAL: {
        en: "This is not meant for funeral companies. Choose one of the actions that are offered.",
        de: "Das ist für Bestattungsunternehmen nicht vorgesehen. Wählen Sie eine der angebotenen Aktionen.",
      },
      ROADSIDE_ASSISTANCE: {
        en: "This is not meant for roadside assistance. Choose one of the actions that are offered.",
        de: "Das ist für die Pannenhilfe nicht vorgesehen. Wählen Sie eine der angebotenen Aktionen.",
      },
      PLATFORM: {
        en: "This is not meant for those who run the platform. Sign in at the company that it is about.",
        de: "Das ist für den Betrieb der Plattform nicht vorgesehen. Melden Sie sich bei dem Mandanten an, um den es geht.",
      },
    },
  },
} as const satisfies ErrorSentenceTable;
