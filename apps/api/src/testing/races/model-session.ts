import type pg from "pg";
import { compileSql, type Sql } from "#platform/database/sql";
import { connectAsRole } from "../test-database";

/** Connection of the model, opened again when the server is back. */
export class ReconnectingPgSession {
  private constructor(
    private readonly url: string,
    private client: pg.Client,
  ) {}

  static open = async (url: string) => new ReconnectingPgSession(url, await connectAsRole(url, "leitstand_system"));

  get pid(): number {
    return (this.client as unknown as { processID: number }).processID;
  }

  query = <T extends object>(text: string, values: unknown[] = []) => this.client.query<T>(text, values);

  run<T extends object>(query: Sql) {
    const { text, values } = compileSql(query);
    return this.client.query<T>(text, [...values]);
  }

  async reopen() {
    await this.close();
    this.client = await connectAsRole(this.url, "leitstand_system");
  }

  close = () => this.client.end();
}
