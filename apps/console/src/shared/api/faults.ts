import { useLocale, useTranslations } from "use-intl";
import { ApiProblem } from "@leitstand/client/problem";

export interface FaultText {
  readonly title: string;
  readonly message: string;
  readonly code: string;
  readonly traceId: string | undefined;
}

/** What a failure says to the person before it: the server answers in their language, what never came is said by us. */
export function useFaultText(): (error: unknown) => FaultText {
  const t = useTranslations("faults");
  const locale = useLocale();
  const nameOf = useConstraintName();
  const namesOf = (constraints: string | undefined) => constraints?.split(",").map(nameOf).join(", ");
  return (error) => {
    if (!(error instanceof ApiProblem))
      return { title: t("unexpected"), message: String(error), code: "CONSOLE", traceId: undefined };
    const { code, traceId } = error;
    // The server names errors in English alone; its sentence about them comes in the reader's language.
    const title = locale === "en" ? error.title : t("unexpected");
    if (code === "UNREACHABLE") return { title: t("unreachable"), message: t("unreachable_hint"), code, traceId };
    const constraints = namesOf(error.arg("constraints"));
    if (constraints !== undefined) return { title, message: t("violated", { constraints }), code, traceId };
    if (error.arg("rule") === "phone_number")
      return { title, message: t("phone_number", { expected: error.arg("expected") ?? "" }), code, traceId };
    // `message` of an Error begins with status and code; the sentence comes after.
    return { title, message: error.message.replace(/^\d+ \w+: /, ""), code, traceId };
  };
}

/** A planning rule in words; one that this console does not know yet by its own name. */
export function useConstraintName(): (constraint: string) => string {
  const t = useTranslations("faults.constraint");
  return (constraint) => (t.has(constraint) ? t(constraint) : constraint);
}
