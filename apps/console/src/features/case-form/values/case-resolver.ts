import { type FieldErrors, type Resolver, set } from "react-hook-form";
import type { CaseDraft } from "./case-values.ts";
import type { Values } from "../fields/field.ts";
import { type DraftFault, findFaults } from "./schema-faults.ts";

interface ResolverOptions {
  readonly isNew: boolean;
  readonly requestOf: (values: Values) => CaseDraft;
  readonly textOf: (fault: DraftFault) => string;
}

/** Validates the form against the contract's schema. */
export const caseResolver =
  ({ isNew, requestOf, textOf }: ResolverOptions): Resolver<Values> =>
  (values) => {
    const faults = findFaults(requestOf(values), { isNew, now: new Date() });
    const errors: FieldErrors<Values> = {};
    for (const fault of faults) set(errors, fault.path, { type: fault.rule, message: textOf(fault) });
    return faults.length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
