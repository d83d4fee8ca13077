import type { Clock } from "#platform/clock";
import { isDataDirClaimedByDatabase } from "#platform/database/data-dir-claim";
import type { Database } from "#platform/database/database";
import { removeFilesWithoutRow } from "#platform/files/files";
import { createGeoFileStore } from "./geo-data.service";
import { deleteReplacedGeoGenerations, selectGeoFilePathsInUse } from "./geo-data.sql";

export interface UnusedGeoDataDeletionServices {
  readonly db: Database;
  readonly dataDir: string;
  readonly clock: Clock;
}
/** Age from which replaced generations are deleted; nodes may still be about to load one. */
const REPLACED_GENERATION_AGE_MS = 600_000;
/** Age from which files without a row are deleted; an import under way has files and no row yet. */
const ORPHAN_FILE_AGE_MS = 3_600_000;

/** Removes replaced generations, and files that no generation names: theirs, and those of imports that were cut off. */
export async function deleteUnusedGeoData({ db, dataDir, clock }: UnusedGeoDataDeletionServices): Promise<number> {
  if (!(await isDataDirClaimedByDatabase(dataDir, db.system))) return 0;
  const now = clock.now().getTime();
  await deleteReplacedGeoGenerations(db.system, new Date(now - REPLACED_GENERATION_AGE_MS));
  return removeFilesWithoutRow(createGeoFileStore(dataDir), {
    before: new Date(now - ORPHAN_FILE_AGE_MS),
    selectPathsInUse: (paths) => selectGeoFilePathsInUse(db.system, paths),
  });
}
