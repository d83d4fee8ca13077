import { describe, expect, it } from "vitest";
import { createSampleTemplateData } from "./template-paths";
import { createTestTemplateBlocks, fillTestTemplate, nestedTemplate } from "./template-testkit";

/** Templates that have been used for attacks, or that belong to another template language. */
export const hostileTemplates = [
  "{{constructor.constructor('return process')()}}",
  "{{constructor}}",
  "{{case.constructor}}",
  "{{case.constructor.name}}",
  "{{__proto__}}",
  "{{case.__proto__}}",
  "{{case.__proto__.polluted}}",
  "{{case.toString}}",
  "{{case.hasOwnProperty}}",
  "{{prototype}}",
  "{{this}}",
  "{{this.constructor}}",
  "{{case.natural_id.length}}",
  "{{case.natural_id.constructor}}",
  "{{case}}",
  "{{history}}",
  "{{history.0.id}}",
  "{{history[0]}}",
  "{{case['natural_id']}}",
  "{{case.natural_id()}}",
  "{{case.secret}}",
  "{{tour.name}}",
  "{{process.env}}",
  "{{globalThis}}",
  "{{require('fs')}}",
  "{{1+1}}",
  "{{7*7}}",
  "{{{case.natural_id}}}",
  "{{{{case.natural_id}}}}",
  "{{&case.natural_id}}",
  "{{> partial}}",
  "{{!-- comment --}}",
  "{{#with case}}{{natural_id}}{{/with}}",
  "{{#unless case}}x{{/unless}}",
  "{{lookup case 'natural_id'}}",
  "{{log case}}",
  "{{#each case}}x{{/each}}",
  "{{#each history}}x{{/if}}",
  "{{#if case.natural_id}}x",
  "{{/if}}",
  "{{else}}",
  "{{#if case.natural_id}}a{{else}}b{{else}}c{{/if}}",
  "{{",
  "}}",
  "{{}}",
  "{{ }}",
  "{{case.\u0000natural_id}}",
  "{{case..natural_id}}",
  nestedTemplate(6, "x"),
];

describe("templates", () => {
  it("an export template fills in values, chooses by known fields, and repeats a block for each item of a list", () => {
    const text = fillTestTemplate(
      "Fall {{case.natural_id}}: {{#if case.finish_reason}}{{case.finish_reason}}{{else}}offen{{/if}}\n" +
        "{{#each history}}- {{this.transition}} {{this.actor.name}} {{case.natural_id}}\n{{/each}}" +
        "{{#each case.required_skill_ids}}{{this}}{{/each}}{{#if case.contact}}{{ case.contact.name }}{{/if}}",
    );
    expect(text).toBe("Fall C-2026-000123: offen\n- ACCEPT Franz Fahrer C-2026-000123\nAnna Muster");
  });

  it("an export template for tours can use the fields of tours", () => {
    expect(
      fillTestTemplate(
        "{{tour.natural_id}}{{#each tour.users}} {{this.lastname}}{{/each}}",
        createSampleTemplateData("TOUR"),
        "TOUR",
      ),
    ).toBe("T-2026-000042 Fahrer");
  });

  it.each(hostileTemplates)(
    "an export template with %j is refused, because it does more than name fields",
    (content) => {
      expect(fillTestTemplate(`first line\n${content}`)).toEqual({ fault: { line: 2 } });
    },
  );

  it("an export template without tags is kept as text", () => {
    for (const content of [
      "${case.natural_id}",
      "<%= process.env %>",
      "<script>alert(1)</script>",
      "#{7*7}",
      "{ {case} }",
    ])
      expect(fillTestTemplate(content)).toBe(content);
  });

  it("values filled into an export template are never parsed as a template", () => {
    const data = { ...createSampleTemplateData("CASE"), case: { display_name: "{{constructor}}{{#each history}}" } };
    expect(fillTestTemplate("{{case.display_name}}", data)).toBe("{{constructor}}{{#each history}}");
  });

  it("lines of an export template are headings, entries and rules in a PDF, also with values in them", () => {
    const content = "# Blatt {{case.natural_id}}\r\n## Ende{{case.contact.name}}\n- {{case.natural_id}}\n-----\nText";
    expect(createTestTemplateBlocks(content, { case: { natural_id: "C-1" } })).toEqual([
      { kind: "heading", text: "Blatt C-1", level: 1 },
      { kind: "heading", text: "Ende", level: 2 },
      { kind: "text", text: "•  C-1" },
      { kind: "rule" },
      { kind: "text", text: "Text" },
    ]);
  });

  it("values filled into an export template are printed whole, and never taken for headings, entries or rules", () => {
    const data = {
      case: { description: "--- Achtung: Hund im Hof ---\n# 4711 Tor\n---\n- eins", display_name: "# 1" },
    };
    expect(createTestTemplateBlocks("{{case.description}}\n{{case.display_name}}\n--- Ende", data)).toEqual([
      { kind: "text", text: `${data.case.description}\n# 1\n--- Ende` },
    ]);
    expect(createTestTemplateBlocks("---{{case.display_name}}", data)).toEqual([{ kind: "text", text: "---# 1" }]);
  });

  it("an export template does not find inherited properties of an object", () => {
    const inherited = Object.create({ display_name: "inherited" }) as object;
    expect(fillTestTemplate("[{{case.display_name}}]", { case: inherited })).toBe("[]");
  });

  it("a faulty export template is refused with the line of its first fault", () => {
    expect(fillTestTemplate("a\n\n{{#if case.natural_id}}\n{{case.wrong}}\n{{/if}}")).toEqual({ fault: { line: 4 } });
    expect(fillTestTemplate("a\n{{#if case.natural_id}}\nb")).toEqual({ fault: { line: 2 } });
  });

  it("filling an export template that multiplies lists stops at a limit, with text or without", () => {
    const history = Array.from({ length: 1_000 }, () => ({}));
    for (const body of ["", "x".repeat(1_000)])
      expect(fillTestTemplate(nestedTemplate(5, body), { history })).toBeUndefined();
  });
});
