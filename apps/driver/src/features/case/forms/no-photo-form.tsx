import { useStore } from "@leitstand/app/store";
import { useTranslations } from "use-intl";
import { goBack } from "#shared/route.ts";
import { TapButton } from "#shared/tap-button.tsx";
import { changeDraft, draftStore } from "#work/drafts.ts";
import { RadioChoice, TextField } from "./form-parts.tsx";
import { type CaseActionFormProps, useCaseDraftField } from "./form-props.ts";
import { CaseActionFormScreen } from "./form-screen.tsx";

const noPhotoReasons = ["dark", "danger", "camera", "forbidden"] as const;

/** Reason for a missing photo: the dispatcher reads it, and a breakdown then goes to the back office. */
export function MissingPhotoReasonForm({ shown }: CaseActionFormProps) {
  const t = useTranslations("photos");
  const [typed, setTyped] = useCaseDraftField(shown, "no_photo");
  const isKept = (useStore(draftStore)[shown.id]?.photos_missing ?? "") !== "";
  const save = async (reason: string) => {
    await changeDraft(shown.id, { photos_missing: reason });
    goBack();
  };
  return (
    <CaseActionFormScreen
      title={t("none")}
      button={t("go_on_without")}
      missing={typed.trim() === "" ? t("reason") : undefined}
      onSave={() => save(typed.trim())}
    >
      <RadioChoice
        label={t("reason")}
        options={noPhotoReasons.map((name) => t(`reasons.${name}`))}
        value={typed}
        onChange={setTyped}
      />
      <TextField label={t("own_words")} value={typed} onChange={setTyped} />
      {isKept && (
        <TapButton className="small" onClick={() => save("")}>
          {t("photograph_anyway")}
        </TapButton>
      )}
    </CaseActionFormScreen>
  );
}
