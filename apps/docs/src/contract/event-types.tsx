import generated from "@site/generated/events.json";
import { FieldTable } from "./field-table";
import type { listEventTypes } from "./contract-events";

const describedEvents = generated as ReturnType<typeof listEventTypes>;

/** Every event of the live stream with its data. The page gets a heading before each, see steps/listed-headings.ts. */
export function EventTypes({ only }: { readonly only?: string }) {
  const event = describedEvents.find(({ type }) => type === only);
  if (event === undefined) throw new Error(`The stream has no event ${only}.`);
  return (
    <section>
      <p>
        For holders of the grant <code>{event.grant}</code>. Fields of <code>data</code>:
      </p>
      <FieldTable of={event.fields} />
    </section>
  );
}
