import { useTranslations } from "use-intl";
import { goHome } from "#shared/route.ts";
import { useTimeZone } from "#shared/texts.tsx";
import { serverTimeNow } from "#shared/time/use-now.ts";
import { carryOutCaseStep } from "#work/act.ts";
import { postponeTimeFunctions } from "./delays.ts";
import { RadioChoice, TextField } from "./form-parts.tsx";
import { type CaseActionFormProps, useCaseDraftField } from "./form-props.ts";
import { CaseActionFormScreen } from "./form-screen.tsx";

type DelayName = keyof typeof postponeTimeFunctions;
const delayNames = ["hour", "hours", "tomorrow"] as const satisfies readonly DelayName[];

export function PostponeForm({ shown, tour_id }: CaseActionFormProps) {
  const t = useTranslations("case");
  const [reason, setReason] = useCaseDraftField(shown, "postpone");
  const [kept, setDelay] = useCaseDraftField(shown, "postpone_until");
  const delay = delayNames.find((name) => name === kept) ?? "hour";
  const zone = useTimeZone();
  const postpone = async () => {
    const payload = { postponed_until: new Date(postponeTimeFunctions[delay](serverTimeNow(), zone)).toISOString() };
    await carryOutCaseStep({ dispatchCase: shown, tour_id, action: "POSTPONE", reason: reason.trim(), payload });
    goHome();
  };
  return (
    <CaseActionFormScreen
      title={t("postpone")}
      button={t("actions.POSTPONE")}
      missing={reason.trim() === "" ? t("form.reason") : undefined}
      onSave={postpone}
    >
      <RadioChoice
        label={t("form.until")}
        options={delayNames.map((name) => t(`form.${name}`))}
        value={t(`form.${delay}`)}
        onChange={(chosen) => setDelay(delayNames.find((name) => t(`form.${name}`) === chosen) ?? "hour")}
      />
      <TextField label={t("form.reason")} value={reason} onChange={setReason} />
    </CaseActionFormScreen>
  );
}
