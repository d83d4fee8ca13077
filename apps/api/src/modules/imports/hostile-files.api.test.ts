import { IMPORT_FILE_BYTES_MAX } from "@leitstand/contract/operation/limits";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { startApi } from "../../testing/start-api";
import {
  checkVehicleImportInTest,
  vehicleImportCheckGrants,
  VEHICLE_FILE_HEADER,
  hostileImportFiles,
  expectedFileRefusal,
} from "./hostile-files-testkit";

describe("hostile files", () => {
  const api = startApi();

  it.each(hostileImportFiles)(
    "a hostile import file is refused for %s, and nothing of it is stored",
    async (_what, content, reason) => {
      const boss = await api.signIn(...vehicleImportCheckGrants);
      await expect(checkVehicleImportInTest(boss, content())).rejects.toMatchObject(expectedFileRefusal(reason));
      expect(await api.db.system.many(sql`select id from imports where tenant_id = ${boss.session.tenant.id}`)).toEqual(
        [],
      );
    },
  );

  it("an import file is refused above 10 MB and above 20,000 rows", async () => {
    const boss = await api.signIn(...vehicleImportCheckGrants);
    const large = checkVehicleImportInTest(boss, `${VEHICLE_FILE_HEADER}\n${"x".repeat(IMPORT_FILE_BYTES_MAX)}`);
    await expect(large).rejects.toMatchObject({ status: 413, code: "PAYLOAD_TOO_LARGE" });
    const long = checkVehicleImportInTest(boss, `${VEHICLE_FILE_HEADER}\n${"x;;;\n".repeat(20_001)}`);
    await expect(long).rejects.toMatchObject({ status: 422, code: "LIMIT_EXCEEDED" });
    expect(await api.db.system.many(sql`select id from imports where tenant_id = ${boss.session.tenant.id}`)).toEqual(
      [],
    );
  });

  it("a hostile row of an import file is refused alone, and all other rows are accepted", async () => {
    const boss = await api.signIn(...vehicleImportCheckGrants);
    const rows = [
      `G 1;${"=".repeat(600)};1;1`,
      `${"x;".repeat(10_000)}`,
      "G 2;null\u0000byte;1;1",
      '=HYPERLINK("http://evil");=cmd|calc;1;1',
      "G 3;only three;1",
      "G 4;fine;1;1;;;;;;",
    ];
    const found = await checkVehicleImportInTest(
      boss,
      `${VEHICLE_FILE_HEADER};__proto__;constructor\n${rows.map((row) => `${row}`).join("\n")}`,
    );
    const fault = (line: number, column: string | null) => ({ line, column, code: "VALIDATION_FAILED" });
    expect(found).toMatchObject({ rows: 6, creates: 0, faulty: 6 });
    expect(found.faults.slice(2)).toEqual([2, 3, 4, 5, 6, 7].map((line) => fault(line, null)));
    const plain = await checkVehicleImportInTest(
      boss,
      `${VEHICLE_FILE_HEADER}\n${[rows[0], rows[2], rows[3]].join("\n")}`,
    );
    expect(plain).toMatchObject({ creates: 1, faults: [fault(2, "description"), fault(3, "description")] });
    await boss.applyImport({ id: plain.id });
    await api.app.tidyUp();
    const { vehicles } = await boss.getVehicles();
    expect(vehicles).toMatchObject([{ license_plate: '=HYPERLINK("http://evil")', description: "=cmd|calc" }]);
  });

  it("an import file with a NUL in a key or in the name of a column has that row or column refused alone", async () => {
    const boss = await api.signIn(...vehicleImportCheckGrants);
    const content = `${VEHICLE_FILE_HEADER};rub\u0000bish\n${["G 1;fine;1;1;", "G\u0000 2;bad key;1;1;", "G 3;fine;1;1;"].join("\n")}`;
    const found = await checkVehicleImportInTest(boss, content);
    expect(found).toMatchObject({
      rows: 3,
      creates: 2,
      faulty: 1,
      faults: [
        { line: 1, column: "rub\uFFFDbish", code: "REQUEST_UNKNOWN_FIELD" },
        { line: 3, column: "license_plate", code: "VALIDATION_FAILED" },
      ],
    });
  });
});
