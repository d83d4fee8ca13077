import { createStore } from "@leitstand/app/store";

/** Whether the sheet is open. */
export const sheet = createStore(false);
