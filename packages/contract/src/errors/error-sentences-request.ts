import type { ErrorSentenceTable } from "./error-kind";

/** Sentences shared by rules that require the same of people. */
const sharedRuleSentences = {
  missing: {
    en: "A required value is missing. Fill it in and send it again.",
    de: "Eine notwendige Angabe fehlt. Ergänzen Sie sie und senden Sie noch einmal.",
  },
  form: {
    en: "A value is not written as it has to be. Check how it is spelt and correct it.",
    de: "Eine Angabe hat nicht die richtige Form. Prüfen Sie die Schreibweise und berichtigen Sie sie.",
  },
  choice: {
    en: "A value is not among those that may be chosen. Choose one of them.",
    de: "Eine Angabe steht nicht zur Auswahl. Wählen Sie eine der vorgesehenen.",
  },
  short: { en: "A text is too short. Write more.", de: "Ein Text ist zu kurz. Schreiben Sie mehr." },
  long: { en: "A text is too long. Shorten it.", de: "Ein Text ist zu lang. Kürzen Sie ihn." },
  small: {
    en: "A number is too small. Enter a larger one.",
    de: "Eine Zahl ist zu klein. Geben Sie eine größere ein.",
  },
  large: {
    en: "A number is too large. Enter a smaller one.",
    de: "Eine Zahl ist zu groß. Geben Sie eine kleinere ein.",
  },
  few: { en: "A list has too few entries. Add some.", de: "Eine Liste hat zu wenige Einträge. Ergänzen Sie welche." },
  many: {
    en: "A list has too many entries. Remove some, or send them in parts.",
    de: "Eine Liste hat zu viele Einträge. Entfernen Sie welche, oder senden Sie sie in Teilen.",
  },
  twice: {
    en: "Something is given twice. Remove one of the two.",
    de: "Etwas ist doppelt angegeben. Entfernen Sie eines von beiden.",
  },
  characters: {
    en: "A text holds characters that cannot be stored. Type it again instead of copying it.",
    de: "Ein Text enthält Zeichen, die nicht gespeichert werden können. Tippen Sie ihn neu, statt ihn zu kopieren.",
  },
  upload: {
    en: "The file did not arrive as a whole. Choose it and send it again.",
    de: "Die Datei ist nicht vollständig angekommen. Wählen und senden Sie sie noch einmal.",
  },
};

/** Sentences of refusals because of the form of a request. */
export const requestErrorSentences = {
  VALIDATION_FAILED: {
    rule: {
      required: sharedRuleSentences.missing,
      type: sharedRuleSentences.form,
      format: sharedRuleSentences.form,
      pattern: sharedRuleSentences.form,
      multipleOf: sharedRuleSentences.form,
      enum: sharedRuleSentences.choice,
      const: sharedRuleSentences.choice,
      minLength: sharedRuleSentences.short,
      maxLength: sharedRuleSentences.long,
      minimum: sharedRuleSentences.small,
      exclusiveMinimum: sharedRuleSentences.small,
      maximum: sharedRuleSentences.large,
      exclusiveMaximum: sharedRuleSentences.large,
      minItems: sharedRuleSentences.few,
      minProperties: sharedRuleSentences.few,
      maxItems: sharedRuleSentences.many,
      maxProperties: sharedRuleSentences.many,
      uniqueItems: sharedRuleSentences.twice,
      unique: sharedRuleSentences.twice,
      unicode: sharedRuleSentences.characters,
      storable: sharedRuleSentences.characters,
      boundary: sharedRuleSentences.upload,
      multipart: sharedRuleSentences.upload,
      maxDepth: {
        en: "The values are nested too deeply. Send them in a simpler form.",
        de: "Die Angaben sind zu tief verschachtelt. Senden Sie sie in einfacherer Form.",
      },
      phone_number: {
        en: "A telephone number cannot be dialled. Write it with its country code, and notes about it in another field.",
        de: "Eine Telefonnummer lässt sich nicht wählen. Schreiben Sie sie mit Ländervorwahl, und Hinweise dazu in ein anderes Feld.",
      },
      timezone: {
        en: "The time zone is not known. Write it like Europe/Vienna.",
        de: "Die Zeitzone ist nicht bekannt. Schreiben Sie sie wie Europe/Vienna.",
      },
      recurrence: {
        en: "This repetition is not among those that can be kept. Check the rule, its days and its end.",
        de: "Diese Wiederholung lässt sich nicht übernehmen. Prüfen Sie die Regel, ihre Tage und ihr Ende.",
      },
      recurrence_dates: {
        en: "It also comes again on single days of its own. Enter those as events of their own.",
        de: "Es wiederholt sich auch an einzelnen eigenen Tagen. Tragen Sie diese als eigene Termine ein.",
      },
      recurrence_range: {
        en: "It changes a series from one day on. End the series before that day, and enter the rest as a series of its own.",
        de: "Es ändert eine Serie ab einem Tag. Beenden Sie die Serie davor, und tragen Sie den Rest als eigene Serie ein.",
      },
      recurrence_timezone: {
        en: "It comes again by the clock of another time zone, which is not changed on the same days. Enter it by the clock of your own time zone, or each time by itself.",
        de: "Es wiederholt sich nach der Uhr einer anderen Zeitzone, die an anderen Tagen umgestellt wird. Tragen Sie es nach der Uhr Ihrer eigenen Zeitzone ein, oder jedes Mal einzeln.",
      },
      future: {
        en: "A time lies in the future. Check the clock of the device.",
        de: "Eine Zeit liegt in der Zukunft. Prüfen Sie die Uhr des Geräts.",
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
} as const satisfies ErrorSentenceTable;
