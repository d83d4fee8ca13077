import type { BackgroundJobHandler } from "#platform/background/jobs";
import type { SharedServices } from "#platform/http/handler";
import { caseTimerJobHandlers } from "#modules/dispatch/dispatch.jobs";

/** Handlers of every kind of background job, put together. */
export const createJobHandlers = (_services: SharedServices): Readonly<Record<string, BackgroundJobHandler>> => ({
  ...caseTimerJobHandlers,
});
