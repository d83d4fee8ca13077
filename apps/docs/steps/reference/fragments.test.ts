import { describe, expect, it } from "vitest";
import { errorCodes } from "@leitstand/contract/errors/errors";
import { errorsOf } from "@leitstand/contract/operation/operation-errors";
import { describedOf, operations, parametersOf } from "./api-document";
import { fieldNamesIn } from "./field-names";
import { referenceFragments } from "./fragments";
import { tryDescription } from "./try-description";

const fragments = referenceFragments();
const pageOf = (id: string) => fragments.get(id) ?? "";
const idsIn = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id as string);
const linksIn = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, to]) => to as string);
/** Names of fields by the part that they are in: `body`, `answer`. */
const fieldsIn = (html: string, part: string) =>
  new Set(
    [...html.matchAll(/<li id="(\w+)-[^"]*" class="ref-field">.*?<code class="ref-name">([^<]+)/g)]
      .filter(([, at]) => at === part)
      .map(([, , name]) => name),
  );

const twiceIn = (names: readonly string[]) => {
  const seen = new Set<string>();
  return names.filter((name) => seen.size === seen.add(name).size);
};

describe("the page of an operation", () => {
  it("an operation's page names each parameter, each field of its body and of its answer, without a script", () => {
    for (const operation of operations) {
      const html = pageOf(operation.id);
      const anchors = new Set(idsIn(html));
      const { requestBody, responses } = describedOf(operation);
      const [body] = Object.values(requestBody?.content ?? {});
      const [answer] = Object.values(responses[String(operation.success)]?.content ?? {});
      for (const [part, names] of [
        ["body", body ? fieldNamesIn(body.schema) : []],
        ["answer", answer ? fieldNamesIn(answer.schema) : []],
      ] as const) {
        const shown = fieldsIn(html, part);
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
    for (const operation of operations) {
      const anchors = new Set(idsIn(pageOf(operation.id)));
      const missing = errorsOf(operation).filter((code) => !anchors.has(`error-${code}`));
      expect({ id: operation.id, missing }).toEqual({ id: operation.id, missing: [] });
    }
    expect(idsIn(pageOf("receiveAction"))).toEqual(
      expect.arrayContaining(["errors-409", "answer-state", "path-id", "body-payload.eta", "error-CASE_FINALIZED"]),
    );
  });

  it("the pages of the reference contain no anchor twice, and link only to existing ones", () => {
    const ids = new Set(operations.map(({ id }) => id));
    const codes = new Set<string>(errorCodes);
    for (const [name, html] of fragments) {
      const own = idsIn(html);
      expect({ name, twice: twiceIn(own) }).toEqual({ name, twice: [] });
      const anchors = new Set(own);
      const broken = linksIn(html).filter((to) => {
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

it('the description of a form of "Try it" is at most 6 kilobytes, and has the values of the sample', () => {
  const forms = operations.map((operation) => ({ id: operation.id, form: tryDescription(operation) }));
  expect(forms.filter(({ form }) => JSON.stringify(form).length > 6 * 1_024).map(({ id }) => id)).toEqual([]);
  const empty = forms.flatMap(({ id, form: { fields } }) =>
    fields.filter((field) => field.isRequired && field.example === undefined).map(({ name }) => `${id}: ${name}`),
  );
  expect(empty).toEqual([]);
});

describe("the overview", () => {
  it("the overview has each operation and each tag at its permanent anchor", () => {
    const anchors = new Set(idsIn(pageOf("")));
    for (const { id, tag } of operations)
      expect({ id, is: anchors.has(id) && anchors.has(`tag-${tag}`) }).toEqual({ id, is: true });
  });
});
