import type { Case } from "@leitstand/contract/cases/case";
import { createContext, useContext } from "react";
import { useTranslations } from "use-intl";
import type { CaseType } from "./case-fields.ts";
import type { FormField, FieldReferenceKind, FormSectionName } from "./field.ts";
import type { AddressFills } from "../address/address-fill.ts";
import type { AddressBook } from "../address/stored-addresses.ts";

/** Facts that all fields of one open form share. */
export interface FormFacts {
  readonly type: CaseType;
  readonly locale: string;
  readonly isNew: boolean;
  readonly recent: readonly Case[];
  readonly book: AddressBook;
  /** Kept for the whole form, because the fields of an address can be hidden and shown again. */
  readonly addressFills: AddressFills;
  readonly references: Readonly<Record<FieldReferenceKind, readonly { readonly id: string; readonly name: string }[]>>;
  readonly isReadOnly: (field: FormField) => boolean;
}

export const FormFactsContext = createContext<FormFacts | null>(null);

export function useFormFacts(): FormFacts {
  const facts = useContext(FormFactsContext);
  if (facts === null) throw new Error("a field stands outside of a case form");
  return facts;
}

export const fieldElementId = (path: string) => `case-form.${path}`;

/** Message key of a section, which is named differently for each kind of work. */
export const sectionMessageKey = (section: FormSectionName, type: CaseType) =>
  `sections.${section}${["source", "target", "subject", "service"].includes(section) ? `_${type}` : ""}`;

/** Texts of fields and of their choices. */
export function useFormFieldTexts() {
  const t = useTranslations("case-form");
  return {
    labelOf: ({ label }: FormField) => t(`fields.${label}`),
    hintOf: ({ label }: FormField) => (t.has(`hints.${label}`) ? t(`hints.${label}`) : undefined),
    choiceOf: ({ label }: FormField, value: string) => {
      const key = `choices.${label.startsWith("cargo_deceased_belongings") ? "belonging" : label}.${value.replaceAll(" ", "_")}`;
      return t.has(key) ? t(key) : value;
    },
  };
}
