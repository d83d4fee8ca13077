import generated from "@site/generated/rates.json";
import { LinkWithoutPrefetch } from "./bare-link";
import type { listRateClasses } from "./contract-rates";
import styles from "./table.module.css";

const describedRates = generated as ReturnType<typeof listRateClasses>;

/** Table of the rate limits of every class. */
export function RateClasses() {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th>Class</th>
          <th>Each token or address</th>
          <th>Each tenant</th>
          <th>Operations</th>
        </tr>
      </thead>
      <tbody>
        {describedRates.map(({ name, token, tenant, operations, operation_count }) => (
          <tr key={name}>
            <td>
              <code>{name}</code>
            </td>
            <td>{token}</td>
            <td>{tenant}</td>
            <td>
              {operations.length === 0 && operation_count > 0 ? `${operation_count} operations` : null}
              {operations.map((id, at) => (
                <span key={id}>
                  {at > 0 && ", "}
                  <LinkWithoutPrefetch to={`/openapi/#${id}`}>{id}</LinkWithoutPrefetch>
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
