import generated from "@site/generated/actions.json";
import type { describeCaseActions } from "./contract-states";
import styles from "./table.module.css";

const describedActions = generated as ReturnType<typeof describeCaseActions>;

/** Table of the fields that each action reads, and whether UNDO takes it back. */
export function ActionInputs() {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th>Action</th>
          <th>Always needs</th>
          <th>
            May read of <code>payload</code>
          </th>
          <th>UNDO</th>
        </tr>
      </thead>
      <tbody>
        {describedActions.map(({ action, required, optional, reason, undoable }) => (
          <tr key={action}>
            <td>
              <code>{action}</code>
            </td>
            <td>{[...(reason ? ["reason"] : []), ...required].join(", ") || "nothing"}</td>
            <td>{optional.join(", ")}</td>
            <td>{undoable ? "yes" : "no"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
