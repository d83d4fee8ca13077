import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { QueryRunner } from "./database";
import { writeFileOnce } from "../process/link-file";
import { sql } from "./sql";
import { StartupError } from "../process/startup-error";

/** Claim in a data directory: the database that its files belong to. */
interface DataDirClaim {
  /** Id of the installation, which a database keeps when it is moved or copied. */
  readonly installation: string;
  /** Id of cluster and database now; the same after a fail-over, another one in a copy. */
  readonly server: string;
}

const claimFileOf = (dataDir: string) => join(dataDir, "database");

/**
 * Takes a data directory for a database, so that no other one removes its files as unknown. Nodes of one database share
 * it.
 * @returns a sentence for the operator when this may be a copy of the database that uses the directory
 * @throws StartupError when the directory belongs to another database
 */
export async function claimDataDirForDatabase(dataDir: string, rows: QueryRunner): Promise<string | undefined> {
  const own = await selectDatabaseIdentity(rows);
  const file = claimFileOf(dataDir);
  // Nodes may start at the same time.
  const claim = writeFileOnce(file, `${JSON.stringify(own)}\n`) ? own : readClaim(dataDir);
  if (claim?.installation !== own.installation) {
    throw new StartupError(
      `DATA_DIR is "${dataDir}", which holds the files of another database; each database needs a directory of its own. ` +
        `If that one is gone for good, remove the file ${file} and start again.`,
    );
  }
  if (claim.server === own.server) return undefined;
  return (
    `DATA_DIR is "${dataDir}", which this database used on another server: it was moved, or it is a copy. Files that are ` +
    `no longer needed stay until no other installation uses the directory: then remove the file ${file} and start again.`
  );
}

/** Whether files that this database does not know may be removed. */
export async function isDataDirClaimedByDatabase(dataDir: string, rows: QueryRunner): Promise<boolean> {
  const [claim, own] = [readClaim(dataDir), await selectDatabaseIdentity(rows)];
  return claim?.installation === own.installation && claim.server === own.server;
}

const selectDatabaseIdentity = (rows: QueryRunner) =>
  rows.one<DataDirClaim>(sql`
    select installation.id as installation, concat(system_identifier, '-', pg_database.oid) as server
    from installation, pg_control_system(), pg_database where datname = current_database()`);

/** Reads the claim; undefined when there is none, or it is damaged. */
function readClaim(dataDir: string): DataDirClaim | undefined {
  try {
    return JSON.parse(readFileSync(claimFileOf(dataDir), "utf8")) as DataDirClaim;
  } catch {
    return undefined;
  }
}
