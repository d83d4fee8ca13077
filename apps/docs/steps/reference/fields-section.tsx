import type { ReactNode } from "react";
import { countNestedFields, type ReferenceField } from "./fields";
import { ProseText, InlineProse } from "./prose";

/** Maximum number of values that are shown; longer lists are folded. */
const VALUES_SHOWN = 12;
/** Maximum number of fields of an answer that are shown at once. */
const FIELDS_SHOWN = 40;

interface FieldsSectionProps {
  readonly id: string;
  readonly title: string;
  /** Media type and name of the schema. */
  readonly note?: string;
  /** Mark of a field that is never missing: `required` in a request, `always` in an answer. */
  readonly mark: "required" | "always";
  readonly fields: readonly ReferenceField[];
  /** Rarely needed fields, in a folded list below the others. */
  readonly seldom?: { readonly title: string; readonly fields: readonly ReferenceField[] };
  readonly children?: ReactNode;
}

export function FieldsSection({ id, title, note, mark, fields, seldom, children }: FieldsSectionProps) {
  const isFolded = countNestedFields(fields) > fields.length;
  return (
    <section className="ref-section" aria-labelledby={id}>
      <div className="ref-section-head">
        <h2 id={id}>{title}</h2>
        {note !== undefined && <span className="ref-note">{note}</span>}
        {isFolded && (
          <button type="button" className="ref-expand" data-expand hidden>
            Expand all
          </button>
        )}
      </div>
      {children}
      <FieldList fields={fields.slice(0, FIELDS_SHOWN)} mark={mark} />
      {fields.length > FIELDS_SHOWN && (
        <FoldedList title={`${fields.length - FIELDS_SHOWN} more fields`}>
          <FieldList fields={fields.slice(FIELDS_SHOWN)} mark={mark} />
        </FoldedList>
      )}
      {seldom && seldom.fields.length > 0 && (
        <FoldedList title={seldom.title}>
          <FieldList fields={seldom.fields} mark={mark} />
        </FoldedList>
      )}
    </section>
  );
}

const FieldList = ({ fields, mark }: Pick<FieldsSectionProps, "fields" | "mark">) =>
  fields.length === 0 ? null : (
    <ul className="ref-fields">
      {fields.map((field) => (
        <FieldEntry key={field.anchor} field={field} mark={mark} />
      ))}
    </ul>
  );

function FieldEntry({ field, mark }: { field: ReferenceField; mark: "required" | "always" }) {
  const { name, anchor, type, limits, isRequired, meaning, values, fields, shownAt } = field;
  const count = countNestedFields(fields);
  return (
    <li id={anchor} className="ref-field">
      <p className="ref-field-head">
        <a className="ref-anchor" href={`#${anchor}`} aria-label={`Link to ${name}`}>
          #
        </a>
        <code className="ref-name">{name}</code> <span className="ref-type">{type}</span>
        {limits.length > 0 && (
          <span className="ref-limits">
            {" · "}
            <InlineProse text={limits.join(" · ")} />
          </span>
        )}
        {isRequired && <span className={`ref-mark ref-mark-${mark}`}> {mark}</span>}
      </p>
      <ProseText text={meaning} />
      <FieldValues values={values} />
      {shownAt !== undefined && (
        <p>
          As <a href={`#${shownAt}`}>{shownAt.replace(/^\w+-/, "")}</a>.
        </p>
      )}
      {fields.length > 0 && (
        <FoldedList title={`${count} ${count === 1 ? "field" : "fields"}`}>
          <FieldList fields={fields} mark={mark} />
        </FoldedList>
      )}
    </li>
  );
}

function FieldValues({ values }: { values: readonly string[] }) {
  // The type already names a single value.
  if (values.length === 0) return null;
  const [seen, folded] = [values.slice(0, VALUES_SHOWN), values.slice(VALUES_SHOWN)];
  return (
    <div className="ref-values">
      <ValueList values={seen} />
      {folded.length > 0 && (
        <FoldedList title={`${folded.length} more`}>
          <ValueList values={folded} />
        </FoldedList>
      )}
    </div>
  );
}

const ValueList = ({ values }: { values: readonly string[] }) => (
  <p>
    {values.map((value) => (
      <span key={value}>
        <code>{value}</code>{" "}
      </span>
    ))}
  </p>
);

export const FoldedList = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="ref-folded">
    <summary>{title}</summary>
    {children}
  </details>
);
