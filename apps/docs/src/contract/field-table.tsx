import { InlineCode } from "./inline-code";
import styles from "./table.module.css";

interface DescribedField {
  readonly name: string;
  readonly type: string;
  readonly limits: string;
  readonly required: boolean;
  readonly description: string;
}

/** Table of the fields of a body or an answer. */
export function FieldTable({ of }: { readonly of: readonly DescribedField[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th>Field</th>
          <th>Type</th>
          <th>What it is</th>
        </tr>
      </thead>
      <tbody>
        {of.map(({ name, type, limits, required, description }) => (
          <tr key={name}>
            <td>
              <code>{name}</code>
              {required && " (required)"}
            </td>
            <td className={styles.type}>{type}</td>
            <td>
              <InlineCode text={[description, limits].filter(Boolean).join(" — ")} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
