import type { Operation } from "@leitstand/contract/operation/operation";
import type { ExampleRequest } from "../../steps/operation-request";
import { type Fields, isFields, type Value } from "./values";

/** Fields whose values have to be unique within a company. */
const UNIQUE = [
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

/** The same request with unique values for another object, so that each language can create its own. */
export function freshened(operation: Operation, request: ExampleRequest, number: number): ExampleRequest {
  if (operation.auth !== "bearer" || operation.safe) return request;
  const fresh = (fields: Fields): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, UNIQUE.includes(name) ? another(value, number) : value]),
    );
  const { body, input } = request;
  return { ...request, body: isFields(body) ? fresh(body) : body, input: fresh(input) };
}

function another(value: Value, number: number): Value {
  if (typeof value !== "string") return value;
  if (/^\+\d+$/.test(value)) return `${value.slice(0, 5)}${String(number).padStart(7, "0")}`;
  return value.includes("@") ? `${number}.${value}` : value.slice(0, 9) + number;
}
