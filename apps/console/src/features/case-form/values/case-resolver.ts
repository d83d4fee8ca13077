import { type FieldErrors, type Resolver, set } from "react-hook-form";
import type { CaseDraft } from "./case-values.ts";
import type { FormValues } from "../fields/field.ts";
import { type DraftFault, findDraftFaults } from "./schema-faults.ts";

interface ResolverOptions {
  readonly isNew: boolean;
  readonly requestOf: (values: FormValues) => CaseDraft;
  readonly textOf: (fault: DraftFault) => string;
}

/** Validates the form against the contract's schema. */
export const createCaseFormResolver =
  ({ isNew, requestOf, textOf }: ResolverOptions): Resolver<FormValues> =>
  (values) => {
    const faults = findDraftFaults(requestOf(values), { isNew, now: new Date() });
    const errors: FieldErrors<FormValues> = {};
    for (const fault of faults) set(errors, fault.path, { type: fault.rule, message: textOf(fault) });
    return faults.length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
