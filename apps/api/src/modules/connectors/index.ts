/** How connected systems are called. */
export { addressOf, type Connection, placeOfSecret, proveOrigin } from "./connection.service";
