import { useLocale, useTranslations } from "use-intl";
import { ApiProblem } from "@leitstand/client/problem";

export interface FaultText {
  readonly title: string;
  readonly message: string;
  readonly code: string;
  readonly traceId: string | undefined;
}

/** Text of a failure: the server answers in the user's language; a missing answer is described by the console. */
export function useFaultText(): (error: unknown) => FaultText {
  const t = useTranslations("faults");
  const locale = useLocale();
  const nameOf = useConstraintName();
  const namesOf = (constraints: string | undefined) => constraints?.split(",").map(nameOf).join(", ");
  return (error) => {
    if (!(error instanceof ApiProblem))
      return { title: t("unexpected"), message: String(error), code: "CONSOLE", traceId: undefined };
    const { code, traceId } = error;
    // The server has error titles in English alone; the message comes in the reader's language.
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

/** Name of a planning rule; one that this console does not know yet keeps its identifier. */
export function useConstraintName(): (constraint: string) => string {
  const t = useTranslations("faults.constraint");
  return (constraint) => (t.has(constraint) ? t(constraint) : constraint);
}
