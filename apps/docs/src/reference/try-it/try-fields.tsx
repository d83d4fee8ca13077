import { useId } from "react";
import type { TryItField } from "./description";
import { tryItFieldKey, type TryItValues } from "./try-request";

interface TryFieldsProps {
  readonly fields: readonly TryItField[];
  readonly values: TryItValues;
  /** Reason why a field cannot be sent, by its key. */
  readonly fault: { readonly key: string; readonly message: string } | undefined;
  readonly onChange: (key: string, value: string) => void;
}

export function TryItFields({ fields, values, fault, onChange }: TryFieldsProps) {
  // Fields of the sample are shown, too, although they are optional.
  const isShown = ({ isRequired, example }: TryItField) => isRequired || example !== undefined;
  const shown = fields.filter(isShown);
  const optional = fields.filter((field) => !isShown(field));
  const entry = (field: TryItField) => {
    const key = tryItFieldKey(field);
    return (
      <FieldInput
        key={key}
        field={field}
        value={values[key] ?? ""}
        fault={fault?.key === key ? fault.message : undefined}
        onChange={(value) => onChange(key, value)}
      />
    );
  };
  return (
    <>
      {shown.map(entry)}
      {optional.length > 0 && (
        <details className="try-optional">
          <summary>
            {optional.length} optional {optional.length === 1 ? "field" : "fields"}
          </summary>
          {optional.map(entry)}
        </details>
      )}
    </>
  );
}

interface FieldInputProps {
  readonly field: TryItField;
  readonly value: string;
  readonly fault: string | undefined;
  readonly onChange: (value: string) => void;
}

function FieldInput({ field, value, fault, onChange }: FieldInputProps) {
  const id = useId();
  const common = {
    id,
    value,
    required: field.isRequired,
    "aria-invalid": fault !== undefined,
    "aria-describedby": fault === undefined ? undefined : `${id}-fault`,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  return (
    <div className="try-field">
      <label htmlFor={id}>{field.name}</label>
      <div>
        <FieldControl field={field} common={common} />
        {fault !== undefined && (
          <p id={`${id}-fault`} className="try-fault">
            {field.name} {fault}
          </p>
        )}
      </div>
    </div>
  );
}

function FieldControl({ field, common }: { field: TryItField; common: object & { value: string } }) {
  const choices = field.kind === "boolean" ? ["true", "false"] : field.values;
  if (choices)
    return (
      <select {...common}>
        <option value="">{field.isRequired ? "Choose" : "Not sent"}</option>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  if (field.kind === "json")
    return (
      <textarea {...common} rows={Math.min(10, Math.max(2, common.value.split("\n").length))} spellCheck={false} />
    );
  return (
    <input
      {...common}
      type="text"
      inputMode={field.kind === "number" ? "decimal" : "text"}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
