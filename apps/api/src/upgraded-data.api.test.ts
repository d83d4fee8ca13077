import { randomBytes } from "node:crypto";
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { applyMigrations } from "#platform/database/migrations";
import { dropDatabase } from "./testing/postgres/drop-database";
import { withConnection } from "./testing/postgres/with-connection";

const migrationsFolder = new URL("../migrations/", import.meta.url).pathname;

/** Data stored by an earlier release keeps its meaning once the migrations of a later release have run. */
describe("data that the previous release has stored", () => {
  const name = `leitstand_before_${randomBytes(6).toString("hex")}`;
  const url = new URL(inject("adminUrl"));
  url.pathname = `/${name}`;

  const run = <T extends object>(database: string, text: string) =>
    withConnection(database, async (client) => (await client.query<T>(text)).rows);
  /** Reads two columns, the first one as keys. */
  const readPairs = async (text: string) =>
    Object.fromEntries((await run<object>(url.href, text)).map((row) => Object.values(row) as [string, unknown]));

  /** Rows to store before a migration: they share a database, which passes through all migrations once. */
  const storedRows: { readonly migration: string; readonly text: string }[] = [];
  const storeBefore = (migration: string, text: string) => void storedRows.push({ migration, text });

  beforeAll(async () => {
    await run(inject("adminUrl"), `create database ${name}`);
    const folder = mkdtempSync(join(tmpdir(), "leitstand-before-"));
    const migrateBefore = async (migration?: string) => {
      for (const file of readdirSync(migrationsFolder))
        if (migration === undefined || file < `${migration}.sql`)
          copyFileSync(join(migrationsFolder, file), join(folder, file));
      await applyMigrations(url.href, folder);
    };
    for (const { migration, text } of storedRows.toSorted((a, b) => (a.migration < b.migration ? -1 : 1))) {
      await migrateBefore(migration);
      await run(url.href, text);
    }
    await migrateBefore();
    rmSync(folder, { recursive: true });
  });
  afterAll(() => dropDatabase((statement) => run(inject("adminUrl"), statement), name));

  storeBefore(
    "0036_postal_codes_and_unused_tokens",
    `with tenant as (insert into tenants (name, short_code, type, tenant_key) values ('Huber', 'codes', 'FUNERAL', 'key of codes') returning id),
      account as (insert into users (tenant_id, kind, lastname) select id, 'SERVICE_ACCOUNT', 'Partner' from tenant returning tenant_id, id),
      held as (insert into tokens (tenant_id, kind, token_hash, user_id, name, expires_at, last_used_at)
        select tenant_id, token.kind, convert_to(token.name, 'UTF8'), id, token.name, now() + interval '1 day', now() + token.used from account,
          (values ('SERVICE', 'unused', interval '0'), ('SERVICE', 'used', interval '1 hour'), ('USER', 'session', interval '0')) token (kind, name, used))
    insert into stored_addresses (tenant_id, name, zip_code, country)
    select tenant.id, name, zip_code, country from tenant, (values ('Dresden', 1067, 'DE'), ('Roma', 187, 'IT'), ('Barcelona', 8001, 'ES'),
      ('Bourg', 1000, 'FR'), ('München', 80331, 'DE'), ('Graz', 8036, 'AT'), ('Nowhere', 1067, 'QQ'), ('Bregenz', 6900, null), ('Unknown', null, 'DE'))
      as place (name, zip_code, country)`,
  );
  it("the upgrade restores leading zeros of stored postal codes and marks tokens that were never used", async () => {
    expect(
      await readPairs(
        `select name, postal_code from stored_addresses where tenant_id = (select id from tenants where short_code = 'codes')`,
      ),
    ).toEqual({
      Dresden: "01067",
      Roma: "00187",
      Barcelona: "08001",
      Bourg: "01000",
      München: "80331",
      Graz: "8036",
      Nowhere: "1067",
      Bregenz: "6900",
      Unknown: null,
    });
    expect(
      await run(
        url.href,
        `select name, last_used_at is null as unused from tokens where tenant_id = (select id from tenants where short_code = 'codes') order by name collate "C"`,
      ),
    ).toEqual([
      { name: "session", unused: false },
      { name: "unused", unused: true },
      { name: "used", unused: false },
    ]);
  });

  storeBefore(
    "0078_numbers_without_a_trunk_zero",
    `with tenant as (insert into tenants (name, short_code, type, tenant_key) values ('Huber', 'numbers', 'FUNERAL', 'key of numbers') returning id)
    insert into users (tenant_id, lastname, phone_number)
    select tenant.id, name, number from tenant, (values ('Eva', '+4306601234567'), ('Anna', '+436601234568'), ('Roma', '+390612345678'),
      ('Twin', '+4306601234560'), ('Other', '+436601234560')) as person (name, number)`,
  );
  it("the upgrade removes the leading zero of national calls from stored telephone numbers that receive messages", async () => {
    expect(
      await readPairs(
        `select lastname, phone_number from users where tenant_id = (select id from tenants where short_code = 'numbers')`,
      ),
    ).toEqual({
      Eva: "+436601234567",
      Anna: "+436601234568",
      Roma: "+390612345678",
      Twin: "+4306601234560",
      Other: "+436601234560",
    });
  });

  storeBefore(
    "0077_postal_codes_of_more_countries",
    `with tenant as (insert into tenants (name, short_code, type, tenant_key) values ('Huber', 'zeros', 'FUNERAL', 'key of zeros') returning id)
    insert into stored_addresses (tenant_id, name, zip_code, postal_code, country)
    select tenant.id, name, zip_code, postal_code, country from tenant, (values ('Helsinki', 100, '100', 'FI'), ('Teplice', 1000, '1000', 'CZ'),
      ('Oslo', 150, '150', 'NO'), ('București', 10011, '10011', 'RO'), ('Graz', 8036, '8036', 'AT'), ('Amsterdam', null, '1011 AB', 'NL'),
      ('Praha', 11000, '11000', 'CZ'), ('Unknown', 1067, '1067', null)) as place (name, zip_code, postal_code, country)`,
  );
  it("the upgrade adds missing leading zeros to stored postal codes by their country", async () => {
    expect(
      await readPairs(
        `select name, postal_code from stored_addresses where tenant_id = (select id from tenants where short_code = 'zeros')`,
      ),
    ).toEqual({
      Helsinki: "00100",
      Teplice: "01000",
      Oslo: "0150",
      București: "010011",
      Graz: "8036",
      Amsterdam: "1011 AB",
      Praha: "11000",
      Unknown: "1067",
    });
  });

  storeBefore(
    "0067_drivers_begin_and_end_shifts",
    `with tenant as (insert into tenants (name, short_code, type, tenant_key) values ('Huber', 'drivers', 'FUNERAL', 'key of drivers') returning id)
    insert into roles (tenant_id, name, role_type, branch_access, grants)
    select id, role.name, role.type, 'ALL', role.grants::text[] from tenant, (values
      ('crew', 'DRIVER', '{getTours,updateTour}'), ('given half', 'DRIVER', '{finishTour,updateTour}'),
      ('given', 'DRIVER', '{createTour,finishTour,updateTour}'), ('looks on', 'DRIVER', '{getTours}'),
      ('dispatcher', 'DISPATCHER', '{getTours,updateTour}')) as role (name, type, grants)`,
  );
  it("the upgrade adds createTour and finishTour to stored driver roles that can update tours, and leaves other roles unchanged", async () => {
    const roles = await run<{ name: string; grants: string[]; lock_version: string }>(
      url.href,
      `select name, grants, lock_version from roles where tenant_id = (select id from tenants where short_code = 'drivers')`,
    );
    expect(
      Object.fromEntries(roles.map(({ name: role, grants, lock_version }) => [role, [grants, lock_version]])),
    ).toEqual({
      crew: [["getTours", "updateTour", "createTour", "finishTour"], "1"],
      "given half": [["finishTour", "updateTour", "createTour"], "1"],
      given: [["createTour", "finishTour", "updateTour"], "0"],
      "looks on": [["getTours"], "0"],
      dispatcher: [["getTours", "updateTour"], "0"],
    });
  });

  storeBefore(
    "0085_events_as_text",
    `with tenant as (insert into tenants (name, short_code, type, tenant_key) values ('Huber', 'events', 'FUNERAL', 'key of events') returning id),
      person as (insert into users (tenant_id, lastname) select id, 'Maier' from tenant returning tenant_id, id),
      calendar as (insert into calendars (tenant_id, name) select id, 'Urlaub' from tenant returning id)
    insert into calendar_events (tenant_id, calendar_id, event_type, user_id, all_day, start_local, end_local, timezone, recurrence, note,
      first_start, first_end, starts_at, ends_at, expanded_until)
    select person.tenant_id, calendar.id, 'UNAVAILABLE', person.id, false, '2026-03-02 08:00', '2026-03-02 12:30', 'Europe/Vienna',
      'FREQ=WEEKLY;COUNT=3', 'Kur "Bad Aussee"', '2026-03-02 07:00Z', '2026-03-02 11:30Z', '2026-03-02 07:00Z', '2026-03-16 11:30Z',
      '2026-03-16'
    from person, calendar`,
  );
  it("a calendar event that an earlier release stored is returned with its times, series and note", async () => {
    const [event] = await run<{ answer_text: string; id: string; user_id: string }>(
      url.href,
      `select answer_text, id, user_id from calendar_events where tenant_id = (select id from tenants where short_code = 'events')`,
    );
    expect(JSON.parse(`${event?.answer_text}}`)).toMatchObject({
      id: event?.id,
      lock_version: 0,
      start_at: "2026-03-02T07:00:00+00:00",
      end_at: "2026-03-02T11:30:00+00:00",
      start_date: "2026-03-02",
      all_day: false,
      timezone: "Europe/Vienna",
      resource_type: "USER",
      resource_id: event?.user_id,
      recurrence: "FREQ=WEEKLY;COUNT=3",
      note: 'Kur "Bad Aussee"',
    });
  });

  storeBefore(
    "0087_sealed_feed_answers",
    `with tenant as (insert into tenants (name, short_code, type, tenant_key) values ('Huber', 'feeds', 'FUNERAL', 'key of feeds') returning id)
    insert into idempotency_records (tenant_id, subject, operation, key, fingerprint, status, body)
    select tenant.id, tenant.id, operation, 'key', '', 201, '{"url":"https://example.com/secret.ics"}' from tenant,
      (values ('createCalendarFeed'), ('createDefaultCalendarEvent')) as request (operation)`,
  );
  it("the upgrade deletes stored answers with the plain address of a calendar feed and keeps all others", async () => {
    expect(
      await run(
        url.href,
        `select operation from idempotency_records where tenant_id = (select id from tenants where short_code = 'feeds')`,
      ),
    ).toEqual([{ operation: "createDefaultCalendarEvent" }]);
  });

  storeBefore(
    "0090_numbers_beyond_a_million",
    `with tenant as (insert into tenants (name, short_code, type, tenant_key) values ('Club', 'follow', 'ROADSIDE_ASSISTANCE', 'key of follow-ups') returning id),
      parent as (insert into cases (tenant_id, natural_id, data_type, state, approved, rsa_data, search_text)
        select id, 'C-2026-000001', 'ROADSIDE', 'finished', true, '{}', 'c-2026-000001 g123ab' from tenant returning tenant_id, id)
    insert into cases (tenant_id, natural_id, data_type, state, approved, rsa_data, parent_id, search_text)
    select tenant_id, natural_id, 'ROADSIDE', 'open', true, '{}', id, search_text from parent,
      (values ('C-2026-000002', 'c-2026-000001 g123ab'), ('C-2026-000003', 'c-2026-000003 w1')) as child (natural_id, search_text)`,
  );
  it("the upgrade lets follow-up cases be found by their own numbers", async () => {
    expect(
      await readPairs(
        `select c.natural_id, texts.text from cases c join case_texts texts on texts.tenant_id = c.tenant_id and texts.case_id = c.id
         where c.tenant_id = (select id from tenants where short_code = 'follow')`,
      ),
    ).toEqual({
      "C-2026-000001": "c-2026-000001 g123ab",
      "C-2026-000002": "c-2026-000002 g123ab",
      "C-2026-000003": "c-2026-000003 w1",
    });
  });

  storeBefore(
    "0091_calendars_of_deleted_users",
    `with tenant as (insert into tenants (name, short_code, type, tenant_key) values ('Huber', 'erased', 'FUNERAL', 'key of erased') returning id),
      person as (insert into users (tenant_id, kind, blocked, lastname) select tenant.id, kind, true, name
        from tenant, (values ('DELETED', ''), ('PERSON', 'Maier')) as person (kind, name) returning tenant_id, id, lastname),
      calendar as (insert into calendars (tenant_id, name) select id, 'Urlaub' from tenant returning id),
      feed as (insert into calendar_feeds (tenant_id, secret_hash, user_id) select tenant_id, convert_to(lastname || 'erased', 'UTF8'), id from person),
      look as (insert into location_readers (tenant_id, user_id, hour, reader_id, purpose)
        select person.tenant_id, person.id, now(), reader.id, 'MAP' from person join person reader on reader.id <> person.id)
    insert into calendar_events (tenant_id, calendar_id, event_type, user_id, all_day, start_local, end_local, timezone, note,
      first_start, first_end, starts_at, ends_at, expanded_until)
    select person.tenant_id, calendar.id, 'UNAVAILABLE', person.id, false, '2026-03-02 08:00', '2026-03-02 12:30', 'UTC', 'Kur',
      '2026-03-02 08:00Z', '2026-03-02 12:30Z', '2026-03-02 08:00Z', '2026-03-02 12:30Z', '2026-03-02' from person, calendar`,
  );
  it("the upgrade deletes the absences and calendar feeds of users who were deleted before, and those of no one else", async () => {
    expect(
      await run(
        url.href,
        `select kept.what, person.lastname from (select 'event' as what, tenant_id, user_id from calendar_events
           union all select 'feed', tenant_id, user_id from calendar_feeds
           union all select 'look', tenant_id, user_id from location_readers) kept
         join users person on person.tenant_id = kept.tenant_id and person.id = kept.user_id
         where kept.tenant_id = (select id from tenants where short_code = 'erased') order by what`,
      ),
    ).toEqual(["event", "feed", "look"].map((what) => ({ what, lastname: "Maier" })));
  });

  storeBefore(
    "0094_restricted_todos",
    `with tenant as (insert into tenants (name, short_code, type, tenant_key) values ('Huber', 'todos', 'FUNERAL', 'key of todos') returning id),
      dispatch_case as (insert into cases (tenant_id, natural_id, data_type, state, approved, funeral_data, search_text)
        select id, 'C-2026-000001', 'FUNERAL', 'OPEN', true, '{}', 'c-2026-000001' from tenant returning tenant_id, id),
      template as (insert into todo_templates (tenant_id, title, type, phase, conditions)
        select tenant.id, title, 'CASE_TEMPLATE', 'PICKUP', conditions::jsonb from tenant, (values ('Papers', '{"data_type":"FUNERAL"}'),
          ('Protection', '{"infectious":true}'), ('No escort', '{"police":false}')) as template (title, conditions) returning tenant_id, id, title)
    insert into case_todos (tenant_id, case_id, template_id, phase, title)
    select dispatch_case.tenant_id, dispatch_case.id, template.id, 'PICKUP', todo.title from dispatch_case,
      (values ('Papers'), ('Protection'), ('No escort'), ('Of a deleted template')) as todo (title) left join template on template.title = todo.title`,
  );
  it("the upgrade restricts todos whose template asks for an infection or the police, or is not known any more", async () => {
    expect(
      await readPairs(
        `select title, restricted from case_todos where tenant_id = (select id from tenants where short_code = 'todos')`,
      ),
    ).toEqual({ Papers: false, Protection: true, "No escort": true, "Of a deleted template": true });
  });

  storeBefore(
    "0095_dotless_i",
    `with tenant as (insert into tenants (name, short_code, type, tenant_key) values ('Huber', 'dotless', 'FUNERAL', 'key of dotless') returning id)
    insert into cases (tenant_id, natural_id, data_type, state, approved, funeral_data, search_text, updated_at)
    select tenant.id, natural_id, 'FUNERAL', 'OPEN', true, '{}', search_text, '2026-01-01Z' from tenant,
      (values ('C-2026-000001', 'c-2026-000001 yıldız'), ('C-2026-000002', 'c-2026-000002 gruber')) as dispatch_case (natural_id, search_text)`,
  );
  it("the upgrade lets names with a dotless i be found by a plain one, also those that the release before goes on to write", async () => {
    await run(
      url.href,
      `insert into cases (tenant_id, natural_id, data_type, state, approved, funeral_data, search_text)
       select id, 'C-2026-000003', 'FUNERAL', 'OPEN', true, '{}', 'c-2026-000003 ışık' from tenants where short_code = 'dotless'`,
    );
    expect(
      await run(
        url.href,
        `select texts.text, c.updated_at = '2026-01-01Z' as is_as_before
         from cases c join case_texts texts on texts.tenant_id = c.tenant_id and texts.case_id = c.id
         where c.tenant_id = (select id from tenants where short_code = 'dotless') order by c.natural_id`,
      ),
    ).toEqual([
      { text: "c-2026-000001 yildiz", is_as_before: true },
      { text: "c-2026-000002 gruber", is_as_before: true },
      { text: "c-2026-000003 işik", is_as_before: false },
    ]);
  });

  storeBefore(
    "0098_changes_by_hand",
    `with tenant as (insert into tenants (name, short_code, type, tenant_key) values ('Huber', 'marks', 'FUNERAL', 'key of marks') returning id),
      person as (insert into users (tenant_id, lastname, blocked)
        select tenant.id, name, blocked from tenant, (values ('Blocked', true), ('Free', false)) as given (name, blocked) returning tenant_id, id),
      branch as (insert into branches (tenant_id, name, active)
        select tenant.id, name, active from tenant, (values ('Closed', false), ('Open', true)) as given (name, active) returning tenant_id, id)
    insert into sync_matches
    select tenant_id, 'DRIVERS', id, true from person union all select tenant_id, 'BRANCHES', id, true from branch`,
  );
  it("the upgrade takes from people and branches that work again the mark that a sync has deactivated them", async () => {
    expect(
      await readPairs(
        `select each.name, mark.deactivated from sync_matches mark join (
           select id, lastname as name from users union all select id, name from branches) each on each.id = mark.object_id
         where mark.tenant_id = (select id from tenants where short_code = 'marks')`,
      ),
    ).toEqual({ Blocked: true, Free: false, Closed: true, Open: false });
  });

  storeBefore(
    "0100_cancelled_cases_before",
    `with tenant as (insert into tenants (name, short_code, type, tenant_key) values ('Huber', 'filed', 'ROADSIDE_ASSISTANCE', 'key of filed') returning id),
      filed as (insert into cases (tenant_id, natural_id, data_type, state, finalized, approved, rsa_data, finalized_at)
        select tenant.id, given.name, 'ROADSIDE', given.state, true, true, '{}', now() - given.ago from tenant, (values
          ('Delivered', 'adActa', interval '90 days'), ('Cancelled', 'adActa', interval '90 days'), ('Cancelled before', 'adActa', interval '90 days'),
          ('Not filed', 'cancelled', interval '200 days')) as given (name, state, ago)
        returning tenant_id, id, natural_id)
    insert into case_history (tenant_id, case_id, group_id, transition, old_case_state, new_case_state, undone, actor_kind, lock_version, occurred_at)
    select tenant_id, id, gen_random_uuid(), 'DONE', step.before, 'adActa', step.undone, 'D', 1, now() from filed, (values
      ('Delivered', 'finished', false), ('Cancelled', 'cancelled', false), ('Cancelled before', 'cancelled', true), ('Cancelled before', 'finished', false))
      as step (name, before, undone) where step.name = filed.natural_id;
    update month_builds set dirty = false`,
  );
  it("the upgrade tells cases that were cancelled before their papers were closed from delivered ones, and counts their months again", async () => {
    expect(
      await readPairs(`
        select natural_id, cancelled from cases where tenant_id = (select id from tenants where short_code = 'filed')`),
    ).toEqual({
      Delivered: false,
      Cancelled: true,
      "Cancelled before": false,
      "Not filed": false,
    });
    expect(
      await readPairs(`
        select c.natural_id, build.dirty from cases c join tenants tenant on tenant.id = c.tenant_id
          join month_builds build on build.tenant_id = c.tenant_id and build.counted = 'DELIVERED'
            and build.month = date_trunc('month', c.finalized_at at time zone tenant.timezone)
        where tenant.short_code = 'filed' and c.natural_id in ('Cancelled', 'Not filed')`),
    ).toEqual({ Cancelled: true, "Not filed": false });
  });
});
