import { locationOperations } from "@leitstand/contract/fleet/location";
import { implement, raw, type Services } from "#platform/http/handler";
import { LocationIngest } from "./location-ingest.service";
import { LocationAnnouncer } from "./location-news.service";
import { listLocations, reportLocations } from "./location.service";

export function createLocationRoutes({ db, clock, live }: Services) {
  const announcer = new LocationAnnouncer(db.system, (news) => live.publishLocation(news));
  const ingest = new LocationIngest({ rows: db.system, clock, onMoved: announcer.tell });
  return implement(locationOperations, {
    getLocations: ({ tx, scope, now }) => listLocations(tx, scope, now),
    updateLocation: raw(({ principal, scope, now, body }) =>
      reportLocations({ db, ingest }, { principal, scope, now }, body.locations),
    ),
  });
}
