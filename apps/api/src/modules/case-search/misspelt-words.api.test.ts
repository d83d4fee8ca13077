import { beforeAll, describe, expect, it } from "vitest";
import { TENANT_SCOPE } from "#platform/access/authorize";
import type { Tx } from "#platform/database/database";
import { type Sql, sql } from "#platform/database/sql";
import { soundalikeSpellingsOf } from "#modules/cases/index";
import { startApi } from "../../testing/start-api";
import { analyzeAllTables } from "../../testing/test-database";
import { containsWordsOrMisspellingsCondition } from "./case-filter.sql";
import { selectCasePage } from "./case-search.sql";

const CASE_COUNT = 2_000;
const api = startApi();

describe("plan of a search for misspelt words", () => {
  let tenantId: string;
  beforeAll(async () => {
    ({ id: tenantId } = await api.aTenant());
    await api.db.system.run(sql`
      insert into cases (tenant_id, natural_id, data_type, state, approved, funeral_data, search_text)
      select ${tenantId}, 'C-' || n, 'FUNERAL', 'OPEN', true, '{}', 'c-' || n || ' ' || md5(n::text) || ' gruber hauptstrasse ' || n || ' graz'
      from generate_series(1, ${CASE_COUNT}::int) n`);
    await analyzeAllTables(api.databaseUrl);
  });

  async function explainSearch(...words: string[]): Promise<string> {
    const plan: string[] = [];
    const tx = api.db.read(tenantId, "long");
    const explain = async <T>(query: Sql) => {
      for (const row of await tx.many<{ "QUERY PLAN": string }>(sql`explain ${query}`)) plan.push(row["QUERY PLAN"]);
      return {} as T;
    };
    const newest = sql`c.created_at desc, c.id`;
    await selectCasePage({ ...tx, one: explain } as Tx, {
      filter: { words, spellings: words.map((word) => [word]), restricted: sql`true`, now: new Date(0) },
      scope: TENANT_SCOPE,
      order: newest,
      unranked: newest,
      page: 0,
      size: 20,
    });
    return plan.join("\n");
  }

  it("a search for a misspelt word uses the text index, and does not compare every case of the tenant", async () => {
    expect(await explainSearch("grubber")).toContain("Index Cond: (text %> 'grubber'::text)");
  });

  it("a search for two misspelt words asks the text index for both at once, and does not compare every case with one of them", async () => {
    const plan = await explainSearch("grubber", "hauptstrase");
    expect(plan).toContain("Index Cond: ((text %> 'grubber'::text) AND (text %> 'hauptstrase'::text))");
    expect(plan).toContain(".month) AND (text %> 'grubber'::text) AND (text %> 'hauptstrase'::text))");
  });
});

/** Words of a search, and texts that contain them, other spellings, misspellings, or parts of them. */
const searchedWords = [
  "steiner",
  "stainer",
  "mayer",
  "anna",
  "anananan",
  "weiz",
  "gruber",
  "müller-huber",
  "ab",
  "8010",
];
const searchedTexts = [
  ...searchedWords,
  "steinner maier",
  "xsteinerx xmayrx",
  "anne grubber 8010",
  "hannah grubers",
  "joanna gräber 18010",
  "ananas weitz",
  "mueller huber meyerhof",
  "muller-huber staynerin 8011",
  "bananananas waiz ab",
];

it("a search by several words finds the texts of which each word is a part, sounds the same or is similar", async () => {
  const pairs = searchedWords.flatMap((first) => searchedWords.map((second) => [first, second]));
  const texts = searchedTexts.flatMap((first) => searchedTexts.map((second) => `${first} ${second}`));
  const textsMatching = (condition: Sql) =>
    api.db.system.many<{ text: string }>(
      sql`select texts.text from unnest(${texts}::text[]) texts (text) where ${condition}`,
    );
  for (const words of [...pairs, ["steiner", "mayer", "weiz"]]) {
    const spellings = words.map(soundalikeSpellingsOf);
    const found = await textsMatching(containsWordsOrMisspellingsCondition({ words, spellings }));
    const byWord = await Promise.all(
      words.map((word, index) =>
        textsMatching(
          /\d|^..$/.test(word)
            ? sql`strpos(texts.text, ${word}) > 0`
            : sql`exists (select from unnest(${spellings[index]}::text[]) spelling where strpos(texts.text, spelling) > 0) or ${word} <% texts.text`,
        ),
      ),
    );
    const wanted = texts.filter((text) => byWord.every((rows) => rows.some((row) => row.text === text)));
    expect({ words, found: found.map(({ text }) => text) }).toEqual({ words, found: wanted });
  }
});
