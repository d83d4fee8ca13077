import type { Operation } from "@leitstand/contract/operation/operation";
import { describeSchemaFields } from "../../src/contract/contract-fields";

/** Maximum number of operations with a field that is indexed: more common names find nothing useful. */
const FIELD_OPERATIONS_MAX = 40;

/** Search entries of all fields that requests may carry, each field once with its operations and its meaning. */
export function searchEntriesOfFields(operations: readonly Operation[]) {
  const found = new Map<string, { readonly meanings: Set<string>; readonly ids: string[] }>();
  for (const operation of operations) {
    for (const { name, description } of [operation.params, operation.query, operation.body].flatMap((schema) =>
      describeSchemaFields(schema ?? {}),
    )) {
      const field = found.get(name) ?? { meanings: new Set(), ids: [] };
      if (description !== "") field.meanings.add(description);
      if (!field.ids.includes(operation.id)) field.ids.push(operation.id);
      found.set(name, field);
    }
  }
  return [...found]
    .filter(([, { ids }]) => ids.length <= FIELD_OPERATIONS_MAX)
    .map(([name, { meanings, ids }]) => ({
      kind: "field" as const,
      to: `/openapi/${ids[0]}`,
      title: name,
      part: ids[0] ?? "",
      label: "field",
      heading: name,
      text: [...meanings][0] ?? `Taken by ${ids.slice(0, 3).join(", ")}`,
      body: [...meanings].join(" "),
    }));
}
