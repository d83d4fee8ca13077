import generated from "@site/generated/recommended-roles.json";
import CodeBlock from "../theme/CodeBlock/index";
import type { listRecommendedRoles } from "./contract-grants";
import styles from "./table.module.css";

const recommendedRoles = generated as ReturnType<typeof listRecommendedRoles>;

/** Roles that are recommended to a company: an overview, and the request that creates each. */
export function RecommendedRoles() {
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>Role</th>
            <th>For</th>
            <th>Type</th>
            <th>Branch access</th>
            <th>Grants</th>
          </tr>
        </thead>
        <tbody>
          {recommendedRoles.map(({ name, purpose, role_type, branch_access, grant_count }) => (
            <tr key={name}>
              <td>{name}</td>
              <td>{purpose}</td>
              <td>
                <code>{role_type}</code>
              </td>
              <td>
                <code>{branch_access}</code>
              </td>
              <td>{grant_count}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {recommendedRoles.map(({ name, request_html }) => (
        <details key={name}>
          <summary>Request for {name}</summary>
          <CodeBlock language="json" html={request_html} />
        </details>
      ))}
    </>
  );
}
