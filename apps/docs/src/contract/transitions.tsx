import generated from "@site/generated/transitions.json";
import type { describeTables } from "./contract-states";
import styles from "./table.module.css";

const transitions = generated as ReturnType<typeof describeTables>;

/** A table of the state machine: from each state, which action leads where, and who may take it. */
export function Transitions({ of }: { readonly of: string }) {
  const table = transitions[of];
  if (table === undefined) throw new Error(`There is no table ${of}.`);
  return (
    <>
      <p>
        Who:{" "}
        {Object.entries(table.actors)
          .map(([letter, who]) => `${letter} ${who}`)
          .join("; ")}
        .
      </p>
      <table className={styles.table}>
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
              <tr key={`${state} ${action}`}>
                <td>
                  <code>{state}</code>
                  {at === 0 && facts.length > 0 && ` (${facts.join(", ")})`}
                </td>
                <td>{action === "" ? "none" : <code>{action}</code>}</td>
                <td>{to.join(" or ")}</td>
                <td>{who.join(" ")}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </>
  );
}
