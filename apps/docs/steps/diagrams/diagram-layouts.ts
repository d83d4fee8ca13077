import type { TransitionTableName } from "@leitstand/contract/cases/case-transitions";
import { funeralCaseDiagramLayout } from "./funeral-case-layout";
import { funeralTourDiagramLayout } from "./funeral-tour-layout";
import type { DiagramLayout } from "./diagram-layout";
import { roadsideDiagramLayout } from "./roadside-layout";

/** Layout of the diagram of each state machine. The build fails when the contract has a machine, a state or a move without one. */
export const diagramLayouts: Readonly<Record<TransitionTableName, DiagramLayout>> = {
  FUNERAL_TOUR_CASE: funeralTourDiagramLayout,
  FUNERAL_CASE: funeralCaseDiagramLayout,
  ROADSIDE_ASSISTANCE: roadsideDiagramLayout,
};
