import type { Handover } from "@leitstand/contract/company/address";
import { AttachmentMessageSender } from "#platform/background/attached-messages";
import {
  storeOnlyCarrier,
  type MessageCarrier,
  OutboxMessageSender,
  type OutgoingMessage,
} from "#platform/background/messages-out";
import { SecretSealer } from "#platform/process/sealing";
import type { PaperDocument } from "#modules/documents/index";
import { funeralCaseRequest, roadsideCaseRequest } from "../../testing/cases";
import { createTestTourCrew, dispatchGrants } from "../../testing/dispatch";
import type { TenantFixture } from "../../testing/fixtures";
import type { ApiSession, TestApi } from "../../testing/start-api";
import { testNodeOptions } from "../../testing/start-node";
import { sendDueHandoverCorrections, handoverAttachmentMakers } from "./index";

const confirmedFacts = { identity_confirmed: true, belongings_confirmed: true };
const grants = [...dispatchGrants, "sendCargoHandoverConfirmation"];

/** A transport on the way to be delivered, and an office that sends confirmations. */
export async function createTransportOutForDelivery(api: TestApi, given?: TenantFixture) {
  const tenant = given ?? (await api.aTenant());
  const office = await api.bearer({ tenant, grants });
  const { driver, tour_id } = await createTestTourCrew(api, tenant, {});
  const { id, natural_id, lock_version } = await office.createCase(funeralCaseRequest());
  await office.receiveAction({ id, lock_version, action: "ASSIGN", tour_id });
  const act = async (action: object) => {
    const { lock_version: version } = await office.getCase({ id });
    return driver.receiveAction({ id, lock_version: version, tour_id, ...action } as Parameters<
      ApiSession["receiveAction"]
    >[0]);
  };
  for (const action of ["ACCEPT", "START", "ARRIVE"]) await act({ action });
  await act({ action: "LOAD", payload: confirmedFacts });
  const deliver = (received_by = "M. Huber") =>
    act({ action: "DELIVER", payload: { received_by, signature: "M0 0L90 90", belongings_confirmed: true } });
  return { tenant, office, driver, id, natural_id, deliver, undo: () => act({ action: "UNDO" }) };
}

/** A breakdown that its crew has handed over with a signature, that the back office must check and that it then closes. */
export async function createBreakdownClosedByBackoffice(api: TestApi) {
  const tenant = await api.aTenant("ROADSIDE_ASSISTANCE");
  const office = await api.bearer({ tenant, grants });
  const { driver, tour_id } = await createTestTourCrew(api, tenant);
  const { id } = await office.createCase(roadsideCaseRequest());
  const act = async (by: ApiSession, action: object) => {
    const { lock_version } = await office.getCase({ id });
    return by.receiveAction({ id, lock_version, tour_id, ...action } as Parameters<ApiSession["receiveAction"]>[0]);
  };
  await act(office, { action: "ASSIGN" });
  for (const action of ["ACCEPT", "ON_THE_WAY", "ARRIVE"]) await act(driver, { action });
  const payload = { finish_reason: "Springt an", received_by: "Gruber", signature: "M0 0L4 4", needs_backoffice: true };
  await act(driver, { action: "FINISH", payload });
  api.clock.advance({ minutes: 5 });
  await act(office, { action: "FINISH" });
  return { office, id, undo: () => act(office, { action: "UNDO", reason: "Noch offen" }) };
}

/** Takes the handover out of a case by hand, or writes another one. */
export async function writeHandover(office: ApiSession, id: string, handover: Handover | null) {
  const { lock_version, data_type, approved, funeral_data, rsa_data } = await office.getCase({ id });
  await office.updateCase({
    id,
    lock_version,
    data_type,
    approved,
    ...(funeral_data && { funeral_data: { ...funeral_data, handover } }),
    ...(rsa_data && { rsa_data: { ...rsa_data, handover } }),
  } as Parameters<ApiSession["updateCase"]>[0]);
}

/** Sends corrections as the background work does. */
export const sendAllCorrections = ({ db, clock, dataDir }: TestApi) =>
  sendDueHandoverCorrections({ db, clock, sealing: new SecretSealer(testNodeOptions(db).sealingKeys ?? [], dataDir) });

export async function allowHandoverAttachments(api: TestApi, tenant: TenantFixture, handover_attachments = true) {
  const administrator = await api.bearer({ tenant, roleType: "ADMINISTRATOR", grants: ["getTenants", "updateTenant"] });
  const { lock_version } = await administrator.getTenant({ id: tenant.id });
  await administrator.patchTenant({ id: tenant.id, lock_version, settings: { handover_attachments } });
}

export interface TestMailCarrierOverrides {
  readonly carrier: MessageCarrier;
  readonly print: (document: PaperDocument) => Promise<Buffer>;
}
/** Mail carrier of a node for tests, with the mails that it has sent. */
export function createTestMailCarrier(
  api: TestApi,
  { carrier, print }: Partial<TestMailCarrierOverrides> & Pick<TestMailCarrierOverrides, "print">,
) {
  const carried: OutgoingMessage[] = [];
  const printed: PaperDocument[] = [];
  const collecting: MessageCarrier = { takesAttachments: true, carry: async (message) => void carried.push(message) };
  const EMAIL = carrier ?? collecting;
  const parts = {
    db: api.db,
    clock: api.clock,
    carriers: { SMS: storeOnlyCarrier, EMAIL, ROBO_CALL: storeOnlyCarrier, PUSH: storeOnlyCarrier },
    onError: () => undefined,
  };
  const makers = handoverAttachmentMakers({
    ...parts,
    press: {
      print: (document) => {
        printed.push(document);
        return print(document);
      },
    },
  });
  return {
    carried,
    printed,
    attached: new AttachmentMessageSender({ ...parts, makers }),
    others: new OutboxMessageSender(parts),
  };
}
