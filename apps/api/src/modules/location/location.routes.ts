import { locationOperations } from "@leitstand/contract/fleet/location";
import { implementOperations, unmanagedHandler, type Services } from "#platform/http/handler";
import { LocationIngester } from "./location-ingest.service";
import { LocationAnnouncer } from "./location-announcer.service";
import { type LocationReaderServices, selectReadersOfOwnLocations } from "#modules/location-readers/index";
import { requireDriver, listOwnLocations } from "./own-locations.service";
import { listLocations, reportLocations } from "./location.service";

export function createLocationRoutes({ db, clock, live, locationReaders }: Services & LocationReaderServices) {
  const announcer = new LocationAnnouncer(db.system, (news) => live.publishLocation(news));
  const ingest = new LocationIngester({ rows: db.system, clock, onMoved: announcer.tell });
  return implementOperations(locationOperations, {
    getLocations: ({ tx, scope, principal, now }) => {
      locationReaders.note({ principal, purpose: "MAP", shown: { scope } });
      return listLocations(tx, scope, now);
    },
    updateLocation: unmanagedHandler(({ principal, scope, now, body }) =>
      reportLocations({ db, ingest }, { principal, scope, now }, body.locations),
    ),
    getOwnLocations: (call) => listOwnLocations(call.tx, requireDriver(call, "getOwnLocations"), call.query),
    getOwnLocationReaders: (call) => selectReadersOfOwnLocations(call.tx, requireDriver(call, "getOwnLocationReaders")),
  });
}
