import { Checkbox, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useFormContext } from "react-hook-form";
import common from "../case-form.module.css";
import styles from "./field-control.module.css";
import { CaseSearch } from "../case-search.tsx";
import { type FieldControlProps, useFieldControl } from "./control.ts";
import { valuesUsedInRecentCases } from "../values/case-defaults.ts";
import { type FormField, type FormValues, textOfFormValue } from "./field.ts";
import { YesNoControl, SegmentControl } from "./flag-control.tsx";
import { fieldElementId, useFormFieldTexts, useFormFacts } from "./form-facts.ts";
import { EditableItemList } from "./item-list.tsx";
import { ServiceControl } from "./service-control.tsx";
import { normaliseTypedText } from "./typed-values.ts";

/** Control of one field, by its kind. `path` differs from the field's own within a list. */
export function FieldControl({ field, path = field.path }: { field: FormField; path?: string }) {
  return (
    <div
      className={styles["field"]}
      style={{ "--columns": field.width, "--columns-narrow": widthInNarrowForm(field) } as Record<string, number>}
    >
      <ControlByKind field={field} path={path} />
    </div>
  );
}

/** Width of a field in a narrow form, where pairs of fields share a row. */
const widthInNarrowForm = ({ width }: FormField) => (width <= 2 ? width * 2 : width <= 5 ? 6 : 12);

function ControlByKind(props: FieldControlProps) {
  const { field } = props;
  switch (field.kind) {
    case "flag":
      return <YesNoControl {...props} />;
    case "check":
      return <CheckboxControl {...props} />;
    case "choice":
      return field.options?.length === 2 ? <SegmentControl {...props} /> : <SelectControl {...props} />;
    case "one":
      return <ReferenceControl {...props} />;
    case "several":
      return <MultiSelectControl {...props} />;
    case "case":
      return <CaseSearch {...props} />;
    case "service":
      return <ServiceControl {...props} />;
    case "list":
      return <EditableItemList {...props} renderField={(part) => <FieldControl key={part.path} {...part} />} />;
    default:
      return <TextInputControl {...props} />;
  }
}

const inputModes: Partial<Record<FormField["kind"], "tel" | "decimal" | "numeric">> = {
  phone: "tel",
  number: "decimal",
  integer: "numeric",
};

function TextInputControl({ field, path }: FieldControlProps) {
  const { register, shared, isReadOnly } = useFieldControl({ field, path });
  const { setValue, trigger, getValues } = useFormContext<FormValues>();
  const { locale, recent } = useFormFacts();
  const onBlur = () => {
    const typed = textOfFormValue(getValues(path));
    if (typed.trim() === "") return;
    const tidy = normaliseTypedText(field, typed, locale);
    if (tidy !== typed) setValue(path, tidy, { shouldDirty: true });
    // A typed value is checked on leaving its field; a missing one only on saving.
    void trigger(path);
  };
  const input = { ...shared, ...register(path, { onBlur }), readOnly: isReadOnly, autoComplete: "off" };
  if (field.kind === "long") return <Textarea {...input} rows={2} resize="vertical" />;
  const suggested = field.isSuggested ? valuesUsedInRecentCases(recent, field.path).slice(0, 30) : [];
  const listId = `${fieldElementId(path)}.known`;
  return (
    <>
      <TextInput
        {...input}
        inputMode={inputModes[field.kind]}
        spellCheck={false}
        list={suggested.length > 0 ? listId : undefined}
      />
      {suggested.length > 0 && (
        <datalist id={listId}>
          {suggested.map((value) => (
            <option key={value} value={value}>
              {value}
            </option>
          ))}
        </datalist>
      )}
    </>
  );
}

function SelectControl({ field, path }: FieldControlProps) {
  const { register, shared, isReadOnly } = useFieldControl({ field, path });
  const { choiceOf } = useFormFieldTexts();
  const choices = (field.options ?? []).map((value) => ({ value, label: choiceOf(field, value) }));
  return (
    <NativeSelect
      {...shared}
      {...register(path)}
      disabled={isReadOnly}
      data={field.isRequired ? choices : [{ value: "", label: "–" }, ...choices]}
    />
  );
}

function ReferenceControl({ field, path }: FieldControlProps) {
  const { register, shared, isReadOnly } = useFieldControl({ field, path });
  const { references } = useFormFacts();
  const list = field.of === undefined ? [] : references[field.of];
  const choices = list.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <NativeSelect
      {...shared}
      {...register(path)}
      disabled={isReadOnly}
      data={[{ value: "", label: "–" }, ...choices]}
    />
  );
}

function CheckboxControl({ field, path }: FieldControlProps) {
  const { register, shared, isReadOnly } = useFieldControl({ field, path });
  const { withAsterisk: _none, inputWrapperOrder: _order, descriptionProps: _description, ...input } = shared;
  return <Checkbox {...input} {...register(path)} disabled={isReadOnly} className={styles["check"]} />;
}

function MultiSelectControl({ field, path }: FieldControlProps) {
  const { register, shared, message, isReadOnly } = useFieldControl({ field, path });
  const { references } = useFormFacts();
  const list = field.of === undefined ? [] : references[field.of];
  if (list.length === 0) return null;
  return (
    <fieldset className={styles["chips"]} disabled={isReadOnly} aria-describedby={message && `${shared.id}.fault`}>
      <legend className={common["label"]}>{shared.label}</legend>
      {list.map(({ id, name }, index) => (
        <label key={id} className={styles["chip"]}>
          <input type="checkbox" value={id} id={index === 0 ? shared.id : undefined} {...register(path)} />
          {name}
        </label>
      ))}
      {message !== undefined && (
        <p id={`${shared.id}.fault`} className={common["fault"]}>
          {message}
        </p>
      )}
    </fieldset>
  );
}
