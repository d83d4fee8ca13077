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

/** For whom rows are checked and written: what they may do follows from where their grants for the kind hold. */
export interface Importer {
  readonly principal: Principal;
  readonly creating: Scope;
  readonly updating: Scope;
  readonly services: Pick<Services, "clock" | "pepper" | "publicUrl">;
  /** When it was asked for. */
  readonly now: Date;
  /** What was asked and found right while this file is checked. */
  readonly checked: Set<string>;
}

/** One row on its way: what its cells give, and by `named` the ids of what cells without a field name. */
export interface Row {
  readonly given: Fields;
  readonly named: Readonly<Record<string, string | null>>;
  readonly existing: Existing | undefined;
}

/** How rows of a kind become calls of its operations. */
export interface Kind {
  readonly create: Operation;
  readonly update: Operation;
  readonly createSchema: TObject;
  readonly updateSchema: TObject;
  readonly columns: readonly Column[];
  readonly keys: readonly Key[];
  /** What cells may name, by list. */
  loadLists(tx: Tx, importer: Importer): Promise<Readonly<Record<string, NameList>>>;
  /** Objects with one of these values, by column of the keys. */
  findExisting(tx: Tx, importer: Importer, values: (column: string) => readonly string[]): Promise<readonly Existing[]>;
  /** What the cells say beyond their own fields. */
  extend?(row: Row, importer: Importer): Fields;
  /** The rules beyond the schema, as far as they can be told before it is written. */
  check?(tx: Tx, importer: Importer, row: Row & { readonly draft: Fields }): Promise<RowFault | undefined>;
  /** How many more there may be; nothing said: as many as there are rows. */
  countRoom?(tx: Tx): Promise<number>;
  insert(tx: Tx, importer: Importer, draft: Fields): Promise<unknown>;
  change(tx: Tx, importer: Importer, draft: Fields & { readonly id: string }): Promise<unknown>;
}
