import type { InputOf } from "@leitstand/client/client";
import type { Operations } from "@leitstand/contract/operations";
import type { Sealed } from "#vault/seal.ts";

/** What an operation says of itself when it is sent, and not when it is written down. */
type Stamp = "lock_version" | "occurred_at" | "action_id" | "client_id";

/** What drivers do that the server has to learn of: operations of the contract, each with the stamps it takes. */
export const stampsOf = {
  receiveAction: ["lock_version", "occurred_at", "action_id"],
  setTodoCompleted: ["occurred_at", "client_id"],
  createCaseComment: ["occurred_at", "client_id"],
  acknowledgeCriticalMessage: ["occurred_at", "client_id"],
  createAndStartTour: ["occurred_at", "client_id"],
  startTour: ["lock_version", "occurred_at", "client_id"],
  updateTourStartedSubState: ["occurred_at", "client_id"],
  finishTour: ["lock_version", "occurred_at", "client_id"],
  createVehicleCheck: ["occurred_at", "client_id"],
} as const satisfies { readonly [id in keyof Operations]?: readonly Stamp[] };

type OutboxOperation = keyof typeof stampsOf;
type BodyOf<K extends OutboxOperation> = Omit<InputOf<Operations[K]>, (typeof stampsOf)[K][number]>;
/** What is to be sent: an operation, and its input without stamps. */
export type OutboxContent = {
  readonly [K in OutboxOperation]: { readonly op: K; readonly body: BodyOf<K> };
}[OutboxOperation];

/** `waiting` to be sent; `sent` and not yet in what was fetched; `refused` by the server; `held` behind a refused one. */
type RowStatus = "waiting" | "sent" | "refused" | "held";

/** The end of work comes after all that was done; the end of a shift after its photos, too. */
export const ALL_STEPS = "all steps";
export const EVERYTHING = "everything";

/** What can be known of a row without its content. */
export interface RowFacts {
  /** The order in which things were done. */
  readonly seq: number;
  /** Rows of one chain are sent one after the other; chains know nothing of each other. */
  readonly chain: string;
  readonly status: RowStatus;
  /** Of this row for ever: its Idempotency-Key, and what the server knows it by. */
  readonly action_id: string;
  /** When it was done, by this phone's clock. */
  readonly at: number;
  /** What to add to this phone's clock for the right time; null: not known then. */
  readonly offset: number | null;
  /** The version that stood on the screen. */
  readonly seen: number;
  readonly user_id: string;
  /** The row that has to have arrived before, by its `action_id`; or `ALL_STEPS`, or `EVERYTHING`, that was done before. */
  readonly needs: string | null;
  /** Not to be sent earlier; later rows of the chain go ahead of it. */
  readonly not_before: number | null;
  /** The version that the server answered. */
  readonly answered: number | null;
  /** Why the server refused it. */
  readonly refusal: string | null;
}

/** A row as it lies on the phone. */
export interface OutboxRow extends RowFacts {
  readonly content: Sealed;
  /** The exact input of the first try; every later try sends the same. */
  readonly frozen: Sealed | null;
  /** Where the case went, as it stood on the screen. */
  readonly places?: Sealed;
}

/** A row with its content, which only an unlocked app shows. */
export interface OutboxEntry extends RowFacts {
  readonly content: OutboxContent;
  readonly isFrozen: boolean;
}

/** Steps of one case go one after the other, and so do those of one tour; all else stands alone. */
export const chainOf = ({ op, body }: OutboxContent, action_id: string): string => {
  switch (op) {
    case "receiveAction":
      return caseChain(body.id);
    case "setTodoCompleted":
      return caseChain(body.case_id);
    case "startTour":
    case "updateTourStartedSubState":
    case "finishTour":
      return tourChain(body.id);
    default:
      return `${op}:${action_id}`;
  }
};

export const caseChain = (id: string) => `case:${id}`;
const tourChain = (id: string) => `tour:${id}`;
