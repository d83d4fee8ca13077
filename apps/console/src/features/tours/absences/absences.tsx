import de from "virtual:texts/de/absences";
import en from "virtual:texts/en/absences";
import { laterTexts } from "#shared/text/later-texts.tsx";
import { CalendarReader } from "./calendar-reader.tsx";

/** Texts of absences. They are few: one file with both languages costs less than another request. */
export const Absences = laterTexts(CalendarReader, {
  de: () => Promise.resolve({ default: de }),
  en: () => Promise.resolve({ default: en }),
});
