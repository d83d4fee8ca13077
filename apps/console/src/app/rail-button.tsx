import { Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./rail.module.css";

interface RailButtonProps {
  readonly label: string;
  readonly isCurrent: boolean;
  /** Number of things that wait behind the button; its label says it, too. */
  readonly count?: number;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

export const NavigationRailButton = ({ label, isCurrent, count = 0, onClick, children }: RailButtonProps) => (
  <Tooltip label={label} position="right">
    <button
      type="button"
      className={styles["button"]}
      aria-label={label}
      aria-current={isCurrent ? "page" : undefined}
      onClick={onClick}
    >
      {children}
      {count > 0 && (
        <span className={styles["badge"]} aria-hidden>
          {count > 99 ? "99+" : count}
        </span>
      )}
    </button>
  </Tooltip>
);
