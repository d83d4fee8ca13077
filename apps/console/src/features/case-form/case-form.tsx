interface CaseFormProps {
  /** `new`, or the case that is edited. */
  readonly id: string;
  readonly onClose: () => void;
  readonly onSaved: (id: string) => void;
}

export function CaseForm({ id }: CaseFormProps) {
  return <h2>{id}</h2>;
}
