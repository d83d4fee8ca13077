import { useId } from "react";

interface ChipsProps<T extends string> {
  readonly id?: string;
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly options: readonly T[];
  readonly wordOf: (option: T) => string;
  /** The chosen value; undefined when none is chosen, as nothing is preset. */
  readonly value: T | undefined;
  readonly onChange: (value: T) => void;
}

/** Choice of one among few, each big enough for a glove. */
export function ChoiceChips<T extends string>(props: ChipsProps<T>) {
  const { id, label, isLabelHidden = false, options, wordOf, value, onChange } = props;
  const name = useId();
  return (
    <fieldset className={options.length === 2 ? "chips two" : "chips"} {...(id !== undefined && { id })}>
      <legend className={isLabelHidden ? "visually-hidden" : ""}>{label}</legend>
      <div className="answers">
        {options.map((option) => (
          <label key={option} className="chip">
            <input type="radio" name={name} checked={value === option} onChange={() => onChange(option)} />
            <span>{wordOf(option)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
