import type { ErrorSentenceTable } from "./error-kind";

/** Sentences of refusals because of how the values go together (422). */
export const ruleErrorSentences = {
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
      NOT_ICALENDAR: {
        en: "The file is not one of a calendar program. Export the calendar again, as iCalendar (.ics).",
        de: "Die Datei stammt nicht aus einem Kalenderprogramm. Exportieren Sie den Kalender noch einmal, als iCalendar (.ics).",
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
  LIMIT_EXCEEDED: {
    of: {
      event_days: {
        en: "An event lasts 31 days at most. Let a longer one come again daily, or divide it.",
        de: "Ein Termin dauert höchstens 31 Tage. Lassen Sie einen längeren täglich wiederkommen, oder teilen Sie ihn.",
      },
      import_events: {
        en: "The file has more events than can be read at once. Export a shorter time, or divide it.",
        de: "Die Datei hat mehr Termine, als auf einmal gelesen werden können. Exportieren Sie einen kürzeren Zeitraum, oder teilen Sie sie.",
      },
      import_series: {
        en: "The file has more series than can be read at once. Divide it.",
        de: "Die Datei hat mehr Serien, als auf einmal gelesen werden können. Teilen Sie sie.",
      },
      handover_signature: {
        en: "The signature is too large to be mailed. Send a link instead.",
        de: "Die Unterschrift ist zu groß, um sie mitzuschicken. Senden Sie stattdessen einen Link.",
      },
    },
  },
  FIELD_COMBINATION_INVALID: {
    fields: {
      mode: {
        en: "Your company does not allow documents of handovers as attachments. Send a link, or have an administrator allow them.",
        de: "Ihre Firma lässt Dokumente von Übergaben als Anhang nicht zu. Senden Sie einen Link, oder bitten Sie die Administration, Anhänge zuzulassen.",
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
  CONSTRAINT_VIOLATED: {
    level: {
      CRITICAL: {
        en: "A planning constraint is violated, and gravely. Dispatchers may choose another tour, or confirm that it is done anyway.",
        de: "Eine Planungsregel ist schwer verletzt. Die Disposition kann eine andere Tour wählen oder bestätigen, dass es trotzdem geschieht.",
      },
      SEVERE: {
        en: "A planning constraint is violated. Dispatchers may choose another tour, or confirm that it is done anyway.",
        de: "Eine Planungsregel ist verletzt. Die Disposition kann eine andere Tour wählen oder bestätigen, dass es trotzdem geschieht.",
      },
    },
  },
} as const satisfies ErrorSentenceTable;
