import { IconButton } from "@leitstand/ui/icon-button";
import { Button } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useFieldArray, useFormContext } from "react-hook-form";
import { useTranslations } from "use-intl";
import common from "../case-form.module.css";
import styles from "./item-list.module.css";
import { formValuesOfListItem } from "../values/case-values.ts";
import type { FieldControlProps } from "./control.ts";
import type { FormValues } from "./field.ts";
import { useFormFieldTexts, useFormFacts } from "./form-facts.ts";

interface ItemListProps extends FieldControlProps {
  readonly renderField: (part: FieldControlProps) => ReactNode;
}

/** Editable list of persons or parts: each is a row of fields, added at the end. */
export function EditableItemList({ field, path, renderField }: ItemListProps) {
  const t = useTranslations("case-form");
  const { control } = useFormContext<{ [list: string]: FormValues[] }>();
  const { labelOf } = useFormFieldTexts();
  const { locale } = useFormFacts();
  const { fields: rows, append, remove } = useFieldArray({ control, name: path });
  return (
    <fieldset className={styles["items"]}>
      <legend>{labelOf(field)}</legend>
      {rows.map((row, index) => (
        <div key={row.id} className={styles["item"]} role="group" aria-label={t("item", { number: index + 1 })}>
          <div className={common["grid"]}>
            {field.item?.map((part) => renderField({ field: part, path: `${path}.${index}.${part.path}` }))}
          </div>
          <IconButton label={t("remove_item", { number: index + 1 })} onClick={() => remove(index)}>
            <IconTrash size={15} />
          </IconButton>
        </div>
      ))}
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconPlus size={13} />}
        onClick={() => append(formValuesOfListItem(field, {}, locale))}
      >
        {t("add_item")}
      </Button>
    </fieldset>
  );
}
