import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { errorCodesOfOperation } from "../packages/contract/src/operation/operation-errors";
import { openApiOperationOf, allOperations, parametersOf } from "../apps/docs/steps/reference/api-document";
import { fieldNamesIn } from "../apps/docs/steps/reference/field-names";
import { docsBuild } from "./docs-testkit";
import { hasChromium } from "./browser";

const readBuiltPage = (path: string) => readFileSync(`${docsBuild}${path}`, "utf8");

/** Questions of developers, the page with the answer, and the facts in it. */
const developerQuestions: readonly (readonly [question: string, page: string, facts: readonly string[]])[] = [
  ["How does a driver sign in?", "docs/guides/driver-app.md", ["authDevice", "verifyDevice", "PIN"]],
  ["What does a stale version want of me?", "docs/guides/handle-conflicts.md", ["LOCK_VERSION_CONFLICT", "409"]],
  ["How do I go on with a stream?", "docs/api/server_side_events.md", ["Last-Event-ID"]],
  ["How long is an Idempotency-Key kept?", "docs/api/basics.md", ["Idempotency-Key", "24 hours"]],
  ["How is a webhook signed?", "docs/webhooks.md", ["webhook-signature", "HMAC"]],
  ["What has a new case to say?", "openapi/createCase.md", ["data_type", "funeral_data", "approved", "required"]],
  ["How often may an action be sent?", "openapi/receiveAction.md", ["5 a second", "LOCK_VERSION_CONFLICT"]],
  ["How large may a page be?", "docs/api/pagination_sorting_filtering.md", ["size", "100"]],
  ["What becomes of positions off duty?", "docs/guides/telematics.md", ["ignored"]],
  ["What may follow when a case is loaded?", "docs/concepts/case.md", ["LOADED", "DELIVER", "FINISH"]],
];

// The site is only built where journeys run.
it.skipIf(!hasChromium).each(developerQuestions)(
  "llms.txt leads to the page that answers: %s",
  (_question, page, facts) => {
    expect(readBuiltPage("llms.txt")).toContain(`/${page})`);
    const text = readBuiltPage(page);
    expect(facts.filter((fact) => !text.includes(fact))).toEqual([]);
  },
);

it.skipIf(!hasChromium)(
  "the Markdown version of each operation's page names all its parameters, fields and error codes",
  () => {
    for (const operation of allOperations) {
      const { requestBody, responses } = openApiOperationOf(operation);
      const schemas = [requestBody, responses[String(operation.success)]]
        .flatMap((described) => Object.values(described?.content ?? {}))
        .map(({ schema }) => schema);
      const wanted = [
        ...parametersOf(operation).map(({ name }) => name),
        ...schemas.flatMap((schema) => fieldNamesIn(schema)),
        ...errorCodesOfOperation(operation),
      ];
      const text = readBuiltPage(`openapi/${operation.id}.md`);
      const missing = wanted.filter((name) => !text.includes(`\`${name}\``) && !text.includes(`[${name}]`));
      expect({ id: operation.id, missing }).toEqual({ id: operation.id, missing: [] });
    }
  },
);

it.skipIf(!hasChromium)(
  "llms.txt lists guides first, then concepts, the API and each tag, and all guides are also served as one file",
  () => {
    const titles = [...readBuiltPage("llms.txt").matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(titles.slice(0, 5)).toEqual(["Guides", "Concepts", "API", "More", "Operations: addresses"]);
    expect(titles.at(-1)).toBe("Files");
    for (const guide of ["driver-app", "order-system", "telematics", "handle-conflicts", "sandbox", "first-company"])
      expect(readBuiltPage("llms-full.txt")).toContain(/^# .+$/m.exec(readBuiltPage(`docs/guides/${guide}.md`))?.[0]);
  },
);
