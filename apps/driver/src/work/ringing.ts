import { createStore } from "@leitstand/app/store";

/** Whether a case waits for an answer. */
export const isRinging = createStore(false);
