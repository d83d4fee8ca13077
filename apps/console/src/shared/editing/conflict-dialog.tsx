import { Button, Modal } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import styles from "./conflict-dialog.module.css";
import { isBlankValue, type JsonValue, type MergeConflictRow, type MergeSide } from "./merge.ts";

interface ConflictDialogProps {
  readonly rows: readonly MergeConflictRow[];
  /** Name of a field as users know it. */
  readonly labelOf: (row: MergeConflictRow) => string;
  /** Formats a value of the field; without it the value is shown as it is. */
  readonly showValue?: (value: JsonValue, row: MergeConflictRow) => ReactNode;
  /** Name of the user who changed it in the meantime, when known. */
  readonly otherName?: string | undefined;
  readonly onDecide: (choices: Readonly<Record<string, MergeSide>>) => void;
  readonly onCancel: () => void;
}

/**
 * Dialog for a conflict on the same fields: the user who saves last decides each of them, and overwrites nothing
 * unseen.
 */
export function ConflictDialog({ rows, labelOf, showValue = jsonAsText, otherName, ...on }: ConflictDialogProps) {
  const t = useTranslations("conflict");
  const [choices, setChoices] = useState<Readonly<Record<string, MergeSide>>>({});
  const left = rows.filter(({ field }) => choices[field] === undefined).length;
  const chooseAll = (side: MergeSide) => setChoices(Object.fromEntries(rows.map(({ field }) => [field, side])));
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // Escape closes this dialog alone: the form behind it stays open.
    event.preventDefault();
    on.onCancel();
  };
  return (
    <Modal
      opened
      centered
      size={720}
      onClose={on.onCancel}
      closeOnEscape={false}
      onKeyDown={press}
      title={<strong>{t("title")}</strong>}
      closeButtonProps={{ "aria-label": t("cancel") }}
    >
      <p className={styles["hint"]}>{t(otherName === undefined ? "hint" : "hint_name", { name: otherName ?? "" })}</p>
      <div className={styles["scroll"]}>
        <table className={styles["table"]}>
          <ConflictTableHead />
          <tbody>
            {rows.map((row, index) => (
              <ConflictRow
                key={row.field}
                row={row}
                label={labelOf(row)}
                showValue={showValue}
                chosen={choices[row.field]}
                isFirst={index === 0}
                onChoose={(side) => setChoices({ ...choices, [row.field]: side })}
              />
            ))}
          </tbody>
        </table>
      </div>
      <ConflictDialogFoot left={left} onAll={chooseAll} onCancel={on.onCancel} onSave={() => on.onDecide(choices)} />
    </Modal>
  );
}

interface FootProps {
  /** Number of fields without a decision. */
  readonly left: number;
  readonly onAll: (side: MergeSide) => void;
  readonly onCancel: () => void;
  readonly onSave: () => void;
}

function ConflictDialogFoot({ left, onAll, onCancel, onSave }: FootProps) {
  const t = useTranslations("conflict");
  return (
    <div className={styles["foot"]}>
      <Button variant="default" size="compact-md" onClick={() => onAll("yours")}>
        {t("all_yours")}
      </Button>
      <Button variant="default" size="compact-md" onClick={() => onAll("theirs")}>
        {t("all_theirs")}
      </Button>
      <span className={styles["left"]} role="status">
        {left > 0 && t("left", { count: left })}
      </span>
      <Button variant="subtle" size="compact-md" onClick={onCancel}>
        {t("cancel")}
      </Button>
      <Button size="compact-md" disabled={left > 0} onClick={onSave}>
        {t("save")}
      </Button>
    </div>
  );
}

function ConflictTableHead() {
  const t = useTranslations("conflict");
  return (
    <thead>
      <tr>
        {(["field", "yours", "theirs", "keep"] as const).map((column) => (
          <th key={column} scope="col">
            {t(column)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface ConflictRowProps {
  readonly row: MergeConflictRow;
  readonly label: string;
  readonly showValue: (value: JsonValue, row: MergeConflictRow) => ReactNode;
  readonly chosen: MergeSide | undefined;
  readonly isFirst: boolean;
  readonly onChoose: (side: MergeSide) => void;
}

function ConflictRow({ row, label, showValue, chosen, isFirst, onChoose }: ConflictRowProps) {
  const t = useTranslations("conflict");
  return (
    <tr>
      <th scope="row">{label}</th>
      {(["yours", "theirs"] as const).map((side) => (
        <td key={side} data-dropped={chosen !== undefined && chosen !== side}>
          {isBlankValue(row[side]) ? <span className={styles["none"]}>{t("none")}</span> : showValue(row[side], row)}
        </td>
      ))}
      <td>
        <fieldset className={styles["choice"]}>
          <legend className="visually-hidden">{t("keep_of", { field: label })}</legend>
          {(["yours", "theirs"] as const).map((side) => (
            <label key={side}>
              <input
                type="radio"
                name={`keep ${row.field}`}
                checked={chosen === side}
                data-autofocus={isFirst && side === "yours" ? true : undefined}
                onChange={() => onChoose(side)}
              />
              {t(side)}
            </label>
          ))}
        </fieldset>
      </td>
    </tr>
  );
}

const jsonAsText = (value: JsonValue): string =>
  typeof value === "object" || typeof value === "boolean" ? JSON.stringify(value) : String(value);
