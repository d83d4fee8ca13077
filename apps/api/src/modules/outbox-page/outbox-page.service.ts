import type { Database } from "#platform/database";
import type { ShownMessage } from "./outbox-page";
import { selectMessages } from "./outbox-page.sql";

/** The newest messages of all tenants after a place in their order. */
export const listMessages = (db: Database, after: number) => selectMessages<ShownMessage>(db.system, after);
