import { Transformer } from "@napi-rs/image";
import { readFile, writeFile } from "node:fs/promises";
import { createAssetRoutes } from "#modules/assets/assets.routes";
import { FileInspector } from "#modules/assets/index";
import { detectFileType } from "#modules/assets/file-type";
import { reencodedPicturePath } from "#modules/assets/inspection";
import { createApp } from "../../app";
import { createRoutes } from "../../routes";
import { connectTestDatabase, testNodeOptions } from "../start-node";

/** Mutant: a server that inspects files itself, in its only thread and in its own memory. */
class UncheckedInspection extends FileInspector {
  override async inspect(_tenantId: string, path: string) {
    const bytes = await readFile(path);
    const mime_type = detectFileType(bytes) ?? "application/pdf";
    const common = { mime_type, path, size_bytes: bytes.length, sha256: "", width: null, height: null };
    if (mime_type === "application/pdf") {
      bytes
        .toString("latin1")
        .replaceAll(/#([0-9A-Fa-f]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
      return common;
    }
    await writeFile(reencodedPicturePath(path), await new Transformer(bytes).rotate().png());
    return { ...common, path: reencodedPicturePath(path) };
  }
}

const [url = "", dataDir = ""] = process.argv.slice(2);
const carelessDatabase = connectTestDatabase(url, 8);
const { server } = await createApp({
  ...testNodeOptions(carelessDatabase),
  dataDir,
  routes: (services) => {
    const own = createAssetRoutes(services, new UncheckedInspection({ onEnd: (error) => console.error(error) }));
    const ids = new Set(own.map(({ operation }) => operation.id));
    return [...createRoutes(services).filter(({ operation }) => !ids.has(operation.id)), ...own];
  },
});
process.send?.({ address: await server.listen({ host: "127.0.0.1", port: 0 }) });
