import { stateStyleOf } from "@leitstand/app/state-style";
import type { Case } from "@leitstand/contract/cases/case";
import type { Link } from "#outbox/state-before.ts";
import { stateOf } from "#shared/state-mark.tsx";

const steps = {
  FUNERAL: ["ACCEPTED", "STARTED", "ARRIVED", "LOADED", "DELIVERED"],
  ROADSIDE: ["alarmed", "onTheWay", "arrived", "toDestination", "finished"],
} as const;
const ends: Readonly<Record<string, string>> = {
  DONE: "DELIVERED",
  FINISHED: "DELIVERED",
  backoffice: "finished",
  atDestination: "toDestination",
};

/** Progress of a case; the word beside the state says the same. */
export function Progress({ shown, link }: { shown: Case; link: Link }) {
  const names: readonly string[] = steps[shown.data_type];
  const at = names.indexOf(ends[link.state] ?? link.state);
  return (
    <div className="progress" aria-hidden>
      {names.map((name, index) => (
        <i
          key={name}
          className={index < at ? "past" : ""}
          {...(index === at && { style: { background: stateStyleOf(stateOf(shown, link)).color } })}
        />
      ))}
    </div>
  );
}
