/** Thread that finds addresses; `startAddressesThread` names the messages that are exchanged with it. */
import { forwardGeocode, geocodeStructured } from "@leitstand/geocoder/search/forward";
import { readGeocodingIndex } from "@leitstand/geocoder/index/index-bytes";
import type { StructuredQuery } from "@leitstand/geocoder/text/reading";
import { reverseGeocode } from "@leitstand/geocoder/search/reverse";
import { answerThreadQuestions } from "#platform/threads/thread-answers";
import type { AddressesThreadMessages, AddressSearch } from "./geo-threads.service";
import { loadBuiltInAddressIndex } from "./home-places.service";

await answerThreadQuestions(async (bytes: ArrayBuffer | undefined) => {
  const index = bytes ? readGeocodingIndex(new Uint8Array(bytes)) : loadBuiltInAddressIndex();
  return {
    forward: ({ query, ...options }: AddressSearch<string>) => forwardGeocode(index, query, options),
    structured: ({ query, ...options }: AddressSearch<StructuredQuery>) => geocodeStructured(index, query, options),
    reverse: ({ at, limit }: AddressesThreadMessages["reverse"]["question"]) => reverseGeocode(index, at, { limit }),
  };
});
