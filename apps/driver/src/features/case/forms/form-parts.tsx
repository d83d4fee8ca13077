import { IconPencil } from "@tabler/icons-react";
import { useId } from "react";

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isLong?: boolean;
  readonly maxLength?: number;
}
/** Text field whose whole area can be tapped: its name, its text, and around both. */
export function TextField({ label, value, onChange, isLong = false, maxLength = 255 }: FieldProps) {
  return (
    <label className="field">
      <span>{label}</span>
      {isLong ? (
        <textarea
          autoComplete="off"
          rows={2}
          value={value}
          maxLength={maxLength}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      ) : (
        <input
          autoComplete="off"
          type="text"
          value={value}
          maxLength={maxLength}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
      <IconPencil size={22} aria-hidden />
    </label>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly options: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}
export function RadioChoice({ label, options, value, onChange }: ChoiceProps) {
  const name = useId();
  return (
    <fieldset className="choice">
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option} className="option">
          <input type="radio" name={name} checked={value === option} onChange={() => onChange(option)} />
          {option}
        </label>
      ))}
    </fieldset>
  );
}
