/** Exports of the connectors module: calls to connected systems. */
export { connectorUrlOf, type ConnectorConnection, placeOfSecret, createOriginHeaders } from "./connection.service";
