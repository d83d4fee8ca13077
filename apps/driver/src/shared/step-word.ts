import { useTranslations } from "use-intl";

/** Word for a completed step; one that this version does not know is called an entry. */
export function useStepName() {
  const words = useTranslations("case.done");
  return (step: string): string => words(words.has(step) ? step : "other");
}
