import { stateStyleOf } from "@leitstand/app/state-style";
import { Glyph } from "@leitstand/ui/glyph";
import {
  IconArrowBackUp,
  IconCheck,
  IconCircleX,
  IconClipboardCheck,
  IconClock,
  IconCoffee,
  IconFlag,
  IconMessage,
  IconSend,
} from "@tabler/icons-react";
import type { OutboxContent } from "#outbox/outbox-row.ts";

/** State that a step leads to, by the name of its action. */
const stateAfterStep: Readonly<Record<string, string>> = {
  ACCEPT: "ACCEPTED",
  START: "STARTED",
  ON_THE_WAY: "onTheWay",
  ARRIVE: "ARRIVED",
  LOAD: "LOADED",
  TO_TOWING_DESTINATION: "toDestination",
  AT_TOWING_DESTINATION: "atDestination",
  DELIVER: "DELIVERED",
  FINISH: "FINISHED",
  DONE: "DONE",
};

/** Icon of the state that an entry leads to; its name stands beside it. */
export function OutboxEntryIcon({ content }: { content: OutboxContent }) {
  switch (content.op) {
    case "receiveAction":
      return <StepIcon action={content.body.action} />;
    case "setTodoCompleted":
      return <IconCheck aria-hidden />;
    case "createCaseComment":
      return <IconMessage aria-hidden />;
    case "updateTourStartedSubState":
      return content.body.started_sub_state === "OFF_DUTY" ? <IconFlag aria-hidden /> : <IconCoffee aria-hidden />;
    case "createVehicleCheck":
      return <IconClipboardCheck aria-hidden />;
    case "startTour":
    case "createAndStartTour":
    case "finishTour":
      return <IconFlag aria-hidden />;
    default:
      return <IconSend aria-hidden />;
  }
}

function StepIcon({ action }: { action: string }) {
  const state = stateAfterStep[action];
  if (state !== undefined) {
    const { shape, color } = stateStyleOf(state);
    return <Glyph shape={shape} color={color} size={24} />;
  }
  if (action === "POSTPONE") return <IconClock aria-hidden />;
  return action === "UNDO" ? <IconArrowBackUp aria-hidden /> : <IconCircleX aria-hidden />;
}
