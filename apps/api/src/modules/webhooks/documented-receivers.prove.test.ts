import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { startApi } from "../../testing/start-api";
import { onThisMachine, takesOnlyOurs } from "./documented-receivers-testkit";

const api = startApi(onThisMachine);
const languages = [
  { name: "Python", file: "receiver.py", program: "python3", args: (path: string) => [path] },
  {
    name: "PHP",
    file: "receiver.php",
    program: "php",
    args: (path: string, port: number) => ["-S", `127.0.0.1:${port}`, path],
  },
];
const isThere = (program: string) => spawnSync(program, ["--version"]).status === 0;

it.for(languages)(
  "the receiver of the documentation in $name accepts the product's deliveries, once, and nothing else",
  async (language, { skip }) => {
    skip(!isThere(language.program), `${language.name} is not installed`);
    await expect(takesOnlyOurs(api, language)).resolves.toBeUndefined();
  },
);
