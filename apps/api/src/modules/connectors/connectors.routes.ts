import { connectorOperations } from "@leitstand/contract/partners/connectors";
import { implementOperations, type SharedServices } from "#platform/http/handler";
import { createOrReplaceConnector, deleteConnector, getConnector } from "./connectors.service";

export const createConnectorRoutes = (services: SharedServices) =>
  implementOperations(connectorOperations, {
    getConnector: (call) => getConnector(call, call.params),
    updateConnector: (call) => createOrReplaceConnector(services, call, { ...call.body, ...call.params }),
    deleteConnector: (call) => deleteConnector(call, call.params),
  });
