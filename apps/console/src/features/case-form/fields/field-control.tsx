import { Checkbox, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useFormContext } from "react-hook-form";
import common from "../case-form.module.css";
import styles from "./field-control.module.css";
import { CaseSearch } from "../case-search.tsx";
import { type ControlProps, useControl } from "./control.ts";
import { knownValues } from "../values/case-defaults.ts";
import { type Field, type Values, textIn } from "./field.ts";
import { FlagControl, SegmentControl } from "./flag-control.tsx";
import { idOf, useFieldText, useFormFacts } from "./form-facts.ts";
import { ItemList } from "./item-list.tsx";
import { ServiceControl } from "./service-control.tsx";
import { tidyTyped } from "./typed-values.ts";

/** Control of one field, by its kind. `path` differs from the field's own within a list. */
export function FieldControl({ field, path = field.path }: { field: Field; path?: string }) {
  return (
    <div
      className={styles["field"]}
      style={{ "--columns": field.width, "--columns-narrow": narrowWidth(field) } as Record<string, number>}
    >
      <Control field={field} path={path} />
    </div>
  );
}

/** Width of a field in a narrow form, where pairs of fields share a row. */
const narrowWidth = ({ width }: Field) => (width <= 2 ? width * 2 : width <= 5 ? 6 : 12);

function Control(props: ControlProps) {
  const { field } = props;
  switch (field.kind) {
    case "flag":
      return <FlagControl {...props} />;
    case "check":
      return <CheckControl {...props} />;
    case "choice":
      return field.options?.length === 2 ? <SegmentControl {...props} /> : <ChoiceControl {...props} />;
    case "one":
      return <OneControl {...props} />;
    case "several":
      return <SeveralControl {...props} />;
    case "case":
      return <CaseSearch {...props} />;
    case "service":
      return <ServiceControl {...props} />;
    case "list":
      return <ItemList {...props} renderField={(part) => <FieldControl key={part.path} {...part} />} />;
    default:
      return <TextControl {...props} />;
  }
}

const inputModes: Partial<Record<Field["kind"], "tel" | "decimal" | "numeric">> = {
  phone: "tel",
  number: "decimal",
  integer: "numeric",
};

function TextControl({ field, path }: ControlProps) {
  const { register, shared, isReadOnly } = useControl({ field, path });
  const { setValue, trigger, getValues } = useFormContext<Values>();
  const { locale, recent } = useFormFacts();
  const onBlur = () => {
    const typed = textIn(getValues(path));
    if (typed.trim() === "") return;
    const tidy = tidyTyped(field, typed, locale);
    if (tidy !== typed) setValue(path, tidy, { shouldDirty: true });
    // A typed value is checked on leaving its field; a missing one only on saving.
    void trigger(path);
  };
  const input = { ...shared, ...register(path, { onBlur }), readOnly: isReadOnly, autoComplete: "off" };
  if (field.kind === "long") return <Textarea {...input} rows={2} resize="vertical" />;
  const suggested = field.isSuggested ? knownValues(recent, field.path).slice(0, 30) : [];
  const listId = `${idOf(path)}.known`;
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

function ChoiceControl({ field, path }: ControlProps) {
  const { register, shared, isReadOnly } = useControl({ field, path });
  const { choiceOf } = useFieldText();
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

function OneControl({ field, path }: ControlProps) {
  const { register, shared, isReadOnly } = useControl({ field, path });
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

function CheckControl({ field, path }: ControlProps) {
  const { register, shared, isReadOnly } = useControl({ field, path });
  const { withAsterisk: _none, inputWrapperOrder: _order, descriptionProps: _description, ...input } = shared;
  return <Checkbox {...input} {...register(path)} disabled={isReadOnly} className={styles["check"]} />;
}

function SeveralControl({ field, path }: ControlProps) {
  const { register, shared, message, isReadOnly } = useControl({ field, path });
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
