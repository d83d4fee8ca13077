import de from "virtual:texts/de/absences";
import en from "virtual:texts/en/absences";
import { withLazyTexts } from "#shared/text/later-texts.tsx";
import { AbsenceCalendarLoader } from "./calendar-reader.tsx";

/** Texts of absences. They are few: one file with both languages costs less than another request. */
export const CalendarReaderWithTexts = withLazyTexts(AbsenceCalendarLoader, {
  de: () => Promise.resolve({ default: de }),
  en: () => Promise.resolve({ default: en }),
});
