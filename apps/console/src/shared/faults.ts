import { useTranslations } from "use-intl";
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
  return (error) => {
    if (!(error instanceof ApiProblem))
      return { title: t("unexpected"), message: String(error), code: "CONSOLE", traceId: undefined };
    const { code, title, traceId } = error;
    if (code === "UNREACHABLE") return { title: t("unreachable"), message: t("unreachable_hint"), code, traceId };
    // `message` of an Error begins with status and code; the sentence comes after.
    return { title, message: error.message.replace(/^\d+ \w+: /, ""), code, traceId };
  };
}
