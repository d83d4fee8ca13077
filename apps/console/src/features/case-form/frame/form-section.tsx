import { useFormContext, useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { Kbd } from "@leitstand/ui/states";
import { AddressSearch } from "../address/address-search.tsx";
import common from "../case-form.module.css";
import styles from "./form-section.module.css";
import { shownFields } from "../fields/case-fields.ts";
import type { Field, Section, Values } from "../fields/field.ts";
import { FieldControl } from "../fields/field-control.tsx";
import { sectionKey, useFormFacts } from "../fields/form-facts.ts";
import { TimeButtons } from "../fields/time-buttons.tsx";

interface FormSectionProps {
  readonly section: Section;
  readonly isOpen: boolean;
  readonly onToggle: (section: Section) => void;
}

/** Fields that decide which other fields there are. */
const switches = ["funeral_data.cargo_type", "funeral_data.cargo_deceased.container_type"];
const isAddress = (section: Section) => section === "source" || section === "target";

export function FormSection({ section, isOpen, onToggle }: FormSectionProps) {
  const t = useTranslations("case-form");
  const { type, isNew } = useFormFacts();
  const { getValues, control } = useFormContext<Values>();
  useWatch({ control, name: switches });
  const fields = shownFields(type, getValues(), isNew).filter((field) => field.section === section);
  const frequent = fields.filter(({ isFrequent }) => isFrequent);
  const rare = fields.filter(({ isFrequent }) => !isFrequent);
  const title = t(sectionKey(section, type));
  const moreId = `case-form.more.${section}`;
  return (
    <section className={styles["section"]} aria-labelledby={`case-form.title.${section}`} data-section={section}>
      <header>
        <h3 id={`case-form.title.${section}`}>{title}</h3>
        {section === "times" && <TimeButtons />}
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
            {isOpen ? t("less") : t("more", { count: rare.length })} <Kbd>Alt M</Kbd>
          </button>
        )}
      </header>
      <Fields fields={frequent} prefix={isAddress(section) ? addressPrefix(frequent) : undefined} />
      {isOpen && (
        <div id={moreId} className={styles["rare"]}>
          {groupsOf(rare).map(([group, members]) => (
            <RareGroup key={group} group={group} fields={members} />
          ))}
        </div>
      )}
    </section>
  );
}

function RareGroup({ group, fields }: { group: string; fields: readonly Field[] }) {
  const t = useTranslations("case-form");
  const body = <Fields fields={fields} prefix={group.endsWith("address") ? addressPrefix(fields) : undefined} />;
  if (group === "more") return body;
  return (
    <fieldset className={styles["group"]}>
      <legend>{t(`groups.${group}`)}</legend>
      {body}
    </fieldset>
  );
}

function Fields({ fields, prefix }: { fields: readonly Field[]; prefix: string | undefined }) {
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

const addressPrefix = ([first]: readonly Field[]) => first?.path.slice(0, first.path.lastIndexOf("."));

function groupsOf(fields: readonly Field[]): readonly (readonly [string, readonly Field[]])[] {
  const groups = new Map<string, Field[]>();
  for (const field of fields) groups.set(field.group, [...(groups.get(field.group) ?? []), field]);
  return [...groups];
}
