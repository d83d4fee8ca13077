import { stateStyleOf } from "@leitstand/app/state-style";
import type { Case } from "@leitstand/contract/cases/case";
import type { TourLink } from "#outbox/state-before.ts";
import { displayedLinkState } from "#shared/state-mark.tsx";

const progressStates = {
  FUNERAL: ["ACCEPTED", "STARTED", "ARRIVED", "LOADED", "DELIVERED"],
  ROADSIDE: ["alarmed", "onTheWay", "arrived", "toDestination", "finished"],
} as const;
const finalStateAliases: Readonly<Record<string, string>> = {
  DONE: "DELIVERED",
  FINISHED: "DELIVERED",
  backoffice: "finished",
  atDestination: "toDestination",
};

/** Progress of a case; the word beside the state says the same. */
export function CaseProgressBar({ shown, link }: { shown: Case; link: TourLink }) {
  const names: readonly string[] = progressStates[shown.data_type];
  const at = names.indexOf(finalStateAliases[link.state] ?? link.state);
  return (
    <div className="progress" aria-hidden>
      {names.map((name, index) => (
        <i
          key={name}
          className={index < at ? "past" : ""}
          {...(index === at && { style: { background: stateStyleOf(displayedLinkState(shown, link)).color } })}
        />
      ))}
    </div>
  );
}
