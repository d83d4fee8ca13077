import type { QueryRunner } from "#platform/database/database";
import type { VehiclePositionUpdate } from "#platform/streams/latest-value-feed";
import { type MovedVehicle, selectPositionAudiences } from "./positions.sql";

const ANNOUNCE_DELAY_MS = 50;

/**
 * Announces positions of vehicles to streams. Their audience is looked up once for all vehicles that moved in a short
 * while.
 */
export class LocationAnnouncer {
  private latest = new Map<string, MovedVehicle>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly rows: QueryRunner,
    private readonly publish: (news: VehiclePositionUpdate) => void,
  ) {}

  /** Gathers moved vehicles; only the last position of each counts. */
  tell = (moved: readonly MovedVehicle[]) => {
    for (const vehicle of moved) {
      const known = this.latest.get(vehicle.vehicle_id);
      if (!known || known.fixed_at < vehicle.fixed_at) this.latest.set(vehicle.vehicle_id, vehicle);
    }
    if (this.latest.size > 0) this.timer ??= setTimeout(() => void this.flush(), ANNOUNCE_DELAY_MS).unref();
  };

  private async flush() {
    const moved = [...this.latest.values()];
    this.latest = new Map();
    try {
      const audiences = await selectPositionAudiences(this.rows, moved);
      for (const [index, { tenant_id, ...payload }] of moved.entries()) {
        const audience = audiences[index];
        if (audience) this.publish({ tenant_id, audience, payload });
      }
    } catch {
      // The positions are stored; a lost announcement is replaced by the next one.
    } finally {
      this.timer = undefined;
      this.tell([]);
    }
  }
}
