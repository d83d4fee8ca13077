import type { QueryRunner } from "#platform/database/database";
import { toJsonParameter, sql } from "#platform/database/sql";
import type { GeoGeneration } from "./geo-generation";

export const selectNewestGeoGeneration = (rows: QueryRunner) =>
  rows.maybe<GeoGeneration>(sql`
    select number, map, postal_codes, files from geo_generations order by number desc limit 1`);

export const selectNewestGeoGenerationNumber = (rows: QueryRunner) =>
  rows.one<{ number: number }>(sql`select coalesce(max(number), 0) as number from geo_generations`);

/** Inserts a generation; 0 when its number is taken, because another import was faster. */
export const insertGeoGeneration = (rows: QueryRunner, { number, map, postal_codes, files }: GeoGeneration) =>
  rows.run(sql`
    insert into geo_generations (number, map, postal_codes, files)
    values (${number}, ${toJsonParameter(map)}, ${toJsonParameter(postal_codes)}, ${toJsonParameter(files)}) on conflict do nothing`);

/** Deletes generations that were followed by another one before the given time. */
export const deleteReplacedGeoGenerations = (rows: QueryRunner, before: Date) =>
  rows.run(sql`
    delete from geo_generations old
    where exists (select 1 from geo_generations next where next.number > old.number and next.created_at < ${before})`);

/** Paths among these that a generation names. */
export const selectGeoFilePathsInUse = (rows: QueryRunner, paths: readonly string[]) =>
  rows.many<{ path: string }>(sql`
    select distinct file.value ->> 'path' as path from geo_generations, jsonb_each(files) file
    where file.value ->> 'path' = any(${paths}::text[])`);
