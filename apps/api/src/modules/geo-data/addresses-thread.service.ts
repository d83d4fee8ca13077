/** Thread that finds addresses; `startAddressesThread` names the messages that are exchanged with it. */
import { searchForward, searchStructured } from "@leitstand/geocoder/search/forward";
import { readIndex } from "@leitstand/geocoder/index/index-bytes";
import type { StructuredQuery } from "@leitstand/geocoder/text/reading";
import { searchReverse } from "@leitstand/geocoder/search/reverse";
import { answerThreadQuestions } from "#platform/threads/thread-answers";
import type { AddressesThreadMessages, AddressSearch } from "./geo-threads.service";
import { loadBuiltInAddressIndex } from "./home-places.service";

await answerThreadQuestions(async (bytes: ArrayBuffer | undefined) => {
  const index = bytes ? readIndex(new Uint8Array(bytes)) : loadBuiltInAddressIndex();
  return {
    forward: ({ query, ...options }: AddressSearch<string>) => searchForward(index, query, options),
    structured: ({ query, ...options }: AddressSearch<StructuredQuery>) => searchStructured(index, query, options),
    reverse: ({ at, limit }: AddressesThreadMessages["reverse"]["question"]) => searchReverse(index, at, { limit }),
  };
});
