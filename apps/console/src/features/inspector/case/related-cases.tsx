import type { Case } from "@leitstand/contract/cases/case";
import { Glyph } from "@leitstand/ui/glyph";
import { useTranslations } from "use-intl";
import type { ChangeBoardView } from "#shared/state/board-view.ts";
import { stateStyleOf } from "@leitstand/app/state-style";
import styles from "../inspector.module.css";
import { InspectorSection } from "../section.tsx";

/** Links to the parent of a case and to its children. */
export function RelatedCases({ dispatchCase, onView }: { dispatchCase: Case; onView: ChangeBoardView }) {
  const t = useTranslations("inspector");
  const s = useTranslations("states");
  const { parent, children = [] } = dispatchCase.linked_cases ?? {};
  const linked = [
    ...(parent ? [{ ...parent, role: "parent" }] : []),
    ...children.map((c) => ({ ...c, role: "child" })),
  ];
  if (linked.length === 0) return null;
  return (
    <InspectorSection name="linked" title={t("linked")} count={linked.length}>
      <ul className={styles["rows"]}>
        {linked.map(({ id, display_name, natural_id, state, role }) => {
          const look = stateStyleOf(state);
          return (
            <li key={id}>
              <button type="button" className={styles["row"]} onClick={() => onView({ case: id })}>
                <Glyph shape={look.shape} color={look.color} label={s(look.word)} />
                <span className={styles["row-name"]}>{display_name}</span>
                <span className={styles["meta"]}>{t(`linked_as.${role}`)}</span>
                <span className={styles["mono"]}>{natural_id}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </InspectorSection>
  );
}
