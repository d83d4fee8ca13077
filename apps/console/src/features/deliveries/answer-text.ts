import { useTranslations } from "use-intl";

interface LastAnswer {
  readonly last_status: number | null;
  readonly last_error: string | null;
}

/** A system's last answer, or why there was none, in a few words; empty where it was not tried yet. */
export function useAnswerText(): (answer: LastAnswer) => string {
  const t = useTranslations("deliveries.error");
  return ({ last_status, last_error }) => {
    if (last_status !== null) return `HTTP ${last_status}`;
    const [code = ""] = (last_error ?? "").split(":");
    return code !== "" && t.has(code) ? t(code) : (last_error ?? "");
  };
}
