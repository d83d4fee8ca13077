import { describe, expect, it } from "vitest";
import { errorCodes } from "@leitstand/contract/errors/errors";
import { errorCodesOfOperation } from "@leitstand/contract/operation/operation-errors";
import { openApiOperationOf, allOperations, parametersOf } from "./api-document";
import { fieldNamesIn } from "./field-names";
import { buildReferenceFragments } from "./fragments";
import { buildTryItOperation } from "./try-description";

const builtFragments = buildReferenceFragments();
const fragmentOf = (id: string) => builtFragments.get(id) ?? "";
const idsInHtml = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id as string);
const linksInHtml = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, to]) => to as string);
/** Names of fields by the part that they are in: `body`, `answer`. */
const fieldsInPart = (html: string, part: string) =>
  new Set(
    [...html.matchAll(/<li id="(\w+)-[^"]*" class="ref-field">.*?<code class="ref-name">([^<]+)/g)]
      .filter(([, at]) => at === part)
      .map(([, , name]) => name),
  );

const duplicatesIn = (names: readonly string[]) => {
  const seen = new Set<string>();
  return names.filter((name) => seen.size === seen.add(name).size);
};

describe("the page of an operation", () => {
  it("an operation's page names each parameter and each field of its body and answer, without JavaScript", () => {
    for (const operation of allOperations) {
      const html = fragmentOf(operation.id);
      const anchors = new Set(idsInHtml(html));
      const { requestBody, responses } = openApiOperationOf(operation);
      const [body] = Object.values(requestBody?.content ?? {});
      const [answer] = Object.values(responses[String(operation.success)]?.content ?? {});
      for (const [part, names] of [
        ["body", body ? fieldNamesIn(body.schema) : []],
        ["answer", answer ? fieldNamesIn(answer.schema) : []],
      ] as const) {
        const shown = fieldsInPart(html, part);
        const missing = names.filter((name) => !shown.has(name));
        expect({ id: operation.id, part, missing }).toEqual({ id: operation.id, part, missing: [] });
      }
      for (const { in: place, name } of parametersOf(operation))
        expect({ id: operation.id, name, is: anchors.has(`${place}-${name}`) }).toEqual({
          id: operation.id,
          name,
          is: true,
        });
    }
  });

  it("an operation's page has an anchor for each status and each error code of its answers", () => {
    for (const operation of allOperations) {
      const anchors = new Set(idsInHtml(fragmentOf(operation.id)));
      const missing = errorCodesOfOperation(operation).filter((code) => !anchors.has(`error-${code}`));
      expect({ id: operation.id, missing }).toEqual({ id: operation.id, missing: [] });
    }
    expect(idsInHtml(fragmentOf("receiveAction"))).toEqual(
      expect.arrayContaining(["errors-409", "answer-state", "path-id", "body-payload.eta", "error-CASE_FINALIZED"]),
    );
  });

  it("the pages of the reference contain each anchor once, and link only to existing ones", () => {
    const ids = new Set(allOperations.map(({ id }) => id));
    const codes = new Set<string>(errorCodes);
    for (const [name, html] of builtFragments) {
      const own = idsInHtml(html);
      expect({ name, twice: duplicatesIn(own) }).toEqual({ name, twice: [] });
      const anchors = new Set(own);
      const broken = linksInHtml(html).filter((to) => {
        const [path = "", hash = ""] = to.split("#");
        if (path === "") return !anchors.has(hash);
        if (path === "/docs/api/errors/error-types") return hash !== "" && !codes.has(hash);
        const [, id] = /^\/openapi\/(\w+)$/.exec(path) ?? [];
        return id !== undefined && !ids.has(id);
      });
      expect({ name, broken }).toEqual({ name, broken: [] });
    }
  });
});

it('the JSON for a form of "Try it" is at most 6 kilobytes, and has the values of the sample', () => {
  const forms = allOperations.map((operation) => ({ id: operation.id, form: buildTryItOperation(operation) }));
  expect(forms.filter(({ form }) => JSON.stringify(form).length > 6 * 1_024).map(({ id }) => id)).toEqual([]);
  const empty = forms.flatMap(({ id, form: { fields } }) =>
    fields.filter((field) => field.isRequired && field.example === undefined).map(({ name }) => `${id}: ${name}`),
  );
  expect(empty).toEqual([]);
});

describe("the overview", () => {
  it("the overview of the reference has each operation and each tag at its permanent anchor", () => {
    const anchors = new Set(idsInHtml(fragmentOf("")));
    for (const { id, tag } of allOperations)
      expect({ id, is: anchors.has(id) && anchors.has(`tag-${tag}`) }).toEqual({ id, is: true });
  });
});
