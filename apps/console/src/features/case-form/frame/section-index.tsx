import { IconAlertTriangleFilled, IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { KeyboardKey } from "@leitstand/ui/states";
import styles from "./section-index.module.css";
import type { CaseType } from "../fields/case-fields.ts";
import { type FormSectionName, formSections } from "../fields/field.ts";
import { sectionMessageKey } from "../fields/form-facts.ts";
import type { MissingCaseFact } from "../fields/missing-data.ts";
import type { FormCompleteness } from "./use-form-completeness.ts";

/** The section with the field for each thing that a crew still needs. */
const sectionOfMissingFact: Readonly<Record<MissingCaseFact, FormSectionName>> = {
  caller: "call",
  source: "source",
  place: "source",
  target: "target",
  vehicle: "subject",
  customer: "subject",
  service: "service",
};

interface SectionIndexProps {
  readonly type: CaseType;
  readonly summary: FormCompleteness;
  readonly faults: Readonly<Partial<Record<FormSectionName, number>>>;
  readonly onGo: (section: FormSectionName) => void;
}

/** Index of the form's sections in the order of the call; each shows how much of it is filled in. */
export function FormSectionIndex({ type, summary, faults, onGo }: SectionIndexProps) {
  const t = useTranslations("case-form");
  const lacking = new Set(summary.missing.map((missing) => sectionOfMissingFact[missing]));
  return (
    <nav className={styles["index"]} aria-label={t("index")}>
      <ol>
        {formSections.map((section, at) => {
          const count = faults[section] ?? 0;
          const isBegun = summary.filled[section] > 0 && !lacking.has(section) && !summary.unfinished.has(section);
          const state = count > 0 ? "faulty" : isBegun ? "done" : "open";
          return (
            <li key={section}>
              <button type="button" tabIndex={-1} data-state={state} onClick={() => onGo(section)}>
                <SectionStateMark state={state} />
                <span>{t(sectionMessageKey(section, type))}</span>
                <span className="visually-hidden">{t(`state_${state}`, { count })}</span>
                <KeyboardKey>{at + 1}</KeyboardKey>
              </button>
            </li>
          );
        })}
      </ol>
      <p>{t("index_hint")}</p>
    </nav>
  );
}

function SectionStateMark({ state }: { state: "faulty" | "done" | "open" }) {
  if (state === "faulty") return <IconAlertTriangleFilled size={14} aria-hidden />;
  if (state === "done") return <IconCircleCheckFilled size={14} aria-hidden />;
  return <IconCircle size={14} aria-hidden />;
}
