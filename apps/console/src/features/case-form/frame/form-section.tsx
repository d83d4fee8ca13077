import { useFormContext, useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { KeyboardKey } from "@leitstand/ui/states";
import { AddressSearch } from "../address/address-search.tsx";
import common from "../case-form.module.css";
import styles from "./form-section.module.css";
import { visibleFieldsOf } from "../fields/case-fields.ts";
import type { FormField, FormSectionName, FormValues } from "../fields/field.ts";
import { FieldControl } from "../fields/field-control.tsx";
import { sectionMessageKey, useFormFacts } from "../fields/form-facts.ts";
import { QuickTimeButtons } from "../fields/time-buttons.tsx";

interface FormSectionProps {
  readonly section: FormSectionName;
  readonly isOpen: boolean;
  readonly onToggle: (section: FormSectionName) => void;
}

/** Fields that decide which other fields there are. */
const fieldsThatChangeOthers = ["funeral_data.cargo_type", "funeral_data.cargo_deceased.container_type"];
const isAddressSection = (section: FormSectionName) => section === "source" || section === "target";

export function FormSection({ section, isOpen, onToggle }: FormSectionProps) {
  const t = useTranslations("case-form");
  const { type, isNew } = useFormFacts();
  const { getValues, control } = useFormContext<FormValues>();
  useWatch({ control, name: fieldsThatChangeOthers });
  const fields = visibleFieldsOf(type, getValues(), isNew).filter((field) => field.section === section);
  const frequent = fields.filter(({ isFrequent }) => isFrequent);
  const rare = fields.filter(({ isFrequent }) => !isFrequent);
  const title = t(sectionMessageKey(section, type));
  const moreId = `case-form.more.${section}`;
  return (
    <section className={styles["section"]} aria-labelledby={`case-form.title.${section}`} data-section={section}>
      <header>
        <h3 id={`case-form.title.${section}`}>{title}</h3>
        {section === "times" && <QuickTimeButtons />}
        {rare.length > 0 && (
          <button
            type="button"
            // Reached by Alt+M from every field of the section: the Tab key follows the order of the call.
            tabIndex={-1}
            className={styles["more"]}
            aria-expanded={isOpen}
            aria-controls={moreId}
            onClick={() => onToggle(section)}
          >
            {isOpen ? t("less") : t("more", { count: rare.length })} <KeyboardKey>Alt M</KeyboardKey>
          </button>
        )}
      </header>
      <FieldGrid fields={frequent} prefix={isAddressSection(section) ? addressPathPrefix(frequent) : undefined} />
      {isOpen && (
        <div id={moreId} className={styles["rare"]}>
          {groupFields(rare).map(([group, members]) => (
            <RareFieldGroup key={group} group={group} fields={members} />
          ))}
        </div>
      )}
    </section>
  );
}

function RareFieldGroup({ group, fields }: { group: string; fields: readonly FormField[] }) {
  const t = useTranslations("case-form");
  const body = <FieldGrid fields={fields} prefix={group.endsWith("address") ? addressPathPrefix(fields) : undefined} />;
  if (group === "more") return body;
  return (
    <fieldset className={styles["group"]}>
      <legend>{t(`groups.${group}`)}</legend>
      {body}
    </fieldset>
  );
}

function FieldGrid({ fields, prefix }: { fields: readonly FormField[]; prefix: string | undefined }) {
  const { isReadOnly } = useFormFacts();
  const first = fields[0];
  return (
    <div {...(prefix === undefined ? {} : { "data-address": prefix })}>
      {prefix !== undefined && first !== undefined && <AddressSearch prefix={prefix} isReadOnly={isReadOnly(first)} />}
      <div className={common["grid"]}>
        {fields.map((field) => (
          <FieldControl key={field.path} field={field} />
        ))}
      </div>
    </div>
  );
}

const addressPathPrefix = ([first]: readonly FormField[]) => first?.path.slice(0, first.path.lastIndexOf("."));

function groupFields(fields: readonly FormField[]): readonly (readonly [string, readonly FormField[]])[] {
  const groups = new Map<string, FormField[]>();
  for (const field of fields) groups.set(field.group, [...(groups.get(field.group) ?? []), field]);
  return [...groups];
}
