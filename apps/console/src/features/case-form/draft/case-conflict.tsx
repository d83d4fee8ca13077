import { useTranslations } from "use-intl";
import { ConflictDialog } from "#shared/editing/conflict-dialog.tsx";
import type { JsonValue, MergeConflictRow } from "#shared/editing/merge.ts";
import { findFormFieldOfPath } from "../fields/case-fields.ts";
import type { FormField } from "../fields/field.ts";
import { type FormFacts, sectionMessageKey, useFormFieldTexts } from "../fields/form-facts.ts";
import { formatTypedValue } from "../fields/typed-values.ts";
import type { SaveConflict } from "../use-case-save.ts";

/** Dialog that asks about each field in conflict, in the words of the form. */
export function CaseConflictDialog({ conflict, facts }: { conflict: SaveConflict; facts: FormFacts }) {
  const t = useTranslations("case-form");
  const { labelOf, choiceOf } = useFormFieldTexts();
  const { type, locale, references } = facts;
  const fieldOf = ({ path }: MergeConflictRow): FormField | undefined => {
    const found = findFormFieldOfPath(type, path.join("."));
    return found?.item ?? found?.field;
  };
  const label = (row: MergeConflictRow) => {
    const field = fieldOf(row);
    if (field === undefined) return row.field;
    return `${t(sectionMessageKey(field.section, type))}: ${labelOf(field)}`;
  };
  const show = (value: JsonValue, row: MergeConflictRow) => {
    const field = fieldOf(row);
    if (field === undefined || typeof value === "object")
      return typeof value === "object" ? t("list_value", { count: countJsonEntries(value) }) : String(value);
    if (typeof value === "boolean") return t(value ? "yes" : "no");
    if (field.kind === "choice") return choiceOf(field, String(value));
    if (field.of !== undefined) return references[field.of].find(({ id }) => id === value)?.name ?? String(value);
    return String(formatTypedValue(field, value, locale));
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

const countJsonEntries = (value: JsonValue) => (Array.isArray(value) ? value.length : Object.keys(value ?? {}).length);
