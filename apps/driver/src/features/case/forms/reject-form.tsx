import { useTranslations } from "use-intl";
import { goHome } from "#shared/route.ts";
import { act } from "#work/act.ts";
import { Choice, TextField } from "./form-parts.tsx";
import { type FormProps, useField } from "./form-props.ts";
import { FormScreen } from "./form-screen.tsx";

const reasons = ["far", "break", "vehicle", "end"] as const;

/** Form that rejects a case, which is final; the dispatcher reads the reason. */
export function RejectForm({ shown, tour_id }: FormProps) {
  const t = useTranslations("case");
  const [reason, setReason] = useField(shown, "reject");
  const reject = async () => {
    await act({ dispatchCase: shown, tour_id, action: "REJECT", reason: reason.trim() });
    goHome();
  };
  return (
    <FormScreen
      title={t("reject")}
      button={t("actions.REJECT")}
      missing={reason.trim() === "" ? t("form.reason") : undefined}
      onSave={() => void reject()}
    >
      <Choice
        label={t("form.reason")}
        options={reasons.map((name) => t(`form.reasons.${name}`))}
        value={reason}
        onChange={setReason}
      />
      <TextField label={t("form.own_words")} value={reason} onChange={setReason} />
    </FormScreen>
  );
}
