import type { ImportKind } from "@leitstand/contract/company/imports";
import type { Operation } from "@leitstand/contract/operation/operation";
import type { Static, TObject } from "@leitstand/contract/core/schema";
import type { Principal, Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import type { SharedServices } from "#platform/http/handler";
import type { ImportColumn } from "./column";
import type { NamedItemLookup } from "./named-item-lookup";
import type { ExistingImportTarget, RequestFieldValues, ImportKeyDefinition, ImportRowFault } from "./row-plan";

export type ImportKindName = Static<typeof ImportKind>;

/** Caller for whom rows are checked and written; the scope of the grants for the kind determines what is allowed. */
export interface ImportingCaller {
  readonly principal: Principal;
  readonly creating: Scope;
  readonly updating: Scope;
  readonly services: Pick<SharedServices, "clock" | "pepper" | "publicUrl">;
  /** Moment of the request. */
  readonly now: Date;
  /** Checks that have succeeded for this file already. */
  readonly checked: Set<string>;
}

/**
 * Row being imported: the values of its cells, and in `named` the ids of the items that cells without a field of their
 * own name.
 */
export interface ImportRowValues {
  readonly given: RequestFieldValues;
  readonly named: Readonly<Record<string, string | null>>;
  readonly existing: ExistingImportTarget | undefined;
}

/** Kind of an import: how its rows become calls of its operations. */
export interface ImportKindDefinition {
  readonly create: Operation;
  readonly update: Operation;
  readonly createSchema: TObject;
  readonly updateSchema: TObject;
  readonly columns: readonly ImportColumn[];
  readonly keys: readonly ImportKeyDefinition[];
  /** Lists of items that cells may name. */
  loadLists(tx: Tx, importer: ImportingCaller): Promise<Readonly<Record<string, NamedItemLookup>>>;
  /** Finds objects with one of these values, by column of the keys. */
  findExisting(
    tx: Tx,
    importer: ImportingCaller,
    values: (column: string) => readonly string[],
  ): Promise<readonly ExistingImportTarget[]>;
  /** Fields that the cells determine beyond their own. */
  extend?(row: ImportRowValues, importer: ImportingCaller): RequestFieldValues;
  /** Checks rules beyond the schema, as far as possible before the row is written. */
  check?(
    tx: Tx,
    importer: ImportingCaller,
    row: ImportRowValues & { readonly draft: RequestFieldValues },
  ): Promise<ImportRowFault | undefined>;
  /** Number of objects that may still be created; unlimited when absent. */
  countRoom?(tx: Tx): Promise<number>;
  insert(tx: Tx, importer: ImportingCaller, draft: RequestFieldValues): Promise<unknown>;
  change(tx: Tx, importer: ImportingCaller, draft: RequestFieldValues & { readonly id: string }): Promise<unknown>;
}
