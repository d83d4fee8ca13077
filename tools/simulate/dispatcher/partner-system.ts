import type { Client } from "@leitstand/client/client";
import { ApiProblem } from "@leitstand/client/problem";
import type { SeededChance } from "@leitstand/scenario/chance";
import type { PartnerSystemFacts, PartnerMessage } from "../day/facts";
import { FailingReceiver } from "./failing-receiver";

/** Percent of faults, each of which holds its case back for ten seconds of real time. */
const FAULTY_PERCENT = 4;

/** System of a roadside club, which is told every change of cases and tours, and fails now and then. */
export class PartnerSystem implements PartnerSystemFacts {
  readonly told: PartnerMessage[] = [];
  private readonly receiver: FailingReceiver<PartnerMessage>;

  private constructor(
    readonly tenant: string,
    private readonly parts: { readonly admin: Client; readonly tenantId: string; readonly chance: SeededChance },
  ) {
    const { chance } = parts;
    this.receiver = new FailingReceiver({
      chance,
      faultyPercent: FAULTY_PERCENT,
      take: (told) => void this.told.push(told),
    });
  }

  /**
   * Opens the partner's system; undefined where the product does not call this machine. Messages that waited for the
   * former connection go.
   */
  static async open({ tenant, admin, chance }: { tenant: string; admin: Client; chance: SeededChance }) {
    const [vehicle] = (await admin.getVehicles({ size: 1 })).vehicles;
    const tenantId = vehicle?.tenant_id;
    if (tenantId === undefined) throw new Error(`${tenant} has no vehicle; is this the demonstration?`);
    const system = new PartnerSystem(tenant, { admin, tenantId, chance });
    const base_url = await system.receiver.open();
    const connector = { id: tenantId, kind: "PARTNER", base_url, auth: "BEARER", secret: crypto.randomUUID() } as const;
    try {
      await admin.updateConnector(connector);
      await system.disconnect();
      await admin.updateConnector(connector);
      return system;
    } catch (error) {
      await system.receiver.close();
      if (error instanceof ApiProblem && error.code === "CALLBACK_URL_NOT_ALLOWED") return undefined;
      throw error;
    }
  }

  async close() {
    await this.disconnect();
    await this.receiver.close();
  }

  private disconnect() {
    const { admin, tenantId } = this.parts;
    return admin.deleteConnector({ id: tenantId, kind: "PARTNER" });
  }
}
