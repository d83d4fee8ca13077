/** Exports of the connectors module: calls to connected systems. */
export { addressOf, type Connection, placeOfSecret, proveOrigin } from "./connection.service";
