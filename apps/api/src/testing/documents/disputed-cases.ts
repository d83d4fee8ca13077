/** Cases for close looks at their documents, with names and texts that are hard to print. */
import { randomUUID } from "node:crypto";
import { Transformer } from "@napi-rs/image";
import type { CaseCreateRequest } from "@leitstand/contract/cases/case";
import type { Database } from "#platform/database/database";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest, roadsideCaseRequest, funeralDataExample } from "../cases";
import type { CreatedTourCrew } from "../dispatch";
import type { ApiSession } from "../start-api";

export const documentExportGrants = [
  "uploadCaseAssets",
  "getAssets",
  "exportCase",
  "exportTour",
  "createCaseComment",
  "getCaseComments",
];
/** A signature as a phone sends it. */
const SIGNATURE = "M10 80 C 40 10, 65 10, 95 80 S 150 150, 180 80 l 20 -30 q 10 -20 30 10 t 40 0 h 10";
const confirmedIdentity = { identity_confirmed: true, belongings_confirmed: true };

export interface OfficeAndCrew {
  readonly db: Database;
  readonly office: ApiSession;
  readonly crew: CreatedTourCrew;
}
type ActionRequest = Parameters<ApiSession["receiveAction"]>[0];

const renderImage = async (name: string, [width, height]: readonly [number, number], shapes: string) => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="white"/>${shapes}</svg>`;
  return new File([new Uint8Array(await Transformer.fromSvg(drawing).jpeg(80))], name);
};
const photoFile = () =>
  renderImage("Foto Übergabe.jpg", [1200, 900], '<rect y="300" width="1200" height="600" fill="#7a8f6b"/>');
const writtenNoteFile = () =>
  renderImage(
    "Unterschrift.jpg",
    [600, 240],
    '<path d="M60 160 C 140 20, 190 20, 260 160 S 420 200, 540 60" stroke="black" stroke-width="6" fill="none"/>',
  );

async function sendCrewAction({ office, crew }: OfficeAndCrew, id: string, action: object) {
  const { lock_version } = await office.getCase({ id });
  return crew.driver.receiveAction({ id, lock_version, tour_id: crew.tour_id, ...action } as ActionRequest);
}

async function createAssignedCase({ office, crew }: OfficeAndCrew, request: CaseCreateRequest): Promise<string> {
  const { id, lock_version } = await office.createCase(request);
  await office.receiveAction({ id, lock_version, action: "ASSIGN", tour_id: crew.tour_id });
  return id;
}

/** Makes a case that was handed over to the wrong person first, which was taken back. */
export async function createCaseWithUndoneHandover(dispatch: OfficeAndCrew): Promise<string> {
  const { office, crew } = dispatch;
  const id = await createAssignedCase(
    dispatch,
    funeralCaseRequest({
      external_id: randomUUID(),
      contact: { name: "Zoë Őrült-Yıldırım", phone_number: "+43664000000", notes: "Schlüssel beim Portier 👍" },
      funeral_data: {
        ...structuredClone(funeralDataExample),
        cargo_deceased: {
          first_name: "Ștefan \u202Eטוב",
          last_name: "Müller-Łukasiewicz",
          date_of_death: "2026-03-01",
          belongings: { watch: "STAYS", ring: "RELOCATED", location: "Bei der Tochter" },
        },
        source_address: { ...funeralDataExample.source_address, zip_code: "01067" },
      },
    }),
  );
  for (const action of ["ACCEPT", "START", "ARRIVE"]) await sendCrewAction(dispatch, id, { action });
  await sendCrewAction(dispatch, id, {
    action: "LOAD",
    payload: { ...confirmedIdentity, identity: { method: "CODE", code: "B-17" } },
  });
  await office.uploadCaseAssets({ id, file: await photoFile(), kind: "IMAGE" });
  await office.createCaseComment({ id, text: "Angehörige kommen um 14 Uhr.\nBitte beim Portier läuten." });
  const { id: signature } = await crew.driver.uploadCaseAssets({
    id,
    file: await writtenNoteFile(),
    kind: "SIGNATURE",
  });
  const taken = { belongings_confirmed: true };
  await sendCrewAction(dispatch, id, { action: "DELIVER", payload: { ...taken, received_by: "F. Falsch", signature } });
  await sendCrewAction(dispatch, id, { action: "UNDO", reason: "An die falsche Person übergeben" });
  await sendCrewAction(dispatch, id, {
    action: "DELIVER",
    payload: { ...taken, received_by: "M. Huber", signature: SIGNATURE },
  });
  return id;
}

/** Makes a tour of a crew of two with a break, one case of which was taken away. */
export async function createTourWithBreak(dispatch: OfficeAndCrew): Promise<string> {
  const { db, office, crew } = dispatch;
  const id = await createAssignedCase(dispatch, funeralCaseRequest());
  const { lock_version } = await office.getCase({ id });
  await office.receiveAction({
    id,
    lock_version,
    action: "UNASSIGN",
    tour_id: crew.tour_id,
    reason: "Trage defekt",
  } as ActionRequest);
  const tenantId = office.session.tenant.id;
  await db.systemTransaction(tenantId, async (tx) => {
    await tx.run(sql`
      update tours set name = 'Frühschicht Graz', description = 'Zweite Trage mitnehmen', started_at = now() - interval '3 hours',
        scheduled_start_at = now() - interval '3 hours', scheduled_end_at = now() + interval '5 hours' where id = ${crew.tour_id}`);
    for (const [firstname, lastname] of [
      ["Jürgen", "Szőke"],
      ["Ana", "Đorđević"],
    ]) {
      const user = randomUUID();
      await tx.run(sql`
        insert into users (tenant_id, id, email, firstname, lastname) values (${tenantId}, ${user}, ${`${user}@example.org`}, ${firstname}, ${lastname})`);
      await tx.run(
        sql`insert into tour_users (tenant_id, tour_id, user_id) values (${tenantId}, ${crew.tour_id}, ${user})`,
      );
    }
    await tx.run(sql`
      insert into tour_sub_state_spans (tenant_id, tour_id, began_at, sub_state, ended_at)
      select ${tenantId}, ${crew.tour_id}, now() - span.since, span.sub_state, now() - span.until
      from (values (interval '3 hours', 'ACTIVE', interval '1 hour'), (interval '1 hour', 'ON_A_BREAK', interval '30 minutes')) span (since, sub_state, until)`);
  });
  return crew.tour_id;
}

/** Makes a case on a motorway, without an address, of a car whose name equals a code of the product. */
export const createMotorwayCase = (dispatch: OfficeAndCrew): Promise<string> =>
  createAssignedCase(
    dispatch,
    roadsideCaseRequest({
      rsa_data: {
        service: { key: "PH_Standard", name: "Pannenhilfe", priority: 3 },
        vehicle: {
          license_plate: "G 123 AB",
          country: "AT",
          brand: "Tesla",
          model: "S",
          category: "CAR",
          fuel: "ELEKTRO",
        },
        customer: { first_name: "Max", last_name: "Gruber", phone_number: "+43 664 123 45 67" },
        damage: { description: "Springt nicht an", driveable: false, on_motorway: true },
        source_address: { addition: "A2, km 178,4, Richtung Wien", lat: 47.05, lon: 15.43 },
        target_address: {
          name: "Werkstatt",
          street: "Triester Straße",
          house_number: "12",
          zip_code: "8020",
          city: "Graz",
        },
      },
    }),
  );
