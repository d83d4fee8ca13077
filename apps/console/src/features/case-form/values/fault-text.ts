import { useTranslations } from "use-intl";
import { type CaseType, findFormFieldOfPath } from "../fields/case-fields.ts";
import { useFormFieldTexts } from "../fields/form-facts.ts";
import type { DraftFault } from "./schema-faults.ts";

/** Texts of faults in a draft, in the words of their fields. */
export function useDraftFaultText(type: CaseType) {
  const t = useTranslations("case-form");
  const { labelOf } = useFormFieldTexts();
  return ({ path, rule, limit = 0, expected = "" }: DraftFault): string => {
    const found = findFormFieldOfPath(type, path);
    const field = found?.item ?? found?.field;
    const name = field === undefined ? path : labelOf(field);
    const isEmptyLine = rule === "minLength" && limit <= 1;
    const isTime = field?.kind === "day" || field?.kind === "moment";
    const isCountry = path.endsWith("country") && (rule === "enum" || rule === "country");
    const key = isEmptyLine
      ? "required"
      : isCountry
        ? "country"
        : isTime && (rule === "format" || rule.startsWith("type_"))
          ? field.kind
          : rule;
    return t.has(`rules.${key}`)
      ? t(`rules.${key}`, { field: name, limit, expected })
      : t("rules.other", { field: name });
  };
}
