/** Thread that finds addresses; `startGeocodingThread` names the messages that are exchanged with it. */
import { forwardGeocode, geocodeStructuredQuery } from "@leitstand/geocoder/search/forward";
import { decodeGeocodingIndex } from "@leitstand/geocoder/index/index-bytes";
import type { StructuredAddressQuery } from "@leitstand/geocoder/text/reading";
import { reverseGeocode } from "@leitstand/geocoder/search/reverse";
import { answerThreadQuestions } from "#platform/threads/thread-answers";
import type { GeocodingThreadMessages, AddressSearch } from "./geo-threads.service";
import { loadBuiltInAddressIndex } from "./home-places.service";

await answerThreadQuestions(async (bytes: ArrayBuffer | undefined) => {
  const index = bytes ? decodeGeocodingIndex(new Uint8Array(bytes)) : loadBuiltInAddressIndex();
  return {
    forward: ({ query, ...options }: AddressSearch<string>) => forwardGeocode(index, query, options),
    structured: ({ query, ...options }: AddressSearch<StructuredAddressQuery>) =>
      geocodeStructuredQuery(index, query, options),
    reverse: ({ at, limit }: GeocodingThreadMessages["reverse"]["question"]) => reverseGeocode(index, at, { limit }),
  };
});
