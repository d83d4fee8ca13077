import { createReadStream } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CsvError, parse } from "csv-parse";
import iconv from "iconv-lite";
import { problem } from "#platform/problem";
import { detectCsvDelimiter, NewlineNormalizer } from "./csv-text";

/** Row as it is in the file; `line` is where it begins, 1 is the first of the file. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Bytes read at a time; the event loop is free in between. */
const CSV_READ_CHUNK_BYTES = 32_768;
/** Maximum number of characters of one row, quotes and separators included. */
const CSV_ROW_LENGTH_MAX = 131_072;

/** Rows of a table, without empty lines. Throws FILE_CONTENT_INVALID where the text is no table. */
export async function* readCsvFile(path: string): AsyncGenerator<CsvRecord> {
  const encoding = (await isUtf8File(path)) ? "utf8" : "win1252";
  const newlines = new NewlineNormalizer();
  const normalise = new Transform({
    encoding: "utf8",
    decodeStrings: false,
    transform: (chunk: string | Buffer, _encoding, done) => done(null, newlines.take(String(chunk))),
  });
  const parser = parse({
    delimiter: await detectFileDelimiter(path, encoding),
    max_record_size: CSV_ROW_LENGTH_MAX,
    raw: true,
    record_delimiter: "\n",
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  const source = createReadStream(path, { highWaterMark: CSV_READ_CHUNK_BYTES });
  const reading = pipeline(source, iconv.decodeStream(encoding), normalise, parser);
  // The reader of the rows gets this error from the parser.
  reading.catch(() => undefined);
  let before = 0;
  try {
    for await (const { record, raw } of parser as AsyncIterable<{ record: string[]; raw: string }>) {
      const line = before + 1 + (/^\n*/.exec(raw)?.[0].length ?? 0);
      before += countNewlines(raw);
      yield { line, cells: record };
    }
  } catch (error) {
    throw error instanceof CsvError ? csvRefusalOf(error) : error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

const csvRefusalOf = ({ code }: CsvError) =>
  problem("FILE_CONTENT_INVALID", { reason: code === "CSV_MAX_RECORD_SIZE" ? "RECORD_TOO_LONG" : "QUOTES" });

function countNewlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** Whether a file is UTF-8: text in Windows-1252 with more than ASCII hardly ever is by chance. */
async function isUtf8File(path: string): Promise<boolean> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CSV_READ_CHUNK_BYTES }))
      decoder.decode(chunk as Buffer, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

async function detectFileDelimiter(path: string, encoding: string): Promise<string> {
  for await (const chunk of createReadStream(path, {
    end: CSV_READ_CHUNK_BYTES - 1,
    highWaterMark: CSV_READ_CHUNK_BYTES,
  }))
    return detectCsvDelimiter(iconv.decode(chunk as Buffer, encoding));
  throw problem("FILE_CONTENT_INVALID", { reason: "EMPTY" });
}
