import { useComputedColorScheme } from "@mantine/core";
import {
  IconKeyboard,
  IconLayoutBoard,
  IconMessage,
  IconMoon,
  IconPlugConnected,
  IconSearch,
  IconSun,
} from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { useStuckDeliveries } from "#features/deliveries/use-deliveries.ts";
import type { BoardViewProps } from "#shared/state/board-view.ts";
import { changePreferences } from "#shared/state/preferences.ts";
import type { FloatingLayer } from "./layer.ts";
import { NavigationRailButton } from "./rail-button.tsx";
import styles from "./rail.module.css";

interface RailProps extends BoardViewProps {
  readonly unread: number;
  readonly layer: FloatingLayer;
  readonly onLayer: (layer: FloatingLayer) => void;
}

/** Navigation between the parts of the console, with the settings at its foot. */
export function NavigationRail({ unread, layer, onLayer, view, onView }: RailProps) {
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
      <NavigationRailButton
        label={t("dispatch")}
        isCurrent={layer !== "messages" && view.deliveries === undefined}
        onClick={() => {
          onLayer(null);
          onView({ deliveries: undefined });
        }}
      >
        <IconLayoutBoard size={20} stroke={1.6} />
      </NavigationRailButton>
      <NavigationRailButton label={t("search")} isCurrent={false} onClick={() => onLayer("palette")}>
        <IconSearch size={20} stroke={1.6} />
      </NavigationRailButton>
      <NavigationRailButton
        label={unread > 0 ? t("messages_unread", { count: unread }) : t("messages")}
        isCurrent={layer === "messages"}
        count={unread}
        onClick={() => onLayer(layer === "messages" ? null : "messages")}
      >
        <IconMessage size={20} stroke={1.6} />
      </NavigationRailButton>
      <DeliveriesButton view={view} onView={onView} />
      <span className={styles["gap"]} />
      <NavigationRailButton label={t("shortcuts")} isCurrent={false} onClick={() => onLayer("sheet")}>
        <IconKeyboard size={20} stroke={1.6} />
      </NavigationRailButton>
      <NavigationRailButton
        label={scheme === "dark" ? t("light") : t("dark")}
        isCurrent={false}
        onClick={() => changePreferences({ scheme: scheme === "dark" ? "light" : "dark" })}
      >
        {scheme === "dark" ? <IconSun size={20} stroke={1.6} /> : <IconMoon size={20} stroke={1.6} />}
      </NavigationRailButton>
    </nav>
  );
}

/** Button of the deliveries, only for users who may see them; its number says how many of them are stuck. */
function DeliveriesButton({ view, onView }: BoardViewProps) {
  const t = useTranslations("shell");
  const { isOffered, standing } = useStuckDeliveries();
  const isOpen = view.deliveries !== undefined;
  if (!isOffered) return null;
  return (
    <NavigationRailButton
      label={standing > 0 ? t("deliveries_standing", { count: standing }) : t("deliveries")}
      isCurrent={isOpen}
      count={standing}
      onClick={() => onView({ deliveries: isOpen ? undefined : "all" })}
    >
      <IconPlugConnected size={20} stroke={1.6} />
    </NavigationRailButton>
  );
}
