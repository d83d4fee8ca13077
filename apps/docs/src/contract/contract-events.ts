import { eventTypes } from "@leitstand/contract/board/events";
import { describeFields } from "./contract-fields";

/** Events of the live stream, with the fields of their data. */
export const listEventTypes = () =>
  Object.entries(eventTypes).map(([type, { grant, data }]) => ({ type, grant, fields: describeFields(data) }));
