import type { ImportKind } from "@leitstand/contract/company/imports";
import type { Operation } from "@leitstand/contract/operation/operation";
import type { Static, TObject } from "@leitstand/contract/core/schema";
import type { Principal, Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import type { Services } from "#platform/http/handler";
import type { ImportColumn } from "./column";
import type { NamedItemLookup } from "./named-item-lookup";
import type { ExistingObject, RequestFields, ImportKey, ImportRowFault } from "./row-plan";

export type ImportKindName = Static<typeof ImportKind>;

/** Caller for whom rows are checked and written; the scope of the grants for the kind determines what is allowed. */
export interface ImportCaller {
  readonly principal: Principal;
  readonly creating: Scope;
  readonly updating: Scope;
  readonly services: Pick<Services, "clock" | "pepper" | "publicUrl">;
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
  readonly given: RequestFields;
  readonly named: Readonly<Record<string, string | null>>;
  readonly existing: ExistingObject | undefined;
}

/** Kind of an import: how its rows become calls of its operations. */
export interface ImportKindDefinition {
  readonly create: Operation;
  readonly update: Operation;
  readonly createSchema: TObject;
  readonly updateSchema: TObject;
  readonly columns: readonly ImportColumn[];
  readonly keys: readonly ImportKey[];
  /** Lists of items that cells may name. */
  loadLists(tx: Tx, importer: ImportCaller): Promise<Readonly<Record<string, NamedItemLookup>>>;
  /** Finds objects with one of these values, by column of the keys. */
  findExisting(
    tx: Tx,
    importer: ImportCaller,
    values: (column: string) => readonly string[],
  ): Promise<readonly ExistingObject[]>;
  /** Fields that the cells determine beyond their own. */
  extend?(row: ImportRowValues, importer: ImportCaller): RequestFields;
  /** Checks rules beyond the schema, as far as possible before the row is written. */
  check?(
    tx: Tx,
    importer: ImportCaller,
    row: ImportRowValues & { readonly draft: RequestFields },
  ): Promise<ImportRowFault | undefined>;
  /** Number of objects that may still be created; unlimited when absent. */
  countRoom?(tx: Tx): Promise<number>;
  insert(tx: Tx, importer: ImportCaller, draft: RequestFields): Promise<unknown>;
  change(tx: Tx, importer: ImportCaller, draft: RequestFields & { readonly id: string }): Promise<unknown>;
}
