import { IMPORT_FILE_BYTES_MAX } from "@leitstand/contract/operation/limits";
import type { ApiSession } from "../../testing/start-api";

export const vehicleImportCheckGrants = ["importData", "createVehicle", "updateVehicle", "getVehicles"];
export const VEHICLE_FILE_HEADER = "license_plate;description;active;capacity";
export const checkVehicleImportInTest = (session: ApiSession, content: string | Uint8Array<ArrayBuffer>) =>
  session.checkImport({ kind: "VEHICLES", file: new File([content], "table.csv") });
export const expectedFileRefusal = (reason: string) => ({
  status: 422,
  code: "FILE_CONTENT_INVALID",
  args: [{ key: "reason", value: reason, type: "enum" }],
});

const OVERSIZED_LENGTH = IMPORT_FILE_BYTES_MAX - 1_000;
/** Name of each file, its content, and the reason of its refusal. */
export const hostileImportFiles: readonly (readonly [string, () => string | Uint8Array<ArrayBuffer>, string])[] = [
  ["10 MB of quotes", () => '"'.repeat(OVERSIZED_LENGTH), "RECORD_TOO_LONG"],
  ["a quote that is never closed", () => `${VEHICLE_FILE_HEADER}\n"G 1;;1;1\n`, "QUOTES"],
  [
    "10 MB in one quoted cell",
    () => `${VEHICLE_FILE_HEADER}\n"${"x\n".repeat(OVERSIZED_LENGTH / 2 - 100)}"`,
    "RECORD_TOO_LONG",
  ],
  ["no header", () => "G 1;Car;true;1\nG 2;Van;true;2", "HEADER"],
  ["a column twice", () => "license_plate;license_plate\nG 1;G 1", "HEADER"],
  ["UTF-16", () => Uint8Array.from(Buffer.from(`\uFEFF${VEHICLE_FILE_HEADER}\nG 1;;1;1`, "utf16le")), "HEADER"],
  ["empty lines only", () => "\n".repeat(OVERSIZED_LENGTH), "EMPTY"],
  ["no text at all", () => "", "EMPTY"],
];
