import { IconAlertTriangleFilled, IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { Kbd } from "@leitstand/ui/states";
import styles from "./section-index.module.css";
import type { CaseType } from "../fields/case-fields.ts";
import { type Section, sections } from "../fields/field.ts";
import { sectionKey } from "../fields/form-facts.ts";
import type { Missing } from "../fields/missing-data.ts";
import type { Summary } from "./use-form-summary.ts";

/** The section with the field for each thing that a crew still needs. */
const sectionOf: Readonly<Record<Missing, Section>> = {
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
  readonly summary: Summary;
  readonly faults: Readonly<Partial<Record<Section, number>>>;
  readonly onGo: (section: Section) => void;
}

/** Index of the sections in the order of the call, with what is known of each. */
export function SectionIndex({ type, summary, faults, onGo }: SectionIndexProps) {
  const t = useTranslations("case-form");
  const lacking = new Set(summary.missing.map((missing) => sectionOf[missing]));
  return (
    <nav className={styles["index"]} aria-label={t("index")}>
      <ol>
        {sections.map((section, at) => {
          const count = faults[section] ?? 0;
          const isBegun = summary.filled[section] > 0 && !lacking.has(section) && !summary.unfinished.has(section);
          const state = count > 0 ? "faulty" : isBegun ? "done" : "open";
          return (
            <li key={section}>
              <button type="button" tabIndex={-1} data-state={state} onClick={() => onGo(section)}>
                <Mark state={state} />
                <span>{t(sectionKey(section, type))}</span>
                <span className="visually-hidden">{t(`state_${state}`, { count })}</span>
                <Kbd>{at + 1}</Kbd>
              </button>
            </li>
          );
        })}
      </ol>
      <p>{t("index_hint")}</p>
    </nav>
  );
}

function Mark({ state }: { state: "faulty" | "done" | "open" }) {
  if (state === "faulty") return <IconAlertTriangleFilled size={14} aria-hidden />;
  if (state === "done") return <IconCircleCheckFilled size={14} aria-hidden />;
  return <IconCircle size={14} aria-hidden />;
}
