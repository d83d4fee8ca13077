import { createHash } from "node:crypto";
import type { IcsPart } from "./ics-parts";
import { readProperties, textOf } from "./ics-property.service";

/** Title of an imported event, and the key by which it is recognised when the file is imported again. */
export interface IcsIdentity {
  readonly uid: string | null;
  readonly summary: string | null;
  /** Whether the event is not meant for all who may see the calendar. */
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

/**
 * Text on one line, cut to length, without characters that turn the direction of the following text; null when nothing
 * is left.
 */
function cut(text: string | undefined, most: number): string | null {
  const straight = (text ?? "").replaceAll(/[\u061C\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, "");
  const shown = straight.replaceAll(/[\s\p{Cc}\p{Cs}]+/gu, " ").trim();
  return shown === "" ? null : Array.from(shown).slice(0, most).join("").trim();
}

/** Lines that do not describe the time of an event: its names and texts. */
const SAID_ELSEWHERE = /^(UID|SUMMARY|CLASS)[;:]/i;

/**
 * Digest that changes when the file describes the event differently. The days of a series that other events replace (in
 * order) are part of it.
 */
export function digestOf(part: IcsPart, { event_type, replaced }: { event_type: string; replaced: readonly string[] }) {
  const lines = part.lines.filter((line) => !SAID_ELSEWHERE.test(line)).sort();
  return sha256([event_type, ...lines, ...replaced].join("\n"));
}

/** Key of an event, the same each time the file is read; for an event without a UID its content is the key. */
export function keyOf(part: IcsPart, day: string | null): string {
  const uid = textOf(readProperties(part).known, "UID")?.trim() ?? "";
  const isPlain = uid !== "" && uid.length <= UID_MAX && !/[\p{Cc}\p{Cs}]/u.test(uid);
  const name = isPlain ? uid : `sha256:${sha256([uid, ...[...part.lines].sort()].join("\n")).toString("hex")}`;
  return day === null ? name : `${name} ${day}`;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest();
