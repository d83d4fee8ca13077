import { DateTime, IdParams, ClosedObject, Uuid } from "@leitstand/contract/core/schema";
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { checkRequestBody, checkRequestParameters, findAnswerFault } from "./validation";

const ShapeWithTime = ClosedObject({ at: DateTime });

describe("moment in a request", () => {
  it.each([
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999Z",
    "2026-03-02T08:15:00+15:59",
    "2026-03-02T08:15:00.123456-15:59",
    "2026-03-02t08:15:00z",
  ])("validation accepts %s as a moment", (at) => expect(() => checkRequestBody(ShapeWithTime, { at })).not.toThrow());

  it.each([
    "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-01:00",
    "2026-01-01T00:00:00+16:00",
    "2026-01-01T00:00:00-23:59",
    "2026-12-31T23:59:60Z",
    "2026-02-29T00:00:00Z",
    "2026-01-01T00:00:00",
    "infinity",
  ])("validation refuses %s as a moment", (at) => {
    expect(() => checkRequestBody(ShapeWithTime, { at })).toThrow(
      expect.objectContaining({ code: "VALIDATION_FAILED", faults: [expect.objectContaining({ field: "at" })] }),
    );
  });
});

describe("field named like a keyword of JSON Schema", () => {
  const Named = ClosedObject({ examples: Type.Array(Type.String()) }, { examples: [{ examples: ["way 1"] }] });

  it("a field whose name is a keyword of JSON Schema is validated in a request and in an answer", () => {
    expect(() => checkRequestBody(Named, { examples: ["way 1"] })).not.toThrow();
    expect(() => checkRequestBody(Named, { examples: [1] })).toThrow(
      expect.objectContaining({ code: "VALIDATION_FAILED" }),
    );
    expect(findAnswerFault(Named, { examples: ["way 1"] })).toBeUndefined();
    expect(findAnswerFault(Named, { examples: [1] })).toContain("examples");
  });
});

describe("an id in a request", () => {
  const CAPITALS = "3F0C5D3E-8A4B-4C6D-9E1F-2A3B4C5D6E7F";
  const id = CAPITALS.toLowerCase();
  const Named = ClosedObject({
    id: Uuid,
    parent: Type.Union([Uuid, Type.Null()]),
    roles: Type.Array(ClosedObject({ role: Uuid, name: Type.String() }), { uniqueItems: true }),
    ids: Type.Array(Uuid, { uniqueItems: true }),
  });

  it("an id in capitals is read in lower case anywhere in a request, and other text is read as sent", () => {
    const body = { id: CAPITALS, parent: CAPITALS, roles: [{ role: CAPITALS, name: CAPITALS }], ids: [CAPITALS] };
    checkRequestBody(Named, body);
    expect(body).toEqual({ id, parent: id, roles: [{ role: id, name: CAPITALS }], ids: [id] });
    const params = { id: CAPITALS };
    checkRequestParameters(IdParams, params);
    expect(params).toEqual({ id });
  });

  it("an id that a list without duplicates has in capitals and in lower case is refused as named twice", () => {
    const roles = [CAPITALS, id].map((role) => ({ role, name: "driver" }));
    for (const fields of [{ roles }, { ids: [id, CAPITALS] }])
      expect(() => checkRequestBody(Named, { id, parent: null, roles: [], ids: [], ...fields })).toThrow(
        expect.objectContaining({
          code: "VALIDATION_FAILED",
          faults: [expect.objectContaining({ field: `${Object.keys(fields)[0]}.1`, rule: "uniqueItems" })],
        }),
      );
  });

  it("checking the ids of an answer does not change it", () => {
    const answer = { id: CAPITALS };
    expect(findAnswerFault(IdParams, answer)).toBeUndefined();
    expect(answer).toEqual({ id: CAPITALS });
  });
});
