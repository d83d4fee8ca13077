import generated from "@site/generated/errors.json";
import { LinkWithoutPrefetch } from "./bare-link";
import type { listErrorGroups } from "./contract-errors";
import { UnhydratedContent } from "./still";
import styles from "./table.module.css";

const errorGroups = generated as ReturnType<typeof listErrorGroups>;

/** Table of all error codes by status, with links to their entries. */
export function ErrorIndex() {
  return (
    <UnhydratedContent id="error-index">
      <StatusList />
    </UnhydratedContent>
  );
}

function StatusList() {
  const entries = Object.values(errorGroups)
    .flat()
    .sort((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1));
  const statuses = [...new Set(entries.map(({ status }) => status))];
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th>Status</th>
          <th>Codes</th>
        </tr>
      </thead>
      <tbody>
        {statuses.map((status) => (
          <tr key={status}>
            <td>{status}</td>
            <td>
              {entries
                .filter((entry) => entry.status === status)
                .map(({ code }, at) => (
                  <span key={code}>
                    {at > 0 && ", "}
                    <LinkWithoutPrefetch to={`/docs/api/errors/error-types#${code}`}>
                      <code>{code}</code>
                    </LinkWithoutPrefetch>
                  </span>
                ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
