/** Exports of the connectors module: calls to connected systems. */
export {
  connectorUrlOf,
  type ConnectorConnection,
  secretSealingContext,
  createOriginHeaders,
} from "./connection.service";
