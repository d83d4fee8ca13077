import { useLanguage } from "../texts.tsx";

/** A day as it is read aloud; days have no zone. */
export function useDay() {
  const language = useLanguage();
  const format = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    dateStyle: "long",
    timeZone: "UTC",
  });
  return (day: string) => format.format(new Date(`${day}T00:00:00Z`));
}
