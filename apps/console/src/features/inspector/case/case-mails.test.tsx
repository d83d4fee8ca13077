import { HandoverMail } from "@leitstand/contract/cases/case-parts";
import type { Static } from "typebox";
import { describe, expect, it } from "vitest";
import { exampleOfSchema } from "#shared/testing/example-testkit.ts";
import { clickElement, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { findByRole, findAllByRole, pageText } from "#shared/testing/screen-testkit.ts";
import { aCaseOfToday, openTestCaseInspector } from "../inspector-testkit.tsx";

type HandoverMailData = Static<typeof HandoverMail>;

let mailCount = 0;
const aMail = (change: Partial<HandoverMailData>): HandoverMailData => ({
  ...exampleOfSchema(HandoverMail),
  id: `5e3d1a52-0c4b-4f6e-9a8d-${String((mailCount += 1)).padStart(12, "0")}`,
  at: "2026-11-21T10:05:00Z",
  ...change,
});

const openCaseWithMails = (
  mails: readonly HandoverMailData[],
  { hasHandover = true, grants = ["sendCargoHandoverConfirmation"] } = {},
) => {
  const handedOver = aCaseOfToday();
  const funeral_data = handedOver.funeral_data && {
    ...handedOver.funeral_data,
    handover: hasHandover ? { received_by: "R. Huber", signature: "M0 0L1 1", signature_state: null } : null,
  };
  return openTestCaseInspector({
    dispatchCase: { ...handedOver, funeral_data, handover_mails: [...mails] } as typeof handedOver,
    grants,
  });
};

describe("the mails about the handovers of a case", () => {
  it("the inspector of a case without handover mails has no section for them", async () => {
    await openCaseWithMails([]);
    expect(findAllByRole("heading", /E-Mails zur Übergabe/)).toEqual([]);
  });

  it("handover mails show the recipient, the result, the time and the reason", async () => {
    await openCaseWithMails([
      aMail({ recipient: "wait@example.org", state: "PENDING", reason: null }),
      aMail({ recipient: "told@example.org", state: "SENT", kind: "CORRECTION", reason: null }),
      aMail({ recipient: "past@example.org", state: "SENT", reason: null, at: "2026-11-20T10:05:00Z" }),
      aMail({ recipient: "lost@example.org", state: "FAILED", reason: "HANDOVER_UNDONE" }),
      aMail({ recipient: "long@example.org", state: "FAILED", reason: "ATTACHMENT_TOO_LARGE" }),
      aMail({ recipient: "none@example.org", state: "FAILED", reason: "NOT_CARRIED" }),
    ]);
    await waitUntil(() => findByRole("heading", /E-Mails zur Übergabe/));
    const lines = findAllByRole("listitem").map(({ textContent }) => textContent);
    for (const told of [
      /wait@example.org.*unterwegs seit 11:05/,
      /told@example.org.*Berichtigung · gesendet 11:05/,
      /past@example.org.*gesendet 20\.11\., 11:05/,
      /lost@example.org.*nicht gesendet 11:05.*zurückgenommen/,
      /long@example.org.*zu groß.*Link senden/,
      /none@example.org.*Mailserver.*vielleicht ist keiner eingerichtet.*PDF.*erneut senden, sonst die Administration/,
    ])
      expect(lines).toContainEqual(expect.stringMatching(told));
  });

  it("a handover mail that failed can be sent again, unless its handover was undone or another mail followed", async () => {
    const { server } = await openCaseWithMails([
      aMail({ recipient: "again@example.org", state: "SENT", reason: null }),
      aMail({ recipient: "again@example.org", state: "FAILED", reason: "NOT_CARRIED" }),
      aMail({ recipient: "office@example.org", state: "FAILED", reason: "NOT_CARRIED" }),
      aMail({ recipient: "past@example.org", state: "FAILED", reason: "HANDOVER_UNDONE" }),
    ]);
    await waitUntil(() => expect(findAllByRole("button", "Erneut senden")).toHaveLength(1));
    server.answer({ sendCargoHandoverConfirmation: () => ({ message_ids: [] }) });
    await clickElement(findByRole("button", "Erneut senden"));
    await waitUntil(() => expect(findByRole("textbox", "An")).toHaveProperty("value", "office@example.org"));
    const asked = server.bodiesOf("getCase").length;
    await clickElement(findByRole("button", "Senden"));
    await waitUntil(() => expect(server.bodiesOf("sendCargoHandoverConfirmation")).toHaveLength(1));
    expect(server.bodiesOf("sendCargoHandoverConfirmation")[0]).toMatchObject({ recipients: ["office@example.org"] });
    await waitUntil(() => expect(server.bodiesOf("getCase").length).toBeGreaterThan(asked));
  });

  it("the list of handover mails is read again while a mail is being sent", async () => {
    const { server } = await openCaseWithMails([aMail({ state: "PENDING", reason: null })]);
    await waitUntil(() => expect(pageText()).toContain("unterwegs seit"));
    server.answer({ getCase: () => ({ ...aCaseOfToday(), handover_mails: [aMail({ state: "SENT", reason: null })] }) });
    await waitUntil(() => expect(pageText()).toContain("gesendet 11:05"));
    expect(findAllByRole("button", "Erneut senden")).toEqual([]);
  });

  it.each([
    ["for whom the grant is missing", { grants: [] }],
    ["where there is no handover now", { hasHandover: false }],
  ])("handover mails cannot be sent again %s", async (_title, given) => {
    await openCaseWithMails(
      [aMail({ recipient: "office@example.org", state: "FAILED", reason: "NOT_CARRIED" })],
      given,
    );
    await waitUntil(() => expect(pageText()).toContain("Kein Mailserver"));
    expect(findAllByRole("button", "Erneut senden")).toEqual([]);
  });
});
