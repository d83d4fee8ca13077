import { useTranslations } from "use-intl";

interface LastAnswer {
  readonly last_status: number | null;
  readonly last_error: string | null;
}

/** Text of a system's last answer, or why there was none; empty before the first attempt. */
export function useLastDeliveryAnswerText(): (answer: LastAnswer) => string {
  const t = useTranslations("deliveries.error");
  return ({ last_status, last_error }) => {
    if (last_status !== null) return `HTTP ${last_status}`;
    const [code = ""] = (last_error ?? "").split(":");
    return code !== "" && t.has(code) ? t(code) : (last_error ?? "");
  };
}
