import type { StateDiagramData } from "./state-data";
import styles from "./state-machine.module.css";

interface StateListProps {
  readonly entries: StateDiagramData["list"];
  readonly shown: string | undefined;
}

/** States as a list, where a diagram would be too small to read. Screen readers use the table below. */
export const StateList = ({ entries, shown }: StateListProps) => (
  <ol className={styles.list} aria-hidden>
    {entries.map(({ title, tone, remark, exits }) => (
      <li key={title} className={tone === undefined ? styles.shared : styles.entry}>
        {tone !== undefined && <span className={styles.dot} data-tone={tone} />}
        <strong>{title}</strong>
        {remark !== undefined && <span className={styles.remark}> {remark}</span>}
        {exits.length > 0 && (
          <ul className={styles.exits}>
            {exits.map(({ action, to }) => (
              <li key={`${action} ${to}`} data-shown={action === shown || undefined}>
                <b>{action}</b> <span>→ {to}</span>
              </li>
            ))}
          </ul>
        )}
      </li>
    ))}
  </ol>
);
