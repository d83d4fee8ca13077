import tableStyles from "../contract/table.module.css";
import { actorMeanings, type TransitionTableData } from "./state-data";
import styles from "./state-machine.module.css";

interface TransitionTableProps {
  readonly table: TransitionTableData;
  readonly shown: string | undefined;
}

/** Table of transitions: for each state, which action leads where, and who may take it. */
export function TransitionTable({ table, shown }: TransitionTableProps) {
  return (
    <>
      <table className={`${tableStyles.table} ${styles.table}`}>
        <thead>
          <tr>
            <th>State</th>
            <th>Action</th>
            <th>Leads to</th>
            <th>Who</th>
          </tr>
        </thead>
        <tbody>
          {table.rows.flatMap(({ state, facts, cells }) =>
            (cells.length === 0 ? [{ action: "", to: [], who: [] }] : cells).map(({ action, to, who }, at) => (
              <tr key={`${state} ${action}`} data-shown={(action !== "" && action === shown) || undefined}>
                <td>
                  <code>{state}</code>
                  {at === 0 && facts.length > 0 && ` (${facts.join(", ")})`}
                </td>
                <td>{action === "" ? "none" : <code>{action}</code>}</td>
                <td>{to.join(" or ")}</td>
                <td>{who.join(", ")}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
      <p className={styles.who}>{actorMeanings.map(({ who, meaning }) => `${who}: ${meaning}`).join("; ")}.</p>
    </>
  );
}
