import { type ErrorCode, errorRegistry } from "./errors";

export interface Sentence {
  readonly en: string;
  readonly de: string;
}

/**
 * What an error says to people when one of its `args` tells why: the reason, and what to do about it. By the argument's name and
 * its value; all others say the `message` of their kind.
 */
export const errorSentences = {
  FILE_CONTENT_INVALID: {
    reason: {
      EMPTY: {
        en: "The file is empty. Choose it again; it may not have been copied completely.",
        de: "Die Datei ist leer. Bitte wählen Sie sie noch einmal; vielleicht wurde sie nicht vollständig kopiert.",
      },
      DAMAGED: {
        en: "Something of the file is missing. Open it to check, and send it again from where it was made.",
        de: "Die Datei ist unvollständig. Bitte öffnen Sie sie zur Prüfung und senden Sie sie vom Ursprung noch einmal.",
      },
      ACTIVE_CONTENT: {
        en: "The PDF holds scripts, other files or links that run something. Print it to a new PDF and send that.",
        de: "Das PDF enthält Skripte, andere Dateien oder Verweise, die etwas ausführen. Drucken Sie es als neues PDF und senden Sie dieses.",
      },
      ENCRYPTED: {
        en: "The PDF is protected. Save it without a password and without restrictions, and send that.",
        de: "Das PDF ist geschützt. Speichern Sie es ohne Kennwort und ohne Einschränkungen und senden Sie es dann.",
      },
      UNREADABLE: {
        en: "The PDF is packed in a way that cannot be checked. Print it to a new PDF and send that.",
        de: "Das PDF ist so gepackt, dass es nicht geprüft werden kann. Drucken Sie es als neues PDF und senden Sie dieses.",
      },
      REFERENCES: {
        en: "The drawing refers to other files. Embed them, or save it as a PNG.",
        de: "Die Zeichnung verweist auf andere Dateien. Betten Sie diese ein, oder speichern Sie sie als PNG.",
      },
      TEXT: {
        en: "The drawing holds text, which looks different on each device. Convert it to paths, or save it as a PNG.",
        de: "Die Zeichnung enthält Text, der auf jedem Gerät anders aussieht. Wandeln Sie ihn in Pfade um, oder speichern Sie sie als PNG.",
      },
      TOO_MANY_PIXELS: {
        en: "The picture is too large. Make it smaller, or save it as an ordinary JPEG.",
        de: "Das Bild ist zu groß. Verkleinern Sie es, oder speichern Sie es als gewöhnliches JPEG.",
      },
      TOO_COMPLEX: {
        en: "Checking the file took too long. Save it again in a simpler form.",
        de: "Die Prüfung der Datei hat zu lange gedauert. Speichern Sie sie in einfacherer Form noch einmal.",
      },
      HEADER: {
        en: "The first row does not name the columns, or names one twice. Start from the template.",
        de: "Die erste Zeile nennt die Spalten nicht oder eine doppelt. Gehen Sie von der Vorlage aus.",
      },
      QUOTES: {
        en: "A quotation mark in the table is not closed. Export the table again.",
        de: "In der Tabelle ist ein Anführungszeichen nicht geschlossen. Exportieren Sie die Tabelle noch einmal.",
      },
      RECORD_TOO_LONG: {
        en: "A row of the table is too long. Check the separator, and whether a quotation mark is missing.",
        de: "Eine Zeile der Tabelle ist zu lang. Prüfen Sie das Trennzeichen und ob ein Anführungszeichen fehlt.",
      },
    },
  },
  FILE_TYPE_NOT_ALLOWED: {
    detected: {
      "image/heic": {
        en: "HEIC pictures are not accepted. Share the photo as JPEG; on an iPhone choose Settings, Camera, Formats, Most Compatible.",
        de: "HEIC-Bilder werden nicht angenommen. Senden Sie das Foto als JPEG; auf dem iPhone: Einstellungen, Kamera, Formate, Maximale Kompatibilität.",
      },
    },
  },
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
      STARTED: { en: "The tour has been started already.", de: "Die Tour hat schon begonnen." },
      FINISHED: {
        en: "The tour is finished. Choose another one.",
        de: "Die Tour ist beendet. Wählen Sie eine andere.",
      },
      ACTIVE: { en: "The tour is under way.", de: "Die Tour ist unterwegs." },
      ON_DUTY: { en: "The tour is on duty.", de: "Die Tour ist im Dienst." },
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
  GEOMETRY_INVALID: {
    reason: {
      NO_POSITION: {
        en: "The place has no position. Choose its address from the list, or set it on the map.",
        de: "Der Ort hat keine Position. Wählen Sie seine Adresse aus der Liste, oder setzen Sie ihn auf der Karte.",
      },
      NO_ROAD: {
        en: "There is no road near this place. Set it closer to one.",
        de: "In der Nähe dieses Ortes ist keine Straße. Setzen Sie ihn näher an eine.",
      },
      NO_WAY: {
        en: "No road leads to this place. Check whether it lies where it is meant to.",
        de: "Zu diesem Ort führt keine Straße. Prüfen Sie, ob er am richtigen Platz liegt.",
      },
      LATITUDE: {
        en: "A point lies beyond a pole. Check whether longitude and latitude are exchanged.",
        de: "Ein Punkt liegt jenseits eines Pols. Prüfen Sie, ob Länge und Breite vertauscht sind.",
      },
      NOT_CLOSED: {
        en: "The outline is not closed. Let it end where it begins.",
        de: "Der Umriss ist nicht geschlossen. Lassen Sie ihn dort enden, wo er beginnt.",
      },
      NO_AREA: {
        en: "The outline encloses nothing. Draw it again.",
        de: "Der Umriss schließt keine Fläche ein. Zeichnen Sie ihn noch einmal.",
      },
      SELF_INTERSECTION: {
        en: "The outline crosses itself. Draw it without crossings.",
        de: "Der Umriss kreuzt sich selbst. Zeichnen Sie ihn ohne Kreuzungen.",
      },
      TOO_LARGE: {
        en: "The area is too large. Draw several smaller ones.",
        de: "Das Gebiet ist zu groß. Zeichnen Sie mehrere kleinere.",
      },
      TOO_MANY_RINGS: {
        en: "The area has too many parts. Divide it into several.",
        de: "Das Gebiet hat zu viele Teile. Teilen Sie es auf mehrere auf.",
      },
      TOO_MANY_POSITIONS: {
        en: "The outline has too many points. Simplify it.",
        de: "Der Umriss hat zu viele Punkte. Vereinfachen Sie ihn.",
      },
    },
  },
  PASSWORD_NOT_ACCEPTED: {
    rule: {
      TOO_SHORT: {
        en: "The password is too short. Several words that only you combine are long and easy to remember.",
        de: "Das Passwort ist zu kurz. Mehrere Wörter, die nur Sie so verbinden, sind lang und leicht zu merken.",
      },
      TOO_LONG: {
        en: "The password is too long. Choose a shorter one.",
        de: "Das Passwort ist zu lang. Wählen Sie ein kürzeres.",
      },
      COMMON: { en: "Many people use this one. Choose another.", de: "Das verwenden viele. Wählen Sie etwas anderes." },
      CONTEXT: {
        en: "It follows from your name, number or company. Choose something that has nothing to do with them.",
        de: "Es lässt sich aus Ihrem Namen, Ihrer Nummer oder Firma erraten. Wählen Sie etwas, das damit nichts zu tun hat.",
      },
      REPEATED: {
        en: "The same digits repeat in this PIN. Choose another.",
        de: "In dieser PIN wiederholen sich die Ziffern. Wählen Sie eine andere.",
      },
      SEQUENCE: {
        en: "The digits of this PIN follow one another. Choose another.",
        de: "Die Ziffern dieser PIN folgen aufeinander. Wählen Sie eine andere.",
      },
      DATE: {
        en: "This PIN is a date, which others may know. Choose another.",
        de: "Diese PIN ist ein Datum, das andere kennen können. Wählen Sie eine andere.",
      },
    },
  },
} as const satisfies Partial<Record<ErrorCode, Readonly<Record<string, Readonly<Record<string, Sentence>>>>>>;

type Sentences = typeof errorSentences;

/** The values that an argument of an error may have where each has its sentence. What was `detected` in a file may be anything. */
export type ErrorArgsOf<Code> =
  Code extends Exclude<keyof Sentences, "FILE_TYPE_NOT_ALLOWED">
    ? { readonly [Arg in keyof Sentences[Code]]?: keyof Sentences[Code][Arg] }
    : unknown;

/** What an error says to people: the sentence that its arguments choose, or else that of its kind. */
export function sentenceOf(code: ErrorCode, args: Readonly<Record<string, unknown>> = {}): Sentence {
  const chosen = listSentences(code).find(({ arg, value }) => args[arg] === value);
  return chosen?.sentence ?? errorRegistry[code].message;
}

/** All sentences of a kind, with the argument and the value that choose each. */
export function listSentences(code: ErrorCode) {
  const byArg: Readonly<Record<string, Readonly<Record<string, Sentence>>>> =
    code in errorSentences ? errorSentences[code as keyof Sentences] : {};
  return Object.entries(byArg).flatMap(([arg, sentences]) =>
    Object.entries(sentences).map(([value, sentence]) => ({ arg, value, sentence })),
  );
}
