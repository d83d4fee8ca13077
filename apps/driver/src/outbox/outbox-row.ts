import type { OperationInput } from "@leitstand/client/client";
import type { Operations } from "@leitstand/contract/operations";
import type { SealedData } from "#vault/seal.ts";

/** Field of an input that is set when it is sent, and not when it is written down. */
type StampedField = "lock_version" | "occurred_at" | "action_id" | "client_id";

/** Operations of drivers that go through the outbox, each with the stamps it takes. */
export const stampedFieldsByOperation = {
  receiveAction: ["lock_version", "occurred_at", "action_id"],
  setTodoCompleted: ["occurred_at", "client_id"],
  createCaseComment: ["occurred_at", "client_id"],
  acknowledgeCriticalMessage: ["occurred_at", "client_id"],
  createAndStartTour: ["occurred_at", "client_id"],
  startTour: ["lock_version", "occurred_at", "client_id"],
  updateTourStartedSubState: ["occurred_at", "client_id"],
  finishTour: ["lock_version", "occurred_at", "client_id"],
  createVehicleCheck: ["occurred_at", "client_id"],
} as const satisfies { readonly [id in keyof Operations]?: readonly StampedField[] };

type OutboxOperation = keyof typeof stampedFieldsByOperation;
type OperationBody<K extends OutboxOperation> = Omit<
  OperationInput<Operations[K]>,
  (typeof stampedFieldsByOperation)[K][number]
>;
/** Facts that stay on the phone: the case that would tell them may have left it when the driver has to decide. */
interface UnsentFacts {
  readonly setTodoCompleted: { readonly title?: string };
  /** Whether the driver took the planned vehicle: a repeated start follows a plan that has changed. */
  readonly startTour: { readonly isVehicleAsPlanned?: boolean };
}
/** Content to send: an operation, and its input without stamps; beside them what is kept of it and never sent. */
export type OutboxContent = {
  readonly [K in OutboxOperation]: { readonly op: K; readonly body: OperationBody<K> } & (K extends keyof UnsentFacts
    ? UnsentFacts[K]
    : unknown);
}[OutboxOperation];

/** `waiting` to be sent; `sent` but not fetched yet; `refused` by the server; `held` behind a refused one. */
type OutboxRowStatus = "waiting" | "sent" | "refused" | "held";

/** Values of `needs`: the end of work comes after all steps and positions; the end of a shift also after its photos. */
export const SEND_AFTER_ALL_STEPS = "all steps";
export const SEND_AFTER_STEPS_AND_PHOTOS = "everything";

/** Facts of a row that are not encrypted. */
export interface UnencryptedOutboxFields {
  /** Sequence number, in the order of the driver's actions. */
  readonly seq: number;
  /** Rows of one chain are sent one after the other; chains are independent of each other. */
  readonly chain: string;
  readonly status: OutboxRowStatus;
  /** Permanent id of the row: its Idempotency-Key, and the server's id of the step. */
  readonly action_id: string;
  /** Time when it was done, by this phone's clock. */
  readonly at: number;
  /** Milliseconds to add to this phone's clock for the right time; null when not certain, until it is first sent. */
  readonly offset: number | null;
  /** Version of the object on the screen. */
  readonly seen: number;
  readonly user_id: string;
  /**
   * `action_id` of the row that has to have arrived before; or `SEND_AFTER_ALL_STEPS`, or `SEND_AFTER_STEPS_AND_PHOTOS`, for all that was done
   * before.
   */
  readonly needs: string | null;
  /** Earliest time of sending; later rows of the chain go ahead of it. */
  readonly not_before: number | null;
  /** Version in the server's answer. */
  readonly answered: number | null;
  /** Error code of the server's refusal; or `START_GIVEN_UP`, of the first held row of a chain. */
  readonly refusal: string | null;
}

/** Reason why rows are held that no refused one precedes: the driver has given up the start of their shift. */
export const START_GIVEN_UP = "START_GIVEN_UP";

/** Whether the driver has to decide on a row, and with it on those that are held behind it. */
export const needsDecision = ({ status, refusal }: Pick<UnencryptedOutboxFields, "status" | "refusal">) =>
  status === "refused" || (status === "held" && refusal !== null);

interface ShownTime extends Pick<UnencryptedOutboxFields, "at" | "offset"> {
  /** Offset as last known, for a row whose own is not certain yet: it is only shown, and never stored with a row. */
  readonly shownOffset?: number | null;
}

/** Time of a row by the server's clock; before its first answer by this phone's. */
export const serverTimeOfRow = ({ at, offset, shownOffset }: ShownTime) => at + (offset ?? shownOffset ?? 0);

/** Row as it is stored on the phone. */
export interface OutboxRow extends UnencryptedOutboxFields {
  readonly content: SealedData;
  /** Exact input of the first attempt; every later one sends the same. */
  readonly frozen: SealedData | null;
  /** Places of the case as they were on the screen. */
  readonly places?: SealedData;
}

/** Row with its decrypted content, available only while the app is unlocked. */
export interface OutboxEntry extends UnencryptedOutboxFields, ShownTime {
  readonly content: OutboxContent;
  readonly isFrozen: boolean;
}

/** Chain of a row: steps of one case follow each other, and so do those of one tour; all other rows stand alone. */
export const outboxChainOfContent = ({ op, body }: OutboxContent, action_id: string): string => {
  switch (op) {
    case "receiveAction":
      return outboxChainOfCase(body.id);
    case "setTodoCompleted":
      return outboxChainOfCase(body.case_id);
    case "startTour":
    case "updateTourStartedSubState":
    case "finishTour":
      return chainOfTour(body.id);
    default:
      return `${op}:${action_id}`;
  }
};

export const outboxChainOfCase = (id: string) => `case:${id}`;
export const isOutboxChainOfCase = (chain: string) => chain.startsWith(outboxChainOfCase(""));
const chainOfTour = (id: string) => `tour:${id}`;

/** Id of the planned tour that an entry begins; undefined for all other entries. */
export const idOfTourStartedBy = ({ content }: Pick<OutboxEntry, "content">) =>
  content.op === "startTour" ? content.body.id : undefined;

/** Whether the row follows an earlier one by itself when its time comes: people need not be told of it. */
export const isPlannedStep = ({ status, not_before }: Pick<UnencryptedOutboxFields, "status" | "not_before">) =>
  status === "waiting" && not_before !== null;
