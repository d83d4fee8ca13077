import type { KeyboardEvent } from "react";
import { useFormContext } from "react-hook-form";
import { useTranslations } from "use-intl";
import common from "../case-form.module.css";
import styles from "./flag-control.module.css";
import { type FieldControlProps, useFieldControl } from "./control.ts";
import type { FormValues } from "./field.ts";
import { useFormFieldTexts } from "./form-facts.ts";

/** Control for yes, no, or not known: the keys J (Y) and N answer, Delete removes the answer. */
export function YesNoControl(props: FieldControlProps) {
  const t = useTranslations("case-form");
  return (
    <SegmentedChoices
      {...props}
      choices={[
        { value: "", label: "–", name: t("unknown"), keys: ["Backspace", "Delete", "-"] },
        { value: "true", label: t("yes"), name: t("yes"), keys: ["j", "y", "+"] },
        { value: "false", label: t("no"), name: t("no"), keys: ["n"] },
      ]}
    />
  );
}

/** Choice between two; each answers to its first letter. */
export function SegmentControl(props: FieldControlProps) {
  const { field } = props;
  const { choiceOf } = useFormFieldTexts();
  const t = useTranslations("case-form");
  const none = { value: "", label: "–", name: t("unknown"), keys: ["Backspace", "Delete", "-"] };
  const choices = (field.options ?? []).map((value) => {
    const label = choiceOf(field, value);
    return { value, label, name: label, keys: [label.charAt(0).toLowerCase()] };
  });
  return <SegmentedChoices {...props} choices={field.isRequired ? choices : [none, ...choices]} />;
}

interface SegmentChoice {
  readonly value: string;
  readonly label: string;
  readonly name: string;
  readonly keys: readonly string[];
}

function SegmentedChoices({ field, path, choices }: FieldControlProps & { choices: readonly SegmentChoice[] }) {
  const { register, shared, message, isReadOnly } = useFieldControl({ field, path });
  const { setValue } = useFormContext<FormValues>();
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || isReadOnly) return;
    const chosen = choices.find(({ keys }) =>
      keys.includes(event.key.length === 1 ? event.key.toLowerCase() : event.key),
    );
    if (chosen === undefined) return;
    event.preventDefault();
    setValue(path, chosen.value, { shouldDirty: true, shouldValidate: message !== undefined });
    const input = event.currentTarget
      .closest("fieldset")
      ?.querySelector<HTMLInputElement>(`input[value="${chosen.value}"]`);
    input?.focus();
  };
  return (
    <fieldset
      className={styles["segments"]}
      disabled={isReadOnly}
      aria-describedby={message === undefined ? undefined : `${shared.id}.fault`}
    >
      <legend className={common["label"]}>{shared.label}</legend>
      <div>
        {choices.map(({ value, label, name }, index) => (
          <label key={value}>
            <input
              type="radio"
              value={value}
              id={index === 0 ? shared.id : undefined}
              onKeyDown={press}
              aria-label={label === name ? undefined : name}
              {...register(path)}
            />
            <span aria-hidden={label === name ? undefined : true}>{label}</span>
          </label>
        ))}
      </div>
      {message !== undefined && (
        <p id={`${shared.id}.fault`} className={common["fault"]}>
          {message}
        </p>
      )}
    </fieldset>
  );
}
