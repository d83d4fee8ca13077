import { PostalCodeFileError, parsePostalCodeFile } from "@leitstand/geocoder/collect/postal-codes";
import type { PlaceEntry } from "@leitstand/geocoder/index/entry";
import { packGeoEntries } from "./entries-file.service";
import type { GeoGeneration } from "./geo-generation";
import { type GeoImportFile, GeoImportFileError } from "./import-file.service";
import { type GeoImportEnvironment, switchGeoGeneration } from "./switch-generation.service";

/** Largest file of postal codes. GeoNames' file of all countries has 140 MB. */
const POSTAL_CODES_FILE_BYTES_MAX = 300 * 1_048_576;

/**
 * Imports postal codes of GeoNames in place of those before. Rejects with an GeoImportFileError; then everything stays as it
 * was.
 */
export async function importPostalCodes(target: GeoImportEnvironment, file: GeoImportFile): Promise<GeoGeneration> {
  const entries = await readPostalCodeEntries(target, file);
  return switchGeoGeneration(target, {
    said: {
      postal_codes: {
        file_name: file.name,
        imported_at: target.now.toISOString(),
        countries: [...new Set(entries.map(({ country = "" }) => country))].sort(),
        count: new Set(entries.map(({ country, zip_code }) => `${country} ${zip_code}`)).size,
      },
    },
    bytes: { postal_codes: await packGeoEntries(entries) },
    replaces: ["postal_codes"],
    entries,
    beside: "entries",
  });
}

async function readPostalCodeEntries({ tell }: GeoImportEnvironment, file: GeoImportFile): Promise<PlaceEntry[]> {
  const refuse = (sentence: string) => new GeoImportFileError(`${file.name} was not imported. ${sentence}`);
  if (file.size_bytes > POSTAL_CODES_FILE_BYTES_MAX) throw refuse("The file is larger than any list of postal codes.");
  try {
    const entries = parsePostalCodeFile(await readUtf8Text(file, (share) => tell("Reading postal codes", share)));
    await file.checkUnchanged();
    if (entries.length === 0) throw refuse("There is no postal code in it.");
    return entries;
  } catch (error) {
    if (error instanceof PostalCodeFileError) throw refuse(error.message);
    if (error instanceof NotTextError) throw refuse(error.message);
    throw error;
  }
}

class NotTextError extends Error {}

async function readUtf8Text(file: GeoImportFile, onProgress: (share: number) => void): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const parts: string[] = [];
  let seen = 0;
  try {
    for await (const chunk of file.read()) {
      if (seen === 0 && isArchiveFile(chunk)) throw new NotTextError("It is packed; unpack it first.");
      parts.push(decoder.decode(chunk, { stream: true }));
      seen += chunk.length;
      onProgress(seen / file.size_bytes);
    }
    return parts.join("") + decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw new NotTextError("It is not text in UTF-8.");
    throw error;
  }
}

/** Whether the file is an archive, zip as GeoNames delivers it or gzip. */
const isArchiveFile = ([first, second]: Uint8Array) =>
  (first === 0x50 && second === 0x4b) || (first === 0x1f && second === 0x8b);
