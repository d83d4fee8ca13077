import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { startApi } from "../../testing/start-api";
import { localReceiverTestOptions, checkReceiverVerifiesSignatures } from "./documented-receivers-testkit";

const api = startApi(localReceiverTestOptions);
const documentedReceivers = [
  { name: "Python", file: "receiver.py", program: "python3", args: (path: string) => [path] },
  {
    name: "PHP",
    file: "receiver.php",
    program: "php",
    args: (path: string, port: number) => ["-S", `127.0.0.1:${port}`, path],
  },
];
const isProgramInstalled = (program: string) => spawnSync(program, ["--version"]).status === 0;

it.for(documentedReceivers)(
  "the sample receiver of the documentation in $name accepts the deliveries of the product, once, and nothing else",
  async (language, { skip }) => {
    skip(!isProgramInstalled(language.program), `${language.name} is not installed`);
    await expect(checkReceiverVerifiesSignatures(api, language)).resolves.toBeUndefined();
  },
);
