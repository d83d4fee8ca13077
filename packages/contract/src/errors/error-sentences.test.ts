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

  it("says to dispatchers that they may go on anyway, wherever `force` lets them", () => {
    const forcible = [
      sentenceOf("CONSTRAINT_VIOLATED", { level: "SEVERE" }),
      sentenceOf("UNDO_NOT_POSSIBLE", { reason: "FORCE_REQUIRED" }),
      ...["ON_A_BREAK", "NOT_TAKING_CASES", "OFF_DUTY"].map((status) => sentenceOf("TOUR_STATUS_CONFLICT", { status })),
    ];
    for (const { en, de } of forcible) {
      expect(en).toMatch(/confirm that/i);
      expect(de).toMatch(/bestätigen/i);
    }
    expect(sentenceOf("TOUR_STATUS_CONFLICT", { status: "FINISHED" }).en).not.toContain("confirm");
  });

  it("sends people to the dispatcher only where drivers alone are refused", () => {
    const sent = errorCodes.flatMap((code) =>
      [{ value: "", sentence: errorRegistry[code].message }, ...listSentences(code)].flatMap(
        ({ value, sentence: { en, de } }) =>
          /ask (?:the |your )?dispatch/i.test(en) || /fragen Sie die (?:Disposition|Leitstelle)/i.test(de)
            ? [`${code} ${value}`]
            : [],
      ),
    );
    expect(sent).toEqual(["UNDO_NOT_POSSIBLE OTHER_DEVICE"]);
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
