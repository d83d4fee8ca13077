import { Readable } from "node:stream";
import { MessageChannel } from "node:worker_threads";
import { isOutOfMemoryError } from "#platform/threads/thread";
import { unpackGeoEntries } from "./entries-file.service";
import type { GeoGeneration } from "./geo-generation";
import { type ParsedMapParts, startMapReaderThread } from "./geo-threads.service";
import { type GeoImportFile, GeoImportFileError } from "./import-file.service";
import type { GeoImportProgress } from "./import-step";
import { type GeoImportEnvironment, switchGeoGeneration } from "./switch-generation.service";

/**
 * Imports a map of OpenStreetMap in place of the one before. Rejects with an GeoImportFileError for a file that is no sound
 * map, or too large for the memory; then, and after a crash, everything stays as it was.
 */
export async function importOsmMap(target: GeoImportEnvironment, file: GeoImportFile): Promise<GeoGeneration> {
  const { facts, roads, tiles, entries } = await readMapInThread(target, file);
  await file.checkUnchanged();
  return switchGeoGeneration(target, {
    said: { map: { file_name: file.name, imported_at: target.now.toISOString(), ...facts } },
    bytes: { roads, tiles, entries },
    replaces: ["roads", "tiles", "entries"],
    entries: await unpackGeoEntries(Readable.from([entries])),
    beside: "postal_codes",
  });
}

/**
 * Reads a map in a thread of its own, which ends alone when the map is too large, with a message instead of a crash.
 */
async function readMapInThread(
  { tell, heapBytesMax }: GeoImportEnvironment,
  file: GeoImportFile,
): Promise<ParsedMapParts> {
  const steps = new MessageChannel();
  steps.port1.on("message", ({ stage, share }: GeoImportProgress) => tell(stage, share));
  const request = { descriptor: file.descriptor, size_bytes: file.size_bytes, steps: steps.port2 };
  let reader: Awaited<ReturnType<typeof startMapReaderThread>> | undefined;
  try {
    reader = await startMapReaderThread(request, heapBytesMax);
    const answer = await reader.ask("read", undefined);
    if ("refused" in answer) throw new GeoImportFileError(`${file.name} was not imported. ${answer.refused}`);
    return answer;
  } catch (error) {
    if (isOutOfMemoryError(error))
      throw new GeoImportFileError(`${file.name} was not imported. ${mapTooLargeHint(heapBytesMax)}`);
    throw error;
  } finally {
    steps.port1.close();
    await reader?.stop();
  }
}

const mapTooLargeHint = (heapBytes: number) =>
  `It needs more than the ${(heapBytes / GIGABYTE_BYTES).toFixed(1)} GB that an import may take of this machine's memory. ` +
  "Import a smaller region: where the fleet drives. For whole countries, configure a routing and a geocoding server.";
const GIGABYTE_BYTES = 1_073_741_824;
