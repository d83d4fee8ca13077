import { useTranslations } from "use-intl";
import { goHome } from "#shared/route.ts";
import { carryOutCaseStep } from "#work/act.ts";
import { RadioChoice, TextField } from "./form-parts.tsx";
import { type CaseActionFormProps, useCaseDraftField } from "./form-props.ts";
import { CaseActionFormScreen } from "./form-screen.tsx";

/** Keys of the offered reasons below `form.reasons` of the translations. */
const rejectReasonKeys = ["far", "break", "vehicle", "end"] as const;

/** Form that rejects a case, which is final; the dispatcher reads the reason. */
export function RejectForm({ shown, tour_id }: CaseActionFormProps) {
  const t = useTranslations("case");
  const [reason, setReason] = useCaseDraftField(shown, "reject");
  const reject = async () => {
    await carryOutCaseStep({ dispatchCase: shown, tour_id, action: "REJECT", reason: reason.trim() });
    goHome();
  };
  return (
    <CaseActionFormScreen
      title={t("reject")}
      button={t("actions.REJECT")}
      missing={reason.trim() === "" ? t("form.reason") : undefined}
      onSave={reject}
    >
      <RadioChoice
        label={t("form.reason")}
        options={rejectReasonKeys.map((name) => t(`form.reasons.${name}`))}
        value={reason}
        onChange={setReason}
      />
      <TextField label={t("form.own_words")} value={reason} onChange={setReason} />
    </CaseActionFormScreen>
  );
}
