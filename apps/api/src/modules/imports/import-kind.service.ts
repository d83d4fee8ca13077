import type { ImportKind } from "@leitstand/contract/company/imports";
import type { Operation } from "@leitstand/contract/operation/operation";
import type { Static, TObject } from "@leitstand/contract/core/schema";
import type { Principal, Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import type { Services } from "#platform/http/handler";
import type { Column } from "./column";
import type { NameList } from "./name-list";
import type { Existing, Fields, Key, RowFault } from "./row-plan";

export type KindName = Static<typeof ImportKind>;

/** Caller for whom rows are checked and written; the scope of the grants for the kind determines what is allowed. */
export interface Importer {
  readonly principal: Principal;
  readonly creating: Scope;
  readonly updating: Scope;
  readonly services: Pick<Services, "clock" | "pepper" | "publicUrl">;
  /** Moment of the request. */
  readonly now: Date;
  /** Checks that have succeeded for this file already. */
  readonly checked: Set<string>;
}

/** Row in progress: the values of its cells, and in `named` the ids of items that cells without a field name. */
export interface Row {
  readonly given: Fields;
  readonly named: Readonly<Record<string, string | null>>;
  readonly existing: Existing | undefined;
}

/** Kind of an import: how its rows become calls of its operations. */
export interface Kind {
  readonly create: Operation;
  readonly update: Operation;
  readonly createSchema: TObject;
  readonly updateSchema: TObject;
  readonly columns: readonly Column[];
  readonly keys: readonly Key[];
  /** Lists of items that cells may name. */
  loadLists(tx: Tx, importer: Importer): Promise<Readonly<Record<string, NameList>>>;
  /** Finds objects with one of these values, by column of the keys. */
  findExisting(tx: Tx, importer: Importer, values: (column: string) => readonly string[]): Promise<readonly Existing[]>;
  /** Fields that the cells determine beyond their own. */
  extend?(row: Row, importer: Importer): Fields;
  /** Checks rules beyond the schema, as far as possible before the row is written. */
  check?(tx: Tx, importer: Importer, row: Row & { readonly draft: Fields }): Promise<RowFault | undefined>;
  /** Number of objects that may still be created; unlimited when absent. */
  countRoom?(tx: Tx): Promise<number>;
  insert(tx: Tx, importer: Importer, draft: Fields): Promise<unknown>;
  change(tx: Tx, importer: Importer, draft: Fields & { readonly id: string }): Promise<unknown>;
}
