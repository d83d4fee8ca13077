import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { TimeExportPanel } from "#shared/exports/time-export.tsx";
import { DeliveriesLayer } from "#features/deliveries/deliveries-layer.tsx";
import { MessagesPanel } from "#features/messages/messages-panel.tsx";
import { Palette } from "#features/palette/palette.tsx";
import { ShortcutSheet } from "#features/palette/shortcut-sheet.tsx";
import { signOut } from "#features/session/sign-out.ts";
import { SessionsPanel } from "#features/session/sessions-panel.tsx";
import { SessionEndedPrompt } from "#features/session/session-ended.tsx";
import type { EntityStore } from "#live/entities.ts";
import { useStoreSelection } from "#live/use-entities.ts";
import type { BoardViewProps } from "#shared/state/board-view.ts";
import { lastSignedInTenantStore } from "#shared/api/session.ts";
import { useStore } from "@leitstand/app/store";
import { BoardFigures } from "./board-figures.tsx";
import type { FloatingLayer } from "./layer.ts";
import { LiveIndicator } from "./live-indicator.tsx";
import { NavigationRail } from "./rail.tsx";
import styles from "./shell.module.css";
import { useBoardShortcuts } from "./board-shortcuts.ts";
import { UserMenu } from "./user-menu.tsx";

const countUnreadMessages = (from: EntityStore) => from.board?.messages.length ?? 0;

/** Rail and top bar around a page; the palette, the keyboard sheet and the messages over it. */
export function ConsoleShell({ view, onView, children }: BoardViewProps & { children: ReactNode }) {
  const t = useTranslations("shell");
  const [layer, setLayer] = useState<FloatingLayer>(null);
  const company = useStore(lastSignedInTenantStore);
  const unread = useStoreSelection(countUnreadMessages);
  useBoardShortcuts({ view, onView, layer, onLayer: setLayer });
  return (
    <div className={styles["shell"]}>
      <a className={styles["skip"]} href="#main">
        {t("skip")}
      </a>
      <NavigationRail unread={unread} layer={layer} onLayer={setLayer} view={view} onView={onView} />
      <section className={styles["bar"]} aria-label={t("top_bar")}>
        <span className={styles["crumb"]}>{company?.name} /</span>
        <h1 className={styles["title"]}>{t("dispatch")}</h1>
        <button type="button" className={styles["search"]} onClick={() => setLayer("palette")}>
          <span>{t("search")}</span>
          <kbd className="ui-kbd">Ctrl K</kbd>
        </button>
        <span className={styles["gap"]} />
        <BoardFigures />
        <LiveIndicator />
        <UserMenu onSessions={() => setLayer("sessions")} />
      </section>
      <main id="main" className={styles["page"]}>
        <DeliveriesLayer view={view} onView={onView}>
          {children}
        </DeliveriesLayer>
      </main>
      <Palette
        isOpen={layer === "palette"}
        onClose={() => setLayer(null)}
        onLayer={setLayer}
        onView={onView}
        onSignOut={signOut}
      />
      <ShortcutSheet isOpen={layer === "sheet"} onClose={() => setLayer(null)} />
      <MessagesPanel isOpen={layer === "messages"} onClose={() => setLayer(null)} onView={onView} />
      <TimeExportPanel isOpen={layer === "time_export"} onClose={() => setLayer(null)} />
      <SessionsPanel isOpen={layer === "sessions"} onClose={() => setLayer(null)} />
      <SessionEndedPrompt />
    </div>
  );
}
