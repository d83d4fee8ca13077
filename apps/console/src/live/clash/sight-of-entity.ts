import type { CaseSight } from "@leitstand/client/case-sight";
import type { CaseEntity } from "../case-entity.ts";

/** What a board shows of a case; of one that a list alone has told of, it does not know the tours. */
export const sightOfEntity = ({ card, has_links, tour_case_states, ...shown }: CaseEntity): CaseSight => ({
  ...shown,
  ...card,
  ...(has_links && { tour_case_states }),
});
