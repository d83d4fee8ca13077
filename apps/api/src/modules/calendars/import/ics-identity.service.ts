import { createHash } from "node:crypto";
import type { IcsPart } from "./ics-parts";
import { readProperties, textOf } from "./ics-property.service";

/** The name of an event of a file there, and by what it is known when the file is read again. */
export interface IcsIdentity {
  readonly uid: string | null;
  readonly summary: string | null;
  /** Not meant for all who may see the event. */
  readonly is_private: boolean;
  readonly is_cancelled: boolean;
}
const UID_MAX = 255;
const SUMMARY_MAX = 500;

export function identityOf(part: IcsPart): IcsIdentity {
  const { known } = readProperties(part);
  const said = (name: string) => textOf(known, name)?.trim().toUpperCase();
  return {
    uid: cut(textOf(known, "UID"), UID_MAX),
    summary: cut(textOf(known, "SUMMARY"), SUMMARY_MAX),
    is_private: ["PRIVATE", "CONFIDENTIAL"].includes(said("CLASS") ?? "PUBLIC"),
    is_cancelled: said("STATUS") === "CANCELLED",
  };
}

/** On one line, without what turns the direction of what follows; null: nothing is left. */
function cut(text: string | undefined, most: number): string | null {
  const straight = (text ?? "").replaceAll(/[\u061C\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, "");
  const shown = straight.replaceAll(/[\s\p{Cc}\p{Cs}]+/gu, " ").trim();
  return shown === "" ? null : Array.from(shown).slice(0, most).join("").trim();
}

/** Lines that do not say when it is: names and texts. */
const SAID_ELSEWHERE = /^(UID|SUMMARY|CLASS)[;:]/i;

/** Changes when the file says something else of the event; days that others take the place of (in order) belong to the series. */
export function digestOf(part: IcsPart, { event_type, replaced }: { event_type: string; replaced: readonly string[] }) {
  const lines = part.lines.filter((line) => !SAID_ELSEWHERE.test(line)).sort();
  return sha256([event_type, ...lines, ...replaced].join("\n"));
}

/** The same for each reading of a file; of an event without a UID what it says is its name. */
export function keyOf(part: IcsPart, day: string | null): string {
  const uid = textOf(readProperties(part).known, "UID")?.trim() ?? "";
  const isPlain = uid !== "" && uid.length <= UID_MAX && !/[\p{Cc}\p{Cs}]/u.test(uid);
  const name = isPlain ? uid : `sha256:${sha256([uid, ...[...part.lines].sort()].join("\n")).toString("hex")}`;
  return day === null ? name : `${name} ${day}`;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest();
