import { SegmentedControl } from "@mantine/core";
import styles from "./exports.module.css";

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly data: { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

/** Choice among a few values, all of which are shown side by side. */
export function LabelledChoice<Value extends string>({ label, value, data, onChange }: ChoiceProps<Value>) {
  return (
    <div className={styles["field"]}>
      <span>{label}</span>
      <SegmentedControl aria-label={label} value={value} onChange={(chosen) => onChange(chosen as Value)} data={data} />
    </div>
  );
}
