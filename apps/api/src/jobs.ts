import type { JobHandler } from "#platform/background/jobs";
import type { Services } from "#platform/http/handler";
import { dispatchTimerHandlers } from "#modules/dispatch/dispatch.jobs";

/** Handlers of every kind of background job, put together. */
export const createJobHandlers = (_services: Services): Readonly<Record<string, JobHandler>> => ({
  ...dispatchTimerHandlers,
});
