import { ApiProblem } from "@leitstand/client/problem";
import { useTranslations } from "use-intl";

/** Text of a refusal as the server gives it; without a server the app has its own. */
export function useRefusalText() {
  const t = useTranslations("frame");
  return (error: unknown): string => {
    if (!(error instanceof ApiProblem)) return t("failed");
    if (error.arg("rule") === "phone_number") return t("number_form", { expected: error.arg("expected") ?? "" });
    return error.code === "UNREACHABLE" ? t("no_network") : error.message.replace(/^\d+ \w+: /, "");
  };
}
