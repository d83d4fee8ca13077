import { locationOperations } from "@leitstand/contract/fleet/location";
import { implementOperations, defineRawConnectionHandler, type SharedServices } from "#platform/http/handler";
import { LocationIngester } from "./location-ingest.service";
import { LocationAnnouncer } from "./location-announcer.service";
import { type LocationReaderServices, listOwnLocationReaders } from "#modules/location-readers/index";
import { requireDriverUserId, listOwnLocations } from "./own-locations.service";
import { listVehicleLocations, storeReportedLocations } from "./location.service";

export function createLocationRoutes({ db, clock, live, locationReaders }: SharedServices & LocationReaderServices) {
  const announcer = new LocationAnnouncer(db.system, (news) => live.publishLocation(news));
  const ingest = new LocationIngester({ rows: db.system, clock, onMoved: announcer.tell });
  return implementOperations(locationOperations, {
    getLocations: ({ tx, scope, principal, now }) => {
      locationReaders.note({ principal, purpose: "MAP", shown: { scope } });
      return listVehicleLocations(tx, scope, now);
    },
    updateLocation: defineRawConnectionHandler(({ principal, scope, now, body }) =>
      storeReportedLocations({ db, ingest }, { principal, scope, now }, body.locations),
    ),
    getOwnLocations: (call) => listOwnLocations(call.tx, requireDriverUserId(call, "getOwnLocations"), call.query),
    getOwnLocationReaders: (call) =>
      listOwnLocationReaders(call.tx, requireDriverUserId(call, "getOwnLocationReaders"), call.query),
  });
}
