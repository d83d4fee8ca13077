/** Exports of the connectors module: calls to connected systems. */
export {
  connectorUrlOf,
  type ConnectorCallSettings,
  connectorSecretSealingContext,
  createConnectorAuthHeaders,
} from "./connection.service";
