import { streamEventTypes } from "@leitstand/contract/board/events";
import { describeSchemaFields } from "./contract-fields";

/** Events of the live stream, with the fields of their data. */
export const listEventTypes = () =>
  Object.entries(streamEventTypes).map(([type, { grant, data }]) => ({
    type,
    grant,
    fields: describeSchemaFields(data),
  }));
