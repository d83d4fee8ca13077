import type { Operation } from "@leitstand/contract/operation/operation";
import type { ExampleRequest, Json } from "./operation-request";

export interface Sample {
  readonly label: string;
  /** As the highlighter calls it. */
  readonly language: string;
  readonly code: string;
}

/** Where samples name the API; pages put in the address that the server of the site gives them. */
export const API_URL = "{api_url}";
/** The same without the path: our client knows it. */
export const API_ORIGIN = "{api_origin}";

/** The same request in each language, with nothing but what the language brings along, and what it needs in a variable. */
export function samplesOf(operation: Operation, request: ExampleRequest): readonly Sample[] {
  const everywhere = [
    { label: "Shell", language: "bash", code: shell(request) },
    { label: "TypeScript client", language: "js", code: client(operation, request) },
    { label: "JavaScript", language: "js", code: javascript(request) },
  ];
  // An upload is several pages of code where the language has no word for forms.
  if (request.form !== undefined) return everywhere;
  return [
    ...everywhere,
    { label: "Python", language: "python", code: python(request) },
    { label: "PHP", language: "php", code: php(request) },
    { label: "Java", language: "java", code: java(request) },
  ];
}

const pretty = (value: Json) => JSON.stringify(value, null, 2);
const text = (value: string) => JSON.stringify(value);

interface Credential {
  readonly header: string;
  /** What stands in the header before the value. */
  readonly prefix: string;
  /** The environment variable that holds the value. */
  readonly variable: string;
  /** What our own client calls it. */
  readonly option: string;
}

/** For each security scheme its own header and variable: a token is secret, and must not go where the public key goes. */
const credentials: Readonly<Record<ExampleRequest["auth"], Credential | undefined>> = {
  public: undefined,
  tenant_key: {
    header: "X-Tenant-Key",
    prefix: "",
    variable: "TENANT_KEY",
    option: "tenantKey: process.env.TENANT_KEY",
  },
  bearer: {
    header: "Authorization",
    prefix: "Bearer ",
    variable: "TOKEN",
    option: "token: () => process.env.TOKEN",
  },
};

function shell(request: ExampleRequest): string {
  const { method, path, body, form } = request;
  const who = credentials[request.auth];
  return [
    `curl${method === "GET" ? "" : ` -X ${method}`} "${API_URL}${path}"`,
    ...(who ? [`-H "${who.header}: ${who.prefix}$${who.variable}"`] : []),
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${pretty(body).replaceAll("'", "'\\''")}'`]),
    ...(form === undefined ? [] : ['-F "file=@photo.jpg"', ...form.map(([name, value]) => `-F "${name}=${value}"`)]),
  ].join(" \\\n  ");
}

function client({ id }: Operation, { auth, input, form }: ExampleRequest): string {
  const who = credentials[auth];
  const given = Object.keys(input).length > 0 ? pretty(input) : "";
  const file = 'new File([await readFile("photo.jpg")], "photo.jpg", { type: "image/jpeg" })';
  const argument = form === undefined ? given : (given || "{}").replace(/\n?}$/, `${given && ","}\n  file: ${file}\n}`);
  return [
    ...(form === undefined ? [] : ['import { readFile } from "node:fs/promises";']),
    'import { createClient } from "@leitstand/client/client";',
    "",
    `const api = createClient({ baseUrl: ${text(API_ORIGIN)}${who ? `, ${who.option}` : ""} });`,
    `console.log(await api.${id}(${argument}));`,
  ].join("\n");
}

