import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { memo } from "react";
import { useTranslations } from "use-intl";
import type { TimelineGroup } from "./tour-rows.ts";
import styles from "./tour-grid.module.css";

interface GroupProps {
  readonly group: TimelineGroup;
  readonly top: number;
  readonly index: number;
  readonly isSpot: boolean;
}

/** Head of a branch; a click or Enter folds its rows. */
export const BranchGroupHead = memo(function GroupHead({ group, top, index, isSpot }: GroupProps) {
  const t = useTranslations("tours");
  const Icon = group.isCollapsed ? IconChevronRight : IconChevronDown;
  return (
    <div
      className={styles["group"]}
      role="row"
      aria-rowindex={index + 2}
      aria-expanded={!group.isCollapsed}
      data-line={group.id}
      style={{ top }}
    >
      <div
        role="rowheader"
        tabIndex={isSpot ? 0 : -1}
        data-head={group.id}
        aria-label={t("group", { title: group.title, count: group.count })}
      >
        <Icon size={13} aria-hidden />
        <b>{group.title}</b>
        <span>{group.count}</span>
      </div>
    </div>
  );
});
