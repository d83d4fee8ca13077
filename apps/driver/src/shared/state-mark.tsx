import { stateStyleOf } from "@leitstand/app/state-style";
import type { Case } from "@leitstand/contract/cases/case";
import { Glyph } from "@leitstand/ui/glyph";
import { useTranslations } from "use-intl";
import type { TourLink } from "#outbox/state-before.ts";

/** State of a link for its mark: an accepted breakdown has no state of its own, and crews need the difference. */
export const displayedLinkState = ({ data_type }: Case, link: TourLink) =>
  data_type === "ROADSIDE" && link.accepted_at !== null && (link.state === "alarmed" || link.state === "reserved")
    ? "ACCEPTED"
    : link.state;

interface StateProps {
  readonly shown: Case;
  readonly link: TourLink;
}

/** Mark of a state: its shape, its colour, and its word, which may also stand elsewhere. */
export function StateMark({ shown, link, hasWord = true }: StateProps & { hasWord?: boolean }) {
  const { shape, color } = stateStyleOf(displayedLinkState(shown, link));
  return (
    <span className="state-mark">
      <Glyph shape={shape} color={color} size={22} />
      {hasWord && <StateWord shown={shown} link={link} />}
    </span>
  );
}

export function StateWord({ shown, link }: StateProps) {
  const t = useTranslations("states");
  return <span>{t(stateStyleOf(displayedLinkState(shown, link)).word)}</span>;
}
