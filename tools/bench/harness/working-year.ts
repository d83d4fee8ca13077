import type pg from "pg";
import { insertTokenBearer, insertTenant } from "../../../apps/api/src/testing/fixtures";
import type { Database } from "../../../apps/api/src/platform/database/database";
import { listAllGrants } from "./fleet-data";

/** A company with more tours in a year than any real one, and one case with a very long list of comments. */
export interface WorkingYearBenchData {
  readonly token: string;
  readonly tours: number;
  readonly case_id: string;
}

/**
 * Loads tours of 500 people that begin before 14:00 and take eight hours with a break, so that each ends on the day it
 * begins.
 */
export async function insertWorkingYearBenchData(
  db: Database,
  owner: pg.Client,
  { tours, comments }: { tours: number; comments: number },
): Promise<WorkingYearBenchData> {
  const tenant = await insertTenant(db, "FUNERAL");
  const { token } = await insertTokenBearer(db, { tenant, grants: listAllGrants() });
  await owner.query("reset role; set synchronous_commit = off");
  await owner.query("alter table tours disable trigger user; alter table tour_users disable trigger user");
  await owner.query(insertPeopleSql, [tenant.id]);
  await owner.query(insertToursSql, [tenant.id, tours]);
  await owner.query("alter table tours enable trigger user; alter table tour_users enable trigger user");
  await owner.query("vacuum (analyze) tours, tour_users, tour_sub_state_spans");
  const { rows } = await owner.query<{ id: string }>(insertCaseSql, [tenant.id, comments]);
  await owner.query("reset synchronous_commit; set role leitstand_system");
  return { token, tours, case_id: (rows[0] as { id: string }).id };
}

const insertPeopleSql = `
  insert into users (tenant_id, firstname, lastname, email)
  select $1, 'Anna', '=Huber' || n, 'person-' || n || '@example.org' from generate_series(1, 500) n`;

const insertToursSql = `
  with person as (select id, row_number() over (order by id) as n from users where tenant_id = $1),
    people as (select count(*) as n from person),
    tour as (
      insert into tours (tenant_id, natural_id, name, status, started_at, ended_at)
      select $1, 'T-W-' || n, 'Dienst ' || n, 'FINISHED', begins.at, begins.at + interval '8 hours'
      from generate_series(1, $2::int) n,
        lateral (select date_trunc('day', now()) - make_interval(days => 1 + n % 360) + make_interval(mins => 240 + n % 480) as at) begins
      returning id, natural_id, started_at, ended_at),
    crew as (
      insert into tour_users (tenant_id, tour_id, user_id, ended)
      select $1, tour.id, person.id, true from tour, people
      join person on true where person.n = 1 + substr(tour.natural_id, 5)::bigint % people.n)
  insert into tour_sub_state_spans (tenant_id, tour_id, began_at, sub_state, ended_at)
  select $1, tour.id, tour.started_at + span.after, span.sub_state, tour.started_at + span.until
  from tour, (values ('ACTIVE', interval '0', interval '4 hours'), ('ON_A_BREAK', interval '4 hours', interval '270 minutes'),
    ('ACTIVE', interval '270 minutes', interval '8 hours')) span (sub_state, after, until)`;

const insertCaseSql = `
  with told as (
    insert into cases (tenant_id, natural_id, display_name, data_type, state, approved, funeral_data)
    values ($1, 'C-W-1', 'Muster', 'FUNERAL', 'OPEN', true, jsonb_build_object('cargo_type', 'PERSON', 'transport_type', 'Transportauftrag',
      'cargo_deceased', jsonb_build_object('first_name', 'Maria', 'last_name', 'Muster', 'date_of_death', '2026-03-01')))
    returning id),
    said as (
      insert into case_comments (tenant_id, case_id, text, author_name)
      select $1, told.id, n || '. ' || repeat('Angehörige warten am Seiteneingang, Schlüssel beim Portier. ', 6), 'Anna Huber'
      from told, generate_series(1, $2::int) n)
  select id from told`;
