import { Tooltip, useComputedColorScheme } from "@mantine/core";
import { IconKeyboard, IconLayoutBoard, IconMessage, IconMoon, IconSearch, IconSun } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { changePreferences } from "#shared/state/preferences.ts";
import styles from "./rail.module.css";
import type { Layer } from "./layer.ts";

interface RailProps {
  readonly unread: number;
  readonly layer: Layer;
  readonly onLayer: (layer: Layer) => void;
}

/** Where one can go, and at its foot how the desk is set up. */
export function Rail({ unread, layer, onLayer }: RailProps) {
  const t = useTranslations("shell");
  const scheme = useComputedColorScheme("light");
  return (
    <nav className={styles["rail"]} aria-label={t("navigation")}>
      <span className={styles["mark"]} aria-hidden>
        <svg width="20" height="20" viewBox="0 0 32 32">
          <path
            d="M8 25c0-7 5-6 7-9s2-8 8-9"
            fill="none"
            stroke="currentColor"
            strokeWidth="3.500"
            strokeLinecap="round"
          />
          <circle cx="8" cy="25" r="3" fill="currentColor" />
          <path d="m20 4 8 2-6 6z" fill="currentColor" />
        </svg>
      </span>
      <RailButton label={t("dispatch")} isCurrent={layer !== "messages"} onClick={() => onLayer(null)}>
        <IconLayoutBoard size={20} stroke={1.6} />
      </RailButton>
      <RailButton label={t("search")} isCurrent={false} onClick={() => onLayer("palette")}>
        <IconSearch size={20} stroke={1.6} />
      </RailButton>
      <RailButton
        label={unread > 0 ? t("messages_unread", { count: unread }) : t("messages")}
        isCurrent={layer === "messages"}
        onClick={() => onLayer(layer === "messages" ? null : "messages")}
      >
        <IconMessage size={20} stroke={1.6} />
        {unread > 0 && (
          <span className={styles["badge"]} aria-hidden>
            {unread > 99 ? "99+" : unread}
          </span>
        )}
      </RailButton>
      <span className={styles["gap"]} />
      <RailButton label={t("shortcuts")} isCurrent={false} onClick={() => onLayer("sheet")}>
        <IconKeyboard size={20} stroke={1.6} />
      </RailButton>
      <RailButton
        label={scheme === "dark" ? t("light") : t("dark")}
        isCurrent={false}
        onClick={() => changePreferences({ scheme: scheme === "dark" ? "light" : "dark" })}
      >
        {scheme === "dark" ? <IconSun size={20} stroke={1.6} /> : <IconMoon size={20} stroke={1.6} />}
      </RailButton>
    </nav>
  );
}

interface RailButtonProps {
  readonly label: string;
  readonly isCurrent: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}
const RailButton = ({ label, isCurrent, onClick, children }: RailButtonProps) => (
  <Tooltip label={label} position="right">
    <button
      type="button"
      className={styles["button"]}
      aria-label={label}
      aria-current={isCurrent ? "page" : undefined}
      onClick={onClick}
    >
      {children}
    </button>
  </Tooltip>
);
