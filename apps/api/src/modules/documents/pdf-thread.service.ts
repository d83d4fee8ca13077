/** Thread that makes PDFs of documents by the rules of PDF/A-3b; it ends alone when a document takes too much. */
import { buffer } from "node:stream/consumers";
import { DiskFileStore } from "#platform/files/files";
import { answerThreadQuestions, AnswerWithTransferredBuffers } from "#platform/threads/thread-answers";
import type { PaperDocument } from "./document";
import { PicturePlacer } from "./pictures.service";
import { DocumentTypesetter } from "./typesetter.service";

await answerThreadQuestions(async (folder: string) => {
  const files = new DiskFileStore(folder);
  return {
    print: async (document: PaperDocument) => {
      const typesetter = new DocumentTypesetter(document, (pages) => new PicturePlacer(pages, files));
      const [bytes] = await Promise.all([buffer(typesetter.pdf), typesetter.set()]);
      const own = Uint8Array.from(bytes);
      return new AnswerWithTransferredBuffers(own, [own.buffer]);
    },
  };
});
