import type { Static } from "@leitstand/contract/core/schema";
import type { TodoTemplate } from "@leitstand/contract/cases/todo-templates";

/** Facts about a case that decide which templates apply. */
export interface TodoRelevantCaseFacts {
  readonly data_type: "FUNERAL" | "ROADSIDE";
  readonly cargo_type?: string | null | undefined;
  readonly transport_type?: string | null | undefined;
  readonly service_key?: string | null | undefined;
  readonly infectious?: boolean | undefined;
  readonly police?: boolean | undefined;
}

type TodoTemplateConditions = Static<typeof TodoTemplate>["conditions"];

/**
 * Whether a case starts with a copy of the template: each given condition must hold; a flag that is not set counts as
 * false.
 */
export function matchesTodoConditions(conditions: TodoTemplateConditions, facts: TodoRelevantCaseFacts): boolean {
  const { data_type, cargo_type, transport_types, service_keys, infectious, police } = conditions;
  return (
    (data_type === undefined || data_type === facts.data_type) &&
    (cargo_type === undefined || cargo_type === facts.cargo_type) &&
    (transport_types === undefined || isListedOrUnrestricted(transport_types, facts.transport_type)) &&
    (service_keys === undefined || isListedOrUnrestricted(service_keys, facts.service_key)) &&
    (infectious === undefined || infectious === (facts.infectious ?? false)) &&
    (police === undefined || police === (facts.police ?? false))
  );
}

const isListedOrUnrestricted = (wanted: readonly string[], given: string | null | undefined) =>
  given !== null && given !== undefined && wanted.includes(given);
