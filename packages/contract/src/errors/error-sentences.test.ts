import { describe, expect, it } from "vitest";
import { listSentences, sentenceOf } from "./error-sentences";
import { type ErrorCode, errorCodes, errorRegistry } from "./errors";

const argsOf = (code: ErrorCode): Readonly<Record<string, string>> => errorRegistry[code].args;

/** They name what an error is about; what to do is the same for all their values. */
const sameForAll = new Set([
  "action",
  "by",
  "kind",
  "level",
  "provider",
  "required",
  "resource",
  "state",
  "tenant_type",
]);
/** Fields of a form say themselves what is wrong with them; an invitation is answered, whichever way. */
const saidElsewhere = new Set(["VALIDATION_FAILED.rule", "INVITE_ALREADY_ANSWERED.status"]);

describe("what errors say to people", () => {
  it("names the reason where an argument tells it, in all kinds of the catalogue", () => {
    const reasons = errorCodes.flatMap((code) =>
      Object.entries(argsOf(code)).flatMap(([arg, type]) =>
        type === "enum" && !sameForAll.has(arg) && !saidElsewhere.has(`${code}.${arg}`) ? [{ code, arg }] : [],
      ),
    );
    expect(reasons.length).toBeGreaterThan(3);
    const mute = reasons.filter(({ code, arg }) => !listSentences(code).some((known) => known.arg === arg));
    expect(mute).toEqual([]);
  });

  it("belongs to arguments that the kind has, and is said in whole sentences of both languages", () => {
    const faults = errorCodes.flatMap((code) =>
      listSentences(code).flatMap(({ arg, value, sentence: { en, de } }) => [
        ...(arg in argsOf(code) ? [] : [`${code} has no ${arg}`]),
        ...[en, de].filter((text) => !/^\p{Lu}.+\.$/u.test(text)).map((text) => `${code} ${value}: ${text}`),
        ...(en === de ? [`${code} ${value} is not translated`] : []),
      ]),
    );
    expect(faults).toEqual([]);
  });

  it("is the sentence of the kind where no argument chooses another", () => {
    expect(sentenceOf("FILE_CONTENT_INVALID", { reason: "ENCRYPTED" }).de).toContain("geschützt");
    expect(sentenceOf("FILE_TYPE_NOT_ALLOWED", { detected: "image/heic" }).en).toContain("JPEG");
    expect(sentenceOf("FILE_TYPE_NOT_ALLOWED", { detected: "text/html" })).toBe(
      errorRegistry.FILE_TYPE_NOT_ALLOWED.message,
    );
    expect(sentenceOf("RESOURCE_NOT_FOUND")).toBe(errorRegistry.RESOURCE_NOT_FOUND.message);
  });
});
