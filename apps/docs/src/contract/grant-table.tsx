import generated from "@site/generated/grants.json";
import { LinkWithoutPrefetch } from "./bare-link";
import type { listGrants } from "./contract-grants";
import { UnhydratedContent } from "./still";
import styles from "./table.module.css";

const describedGrants = generated as ReturnType<typeof listGrants>;

/** Table of all grants, the operations that each opens, and the kinds of tokens that may use it. */
export function GrantTable() {
  return (
    <UnhydratedContent id="grant-table">
      <GrantRows />
    </UnhydratedContent>
  );
}

function GrantRows() {
  return (
    <table className={`${styles.table} ${styles.grants}`}>
      <thead>
        <tr>
          <th>Grant</th>
          <th>Opens</th>
          <th>Tokens</th>
        </tr>
      </thead>
      <tbody>
        {describedGrants.map(({ grant, operations }) => (
          <tr key={grant}>
            <td>
              <code>{grant}</code>
            </td>
            <td>
              {operations.length === 0 ? "planned" : null}
              {operations.map(({ id, tenant_types }, at) => (
                <span key={id}>
                  {at > 0 && ", "}
                  <LinkWithoutPrefetch to={`/openapi/#${id}`}>{id}</LinkWithoutPrefetch>
                  {tenant_types && ` (${tenant_types.join(", ")})`}
                </span>
              ))}
            </td>
            <td>{[...new Set(operations.flatMap(({ kinds }) => kinds))].join(", ")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
