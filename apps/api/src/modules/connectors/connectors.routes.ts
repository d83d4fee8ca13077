import { connectorOperations } from "@leitstand/contract/partners/connectors";
import type { Database } from "#platform/database/database";
import { defineHandlerWithPreparation, implementOperations, type SharedServices } from "#platform/http/handler";
import { createOrReplaceConnector, deleteConnector, getConnector, switchConnectorOff } from "./connectors.service";

/** Deletes the queued events of a connector; they belong to a module that depends on this one. */
type DeleteQueuedEvents = (
  db: Database,
  queue: { readonly tenant_id: string; readonly connector_id: string },
) => Promise<void>;

/** Deletes queued events of a connector ahead of the transaction: it may take long. */
export const createConnectorRoutes = (services: SharedServices, deleteQueuedEvents: DeleteQueuedEvents) =>
  implementOperations(connectorOperations, {
    getConnector: (call) => getConnector(call, call.params),
    updateConnector: (call) => createOrReplaceConnector(services, call, { ...call.body, ...call.params }),
    deleteConnector: defineHandlerWithPreparation(
      async ({ principal, params }) => {
        const connector_id = await switchConnectorOff(services.db, principal, params);
        await deleteQueuedEvents(services.db, { tenant_id: principal.tenant_id, connector_id });
      },
      (call) => deleteConnector(call, call.params),
    ),
  });
