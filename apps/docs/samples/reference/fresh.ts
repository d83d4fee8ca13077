import type { Operation } from "@leitstand/contract/operation/operation";
import type { ExampleRequest } from "../../steps/operation-request";
import { type SampleObject, isSampleObject, type SampleValue } from "./values";

/** Fields whose values have to be unique within a company. */
const UNIQUE_FIELDS = [
  "name",
  "title",
  "key",
  "short_key",
  "short_code",
  "license_plate",
  "external_id",
  "email",
  "phone_number",
];

/**
 * A sample's request with other unique values, so that the program of each language can create an object of its own.
 */
export function withUniqueValues(operation: Operation, request: ExampleRequest, number: number): ExampleRequest {
  if (operation.auth !== "bearer" || operation.safe) return request;
  const fresh = (fields: SampleObject): SampleObject =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        UNIQUE_FIELDS.includes(name) ? anotherUniqueValue(value, number) : value,
      ]),
    );
  const { body, input } = request;
  return { ...request, body: isSampleObject(body) ? fresh(body) : body, input: fresh(input) };
}

function anotherUniqueValue(value: SampleValue, number: number): SampleValue {
  if (typeof value !== "string") return value;
  if (/^\+\d+$/.test(value)) return `${value.slice(0, 5)}${String(number).padStart(7, "0")}`;
  return value.includes("@") ? `${number}.${value}` : value.slice(0, 9) + number;
}
