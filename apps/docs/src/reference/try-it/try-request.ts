import type { TryItOperation, TryItField } from "./description";

/** Values of the form: text by place and name; empty ones are not sent. */
export type TryItValues = Readonly<Record<string, string>>;
export const tryItFieldKey = ({ place, name }: Pick<TryItField, "place" | "name">) => `${place} ${name}`;

export interface TryItRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | undefined;
}
/** Credentials of the sender; the operation says which of the two it needs. */
export interface TryItCredentials {
  readonly tenantKey: string;
  readonly token: string;
}

/** Thrown for a field whose text does not fit its kind. */
export class TryItFieldError extends Error {
  constructor(
    readonly field: TryItField,
    message: string,
  ) {
    super(message);
  }
}

/** @throws TryItFieldError for a missing value, and for text that is not JSON or not a number */
export function buildTryItRequest(
  description: TryItOperation,
  {
    apiUrl,
    caller,
    values,
    file,
  }: { apiUrl: string; caller: TryItCredentials; values: TryItValues; file?: File | undefined },
): TryItRequest {
  const { method, auth, fields, sends } = description;
  const given = fields.filter((field) => {
    const text = values[tryItFieldKey(field)] ?? "";
    if (text === "" && field.isRequired) throw new TryItFieldError(field, "is required");
    return text !== "";
  });
  const textOf = (field: TryItField) => values[tryItFieldKey(field)] as string;
  const within = (place: TryItField["place"]) => given.filter((field) => field.place === place);
  const path = description.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[`path ${name}`] ?? ""),
  );
  const query = new URLSearchParams(within("query").map((field) => [field.name, queryString(textOf(field), field)]));
  return {
    method,
    url: `${apiUrl}${path}${query.size > 0 ? `?${query.toString().replaceAll("+", "%20")}` : ""}`,
    headers: {
      "Accept-Language": "en",
      ...Object.fromEntries(within("header").map((field) => [field.name, textOf(field)])),
      ...(auth === "bearer" ? { Authorization: `Bearer ${caller.token}` } : {}),
      ...(auth === "tenant_key" ? { "X-Tenant-Key": caller.tenantKey } : {}),
      ...(description.answers === "event_stream" ? { Accept: "text/event-stream" } : {}),
      ...(sends === "json" ? { "Content-Type": "application/json" } : {}),
    },
    body: sends === "nothing" ? undefined : sends === "json" ? jsonBody() : formBody(),
  };

  function jsonBody(): string {
    const [whole] = within("whole body");
    const value = whole
      ? fieldValue(textOf(whole), whole)
      : Object.fromEntries(within("body").map((field) => [field.name, fieldValue(textOf(field), field)]));
    return JSON.stringify(value, null, 2);
  }

  function formBody(): FormData {
    const form = new FormData();
    for (const field of within("body")) form.append(field.name, textOf(field));
    if (file) form.append("file", file, file.name);
    return form;
  }
}

function fieldValue(text: string, field: TryItField): unknown {
  if (field.kind === "text" || field.kind === "enum") return text;
  try {
    const value: unknown = JSON.parse(text);
    if (field.kind === "number" && typeof value !== "number") throw new Error("no number");
    return value;
  } catch {
    throw new TryItFieldError(field, field.kind === "number" ? "is no number" : "is no JSON");
  }
}

/** Text of a list in a query, separated by commas as the server reads it. */
function queryString(text: string, { kind }: TryItField): string {
  if (kind !== "json" || !text.startsWith("[")) return text;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.join() : text;
  } catch {
    return text;
  }
}

const shellQuoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The request as a shell command; the token stays a variable, because copied commands are pasted elsewhere. */
export function tryItRequestAsCurl({ method, url, headers, body }: TryItRequest): string {
  const shown = Object.entries(headers).map(([name, value]) =>
    name === "Authorization" || name === "X-Tenant-Key"
      ? `-H "${name}: ${name === "Authorization" ? "Bearer $TOKEN" : "$TENANT_KEY"}"`
      : `-H ${shellQuoted(`${name}: ${value}`)}`,
  );
  const parts = body instanceof FormData ? formParts(body) : body === undefined ? [] : [`-d ${shellQuoted(body)}`];
  return [`curl${method === "GET" ? "" : ` -X ${method}`} ${shellQuoted(url)}`, ...shown, ...parts].join(" \\\n  ");
}

const formParts = (form: FormData) =>
  [...form.entries()].map(([name, value]) =>
    typeof value === "string" ? `-F ${shellQuoted(`${name}=${value}`)}` : `-F ${shellQuoted(`${name}=@${value.name}`)}`,
  );
