import { get, useFormContext, useFormState } from "react-hook-form";
import type { Field, Values } from "./field.ts";
import { idOf, useFieldText, useFormFacts } from "./form-facts.ts";

/** Props of every kind of control. `path` differs from the field's own within a list. */
export interface ControlProps {
  readonly field: Field;
  readonly path: string;
}

/** Props for a field with a single input: name, hint, fault and registration. */
export function useControl({ field, path }: ControlProps) {
  const { register, control } = useFormContext<Values>();
  const { errors } = useFormState({ control, name: path });
  const { labelOf, hintOf } = useFieldText();
  const { isReadOnly } = useFormFacts();
  const fault = get(errors, path) as { message?: string } | undefined;
  return {
    register,
    message: fault?.message,
    isReadOnly: isReadOnly(field),
    shared: {
      id: idOf(path),
      label: labelOf(field),
      description: hintOf(field),
      // The hint is shown beside the quick answers already; here it is for screen readers.
      descriptionProps: { className: "visually-hidden" },
      error: fault?.message,
      size: "xs" as const,
      withAsterisk: field.isRequired ?? false,
      inputWrapperOrder: ["label", "input", "error", "description"] as ("label" | "input" | "error" | "description")[],
    },
  };
}