function javascript(request: ExampleRequest): string {
  const { method, path, body, form } = request;
  const who = credentials[request.auth];
  const headers = [
    ...(who ? [`    ${text(who.header)}: \`${who.prefix}\${process.env.${who.variable}}\`,`] : []),
    ...(body === undefined ? [] : ['    "Content-Type": "application/json",']),
  ];
  const formLines = form && [
    'import { readFile } from "node:fs/promises";',
    "",
    "const form = new FormData();",
    'form.append("file", new Blob([await readFile("photo.jpg")], { type: "image/jpeg" }), "photo.jpg");',
    ...form.map(([name, value]) => `form.append(${text(name)}, ${text(value)});`),
  ];
  return [
    ...(formLines ?? []),
    `const answer = await fetch(${text(API_URL + path)}, {`,
    `  method: ${text(method)},`,
    ...(headers.length > 0 ? ["  headers: {", ...headers, "  },"] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indent(pretty(body), 2)}),`]),
    ...(form === undefined ? [] : ["  body: form,"]),
    "});",
    "console.log(answer.status, await answer.text());",
  ].join("\n");
}

function python(request: ExampleRequest): string {
  const { method, path, body } = request;
  const who = credentials[request.auth];
  const headers = [
    ...(who
      ? [`        ${text(who.header)}: ${who.prefix && `${text(who.prefix)} + `}os.environ[${text(who.variable)}],`]
      : []),
    ...(body === undefined ? [] : ['        "Content-Type": "application/json",']),
  ];
  return [
    ...(body === undefined ? [] : ["import json"]),
    ...(who ? ["import os"] : []),
    "import urllib.request",
    "",
    "request = urllib.request.Request(",
    `    ${text(API_URL + path)},`,
    `    method=${text(method)},`,
    ...(headers.length > 0 ? ["    headers={", ...headers, "    },"] : []),
    ...(body === undefined ? [] : [`    data=json.dumps(${indent(pythonLiteral(body), 4)}).encode(),`]),
    ")",
    "with urllib.request.urlopen(request) as answer:",
    "    print(answer.status, answer.read().decode())",
  ].join("\n");
}

/** JSON but for its three words; in texts they stand in quotation marks and stay. */
const pythonLiteral = (value: Json) =>
  pretty(value).replaceAll(/"(?:[^"\\]|\\.)*"|\b(true|false|null)\b/g, (all, word: string | undefined) =>
    word === undefined ? all : word === "null" ? "None" : word === "true" ? "True" : "False",
  );

function php(request: ExampleRequest): string {
  const { method, path, body } = request;
  const who = credentials[request.auth];
  const headers = [
    ...(who ? [`        '${who.header}: ${who.prefix}' . getenv('${who.variable}'),`] : []),
    ...(body === undefined ? [] : ["        'Content-Type: application/json',"]),
  ];
  return [
    "<?php",
    `$request = curl_init('${API_URL}${path}');`,
    "curl_setopt_array($request, [",
    `    CURLOPT_CUSTOMREQUEST => '${method}',`,
    "    CURLOPT_RETURNTRANSFER => true,",
    ...(headers.length > 0 ? ["    CURLOPT_HTTPHEADER => [", ...headers, "    ],"] : []),
    ...(body === undefined ? [] : ["    CURLOPT_POSTFIELDS => <<<'JSON'", pretty(body), "JSON,"]),
    "]);",
    "echo curl_exec($request);",
  ].join("\n");
}

function java(request: ExampleRequest): string {
  const { method, path, body } = request;
  const who = credentials[request.auth];
  const payload =
    body === undefined
      ? "HttpRequest.BodyPublishers.noBody()"
      : `HttpRequest.BodyPublishers.ofString("""\n${indent(pretty(body).replaceAll("\\", "\\\\"), 16, true)}\n                """)`;
  return [
    "import java.net.URI;",
    "import java.net.http.HttpClient;",
    "import java.net.http.HttpRequest;",
    "import java.net.http.HttpResponse;",
    "",
    "public class Sample {",
    "    public static void main(String[] arguments) throws Exception {",
    `        HttpRequest request = HttpRequest.newBuilder(URI.create(${text(API_URL + path)}))`,
    ...(who
      ? [
          `            .header(${text(who.header)}, ${who.prefix && `${text(who.prefix)} + `}System.getenv(${text(who.variable)}))`,
        ]
      : []),
    ...(body === undefined ? [] : ['            .header("Content-Type", "application/json")']),
    `            .method(${text(method)}, ${payload})`,
    "            .build();",
    "        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());",
    '        System.out.println(answer.statusCode() + " " + answer.body());',
    "    }",
    "}",
  ].join("\n");
}

function indent(lines: string, columns: number, isFirst = false): string {
  const space = " ".repeat(columns);
  return (isFirst ? space : "") + lines.replaceAll("\n", `\n${space}`);
}
