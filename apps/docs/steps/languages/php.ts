import type { ExampleRequest } from "../operation-request";
import { sampleCredentials } from "./credential";
import { type UrlExpressionSyntax, writeUrlExpression, writeLiteral, type LiteralSyntax } from "./literal";

const phpText = (value: string) =>
  // Only double quotes allow line feeds; within them a dollar sign would begin a variable.
  value.includes("\n")
    ? JSON.stringify(value).replaceAll("$", "\\$")
    : `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

const phpSyntax: LiteralSyntax = {
  list: ["[", "]"],
  fields: ["[", "]"],
  noFields: "new stdClass()",
  key: (name) => `${phpText(name)} => `,
  text: phpText,
  words: { null: "null", true: "true", false: "false" },
  variable: ({ name, type }) => (type === "number" ? `(int) getenv('${name}')` : `getenv('${name}')`),
  indent: "    ",
};

const phpAddressSyntax: UrlExpressionSyntax = { text: phpText, read: (name) => `getenv('${name}')`, plus: " . " };

export function buildPhpSample(request: ExampleRequest): string {
  const { method, path, body, form = [], file, saves } = request;
  const who = sampleCredentials[request.auth];
  const headers = [
    ...(who ? [`        '${who.header}: ${who.prefix}' . getenv('${who.variable}'),`] : []),
    ...(body === undefined ? [] : ["        'Content-Type: application/json',"]),
  ];
  const parts = form.map(([name, value]) => `        '${name}' => ${writeLiteral(value, phpSyntax)},`);
  return [
    "<?php",
    `$request = curl_init(${writeUrlExpression(path, phpAddressSyntax)});`,
    "curl_setopt_array($request, [",
    `    CURLOPT_CUSTOMREQUEST => '${method}',`,
    "    CURLOPT_RETURNTRANSFER => true,",
    ...(headers.length > 0 ? ["    CURLOPT_HTTPHEADER => [", ...headers, "    ],"] : []),
    ...(body === undefined ? [] : [`    CURLOPT_POSTFIELDS => json_encode(${writeLiteral(body, phpSyntax, 1)}),`]),
    ...(file
      ? [
          "    CURLOPT_POSTFIELDS => [",
          ...parts,
          `        'file' => new CURLFile('${file.name}', '${file.type}', '${file.name}'),`,
          "    ],",
        ]
      : []),
    "]);",
    "$answer = curl_exec($request);",
    ...(saves === undefined
      ? ["echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), ' ', $answer, PHP_EOL;"]
      : [`file_put_contents('${saves}', $answer);`, "echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), PHP_EOL;"]),
  ].join("\n");
}
