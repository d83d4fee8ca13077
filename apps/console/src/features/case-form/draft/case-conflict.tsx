import { useTranslations } from "use-intl";
import { ConflictDialog } from "#shared/editing/conflict-dialog.tsx";
import type { Json, MergeRow } from "#shared/editing/merge.ts";
import { findField } from "../fields/case-fields.ts";
import type { Field } from "../fields/field.ts";
import { type FormFacts, sectionKey, useFieldText } from "../fields/form-facts.ts";
import { showTyped } from "../fields/typed-values.ts";
import type { Conflict } from "../use-case-save.ts";

/** Dialog that asks about each field in conflict, in the words of the form. */
export function CaseConflict({ conflict, facts }: { conflict: Conflict; facts: FormFacts }) {
  const t = useTranslations("case-form");
  const { labelOf, choiceOf } = useFieldText();
  const { type, locale, references } = facts;
  const fieldOf = ({ path }: MergeRow): Field | undefined => {
    const found = findField(type, path.join("."));
    return found?.item ?? found?.field;
  };
  const label = (row: MergeRow) => {
    const field = fieldOf(row);
    if (field === undefined) return row.field;
    return `${t(sectionKey(field.section, type))}: ${labelOf(field)}`;
  };
  const show = (value: Json, row: MergeRow) => {
    const field = fieldOf(row);
    if (field === undefined || typeof value === "object")
      return typeof value === "object" ? t("list_value", { count: lengthOf(value) }) : String(value);
    if (typeof value === "boolean") return t(value ? "yes" : "no");
    if (field.kind === "choice") return choiceOf(field, String(value));
    if (field.of !== undefined) return references[field.of].find(({ id }) => id === value)?.name ?? String(value);
    return String(showTyped(field, value, locale));
  };
  return (
    <ConflictDialog
      rows={conflict.rows}
      labelOf={label}
      showValue={show}
      onDecide={conflict.settle}
      onCancel={() => conflict.settle(undefined)}
    />
  );
}

const lengthOf = (value: Json) => (Array.isArray(value) ? value.length : Object.keys(value ?? {}).length);
