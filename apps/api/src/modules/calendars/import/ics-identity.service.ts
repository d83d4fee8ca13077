import { createHash } from "node:crypto";
import type { IcsComponent } from "./ics-parts";
import { parseIcsProperties, readIcsTextProperty } from "./ics-property.service";

/** Title of an imported event, and the key by which it is recognised when the file is imported again. */
export interface IcsIdentity {
  readonly uid: string | null;
  readonly summary: string | null;
  /** Whether the event is not meant for all who may see the calendar. */
  readonly is_private: boolean;
  readonly is_cancelled: boolean;
}
const ICS_UID_LENGTH_MAX = 255;
const ICS_SUMMARY_LENGTH_MAX = 500;

export function icsIdentityOf(part: IcsComponent): IcsIdentity {
  const { known } = parseIcsProperties(part);
  const said = (name: string) => readIcsTextProperty(known, name)?.trim().toUpperCase();
  return {
    uid: cleanAndShorten(readIcsTextProperty(known, "UID"), ICS_UID_LENGTH_MAX),
    summary: cleanAndShorten(readIcsTextProperty(known, "SUMMARY"), ICS_SUMMARY_LENGTH_MAX),
    is_private: ["PRIVATE", "CONFIDENTIAL"].includes(said("CLASS") ?? "PUBLIC"),
    is_cancelled: said("STATUS") === "CANCELLED",
  };
}

/**
 * Text on one line, cut to length, without characters that turn the direction of the following text; null when nothing
 * is left.
 */
function cleanAndShorten(text: string | undefined, most: number): string | null {
  const straight = (text ?? "").replaceAll(/[\u061C\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, "");
  const shown = straight.replaceAll(/[\s\p{Cc}\p{Cs}]+/gu, " ").trim();
  return shown === "" ? null : Array.from(shown).slice(0, most).join("").trim();
}

/** Lines that do not describe the time of an event: its names and texts. */
const NON_TIME_LINES = /^(UID|SUMMARY|CLASS)[;:]/i;

/**
 * Digest that changes when the file describes the event differently. The days of a series that other events replace (in
 * order) are part of it.
 */
export function computeIcsEventDigest(
  part: IcsComponent,
  { event_type, replaced }: { event_type: string; replaced: readonly string[] },
) {
  const lines = part.lines.filter((line) => !NON_TIME_LINES.test(line)).sort();
  return sha256([event_type, ...lines, ...replaced].join("\n"));
}

/** Key of an event, the same each time the file is read; for an event without a UID its content is the key. */
export function computeIcsEventKey(part: IcsComponent, day: string | null): string {
  const uid = readIcsTextProperty(parseIcsProperties(part).known, "UID")?.trim() ?? "";
  const isPlain = uid !== "" && uid.length <= ICS_UID_LENGTH_MAX && !/[\p{Cc}\p{Cs}]/u.test(uid);
  const name = isPlain ? uid : `sha256:${sha256([uid, ...[...part.lines].sort()].join("\n")).toString("hex")}`;
  return day === null ? name : `${name} ${day}`;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest();
