import { IMPORT_BYTES_MAX } from "@leitstand/contract/operation/limits";
import type { Session } from "../../testing/start-api";

export const grants = ["importData", "createVehicle", "updateVehicle", "getVehicles"];
export const HEADER = "license_plate;description;active;capacity";
export const check = (session: Session, content: string | Uint8Array<ArrayBuffer>) =>
  session.checkImport({ kind: "VEHICLES", file: new File([content], "table.csv") });
export const refused = (reason: string) => ({
  status: 422,
  code: "FILE_CONTENT_INVALID",
  args: [{ key: "reason", value: reason, type: "enum" }],
});

const MEGABYTES = IMPORT_BYTES_MAX - 1_000;
/** Name of each file, its content, and the reason of its refusal. */
export const hostileFiles: readonly (readonly [string, () => string | Uint8Array<ArrayBuffer>, string])[] = [
  ["10 MB of quotes", () => '"'.repeat(MEGABYTES), "RECORD_TOO_LONG"],
  ["a quote that is never closed", () => `${HEADER}\n"G 1;;1;1\n`, "QUOTES"],
  ["10 MB in one quoted cell", () => `${HEADER}\n"${"x\n".repeat(MEGABYTES / 2 - 100)}"`, "RECORD_TOO_LONG"],
  ["no header", () => "G 1;Car;true;1\nG 2;Van;true;2", "HEADER"],
  ["a column twice", () => "license_plate;license_plate\nG 1;G 1", "HEADER"],
  ["UTF-16", () => Uint8Array.from(Buffer.from(`\uFEFF${HEADER}\nG 1;;1;1`, "utf16le")), "HEADER"],
  ["empty lines only", () => "\n".repeat(MEGABYTES), "EMPTY"],
  ["no text at all", () => "", "EMPTY"],
];
