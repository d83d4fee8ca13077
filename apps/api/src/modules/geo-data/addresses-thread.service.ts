/** Thread that finds addresses; `startAddresses` names the messages that are exchanged with it. */
import { searchForward, searchStructured } from "@leitstand/geocoder/search/forward";
import { readIndex } from "@leitstand/geocoder/index/index-bytes";
import type { StructuredQuery } from "@leitstand/geocoder/text/reading";
import { searchReverse } from "@leitstand/geocoder/search/reverse";
import { answerQuestions } from "#platform/threads/thread-answers";
import type { AddressesQuestions, SearchOf } from "./geo-threads.service";
import { homeIndex } from "./home-places.service";

await answerQuestions(async (bytes: ArrayBuffer | undefined) => {
  const index = bytes ? readIndex(new Uint8Array(bytes)) : homeIndex();
  return {
    forward: ({ query, ...options }: SearchOf<string>) => searchForward(index, query, options),
    structured: ({ query, ...options }: SearchOf<StructuredQuery>) => searchStructured(index, query, options),
    reverse: ({ at, limit }: AddressesQuestions["reverse"]["question"]) => searchReverse(index, at, { limit }),
  };
});
