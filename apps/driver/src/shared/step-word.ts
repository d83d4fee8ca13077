import { useTranslations } from "use-intl";

/** What a step is called when it is done; one that this version does not know is an entry. */
export function useStepWord() {
  const words = useTranslations("case.done");
  return (step: string): string => words(words.has(step) ? step : "other");
}
