import { useTranslations } from "use-intl";
import { goBack } from "#shared/route.ts";
import { storeDriverOperations } from "#work/act.ts";
import { TextField } from "./form-parts.tsx";
import { type CaseActionFormProps, useCaseDraftField } from "./form-props.ts";
import { CaseActionFormScreen } from "./form-screen.tsx";

/** Form for a note to the dispatcher about this case. */
export function NoteForm({ shown }: CaseActionFormProps) {
  const t = useTranslations("case");
  const [text, setText] = useCaseDraftField(shown, "note");
  const save = async () => {
    await storeDriverOperations([
      { op: "createCaseComment", body: { id: shown.id, text: text.trim().replaceAll(/\s+/g, " ") } },
    ]);
    setText("");
    goBack();
  };
  return (
    <CaseActionFormScreen
      title={t("note")}
      button={t("form.save")}
      missing={text.trim() === "" ? t("form.note") : undefined}
      onSave={save}
    >
      <TextField label={t("form.note")} value={text} onChange={setText} isLong maxLength={4_000} />
    </CaseActionFormScreen>
  );
}
