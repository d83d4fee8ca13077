import { ApiProblem } from "@leitstand/client/problem";
import { expect, it } from "vitest";
import { readSimulationOptions, WrongSimulationOptionError } from "./options";
import { unreachableServerSentence } from "./unreachable-server";

const cases = "--cases must be a whole number from 1 to 20000.";
const seed = "--seed must be a whole number from 0 to 2147483648.";
const url = "--url must be an address such as http://127.0.0.1:8080.";

it.each([
  [["--cases", "0"], cases],
  [["--cases", "20001"], cases],
  [["--cases", "1.5"], cases],
  [["--speed", "0"], "--speed must be a whole number from 1 to 20000."],
  [["--hours", "25"], "--hours must be a whole number from 1 to 24."],
  [["--nodes", " "], "--nodes must be a whole number from 1 to 8."],
  [["--seed", "abc"], seed],
  [["--seed", ""], seed],
  [["--url", ""], url],
  [["--url", "localhost:8080"], url],
  [["--url", "ftp://localhost"], url],
  [["--url", "http://"], url],
  [["--url", "http:///driver"], url],
  [["--url", "http://localhost:99999"], url],
  [["--kill", "--url", "http://localhost:8080"], "--kill needs nodes of our own, not --url."],
])("npm run simulate refuses %j with one sentence", (args, sentence) => {
  expect(() => readSimulationOptions(args)).toThrow(new WrongSimulationOptionError(sentence));
});

it("npm run simulate takes the address of a server with and without a slash at its end, and a seed of 0", () => {
  for (const address of ["http://localhost:8080", "https://leitstand.example/"])
    expect(readSimulationOptions(["--url", address, "--seed", "0"])).toMatchObject({
      url: address.replace(/\/$/, ""),
      seed: 0,
    });
});

it("a server that cannot be reached or ends is told apart from faults of the simulation", () => {
  const problem = (status: number, message: string) =>
    new ApiProblem({ status, code: "UNREACHABLE", title: "Not reachable", message, args: [], traceId: undefined });
  const address = "http://localhost:8080";
  const sentence = (error: unknown) => unreachableServerSentence(error, [address]);
  const unreachable = `${address} cannot be reached, or has ended meanwhile`;
  expect(sentence(problem(0, "other side closed"))).toBe(`${unreachable}: other side closed.`);
  expect(sentence(problem(0, ""))).toBe(`${unreachable}.`);
  expect(sentence(problem(502, "Unexpected token"))).toBe(`${unreachable}: it answered with status 502.`);
  const refused = new AggregateError([], "");
  expect(sentence(new TypeError("fetch failed", { cause: refused }))).toBe(`${unreachable}.`);
  expect(sentence(new TypeError("terminated", { cause: new Error("other side closed") }))).toBe(
    `${unreachable}: other side closed.`,
  );
  expect(sentence(new TypeError("x is not a function"))).toBeUndefined();
  expect(sentence(new Error("No crew could begin its tour."))).toBeUndefined();
});
