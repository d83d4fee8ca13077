import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useNarrowLayout } from "#shared/screen/viewport.ts";
import styles from "./board-layout.module.css";
import { useResizablePane } from "./pane.ts";

interface BoardPanes {
  readonly queue: ReactNode;
  readonly map: ReactNode;
  readonly inspector: ReactNode;
  /** Case form, drawn over map and inspector: typing needs the room, and the queue stays visible. */
  readonly form: ReactNode;
  readonly timeline: ReactNode;
}

/**
 * Panes of the board: queue, map and inspector above the timeline. Below 1280 px the inspector lies over the map, below
 * 900 one pane is shown.
 */
export function BoardLayout({ queue, map, inspector, form, timeline }: BoardPanes) {
  const t = useTranslations("shell");
  const narrow = useNarrowLayout();
  const row = useResizablePane("timeline", { size: 292, min: 120, max: 0.6, axis: "y" });
  const column = useResizablePane("queue", { size: 348, min: 280, max: 0.4, axis: "x" });
  return (
    <div
      className={styles["board"]}
      data-narrow={narrow}
      style={{ "--timeline": `${row.size}px`, "--queue": `${column.size}px` } as Record<string, string>}
    >
      <section className={styles["queue"]} aria-label={t("queue")}>
        {queue}
      </section>
      <div className={styles["split-x"]} {...column.handle} aria-label={t("resize_queue")} />
      {/* Panes under the form are inert: they cannot be reached by keyboard either. */}
      <section className={styles["map"]} aria-label={t("map")} inert={form !== null}>
        {map}
      </section>
      {inspector !== null && (
        <aside className={styles["inspector"]} aria-label={t("inspector")} inert={form !== null}>
          {inspector}
        </aside>
      )}
      {form !== null && <div className={styles["form"]}>{form}</div>}
      <div className={styles["split-y"]} {...row.handle} aria-label={t("resize_timeline")} inert={form !== null} />
      <section className={styles["timeline"]} aria-label={t("tours")} inert={form !== null}>
        {timeline}
      </section>
    </div>
  );
}
