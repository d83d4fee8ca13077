import { useTranslations } from "use-intl";
import { goHome } from "#shared/route.ts";
import { act } from "#work/act.ts";
import { delays } from "./delays.ts";
import { Choice, TextField } from "./form-parts.tsx";
import { type FormProps, useField } from "./form-props.ts";
import { FormScreen } from "./form-screen.tsx";

type Delay = keyof typeof delays;
const names = ["hour", "hours", "tomorrow"] as const satisfies readonly Delay[];

export function PostponeForm({ shown, tour_id }: FormProps) {
  const t = useTranslations("case");
  const [reason, setReason] = useField(shown, "postpone");
  const [kept, setDelay] = useField(shown, "postpone_until");
  const delay = names.find((name) => name === kept) ?? "hour";
  const postpone = async () => {
    const payload = { postponed_until: new Date(delays[delay](Date.now())).toISOString() };
    await act({ dispatchCase: shown, tour_id, action: "POSTPONE", reason: reason.trim(), payload });
    goHome();
  };
  return (
    <FormScreen
      title={t("postpone")}
      button={t("actions.POSTPONE")}
      missing={reason.trim() === "" ? t("form.reason") : undefined}
      onSave={() => void postpone()}
    >
      <Choice
        label={t("form.until")}
        options={names.map((name) => t(`form.${name}`))}
        value={t(`form.${delay}`)}
        onChange={(chosen) => setDelay(names.find((name) => t(`form.${name}`) === chosen) ?? "hour")}
      />
      <TextField label={t("form.reason")} value={reason} onChange={setReason} />
    </FormScreen>
  );
}
