import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { isLocalRequest, isLocalHostName } from "./this-machine";

const localRequest = (headers: IncomingHttpHeaders, remoteAddress: string | undefined = "127.0.0.1", url = "/") =>
  ({ headers, socket: { remoteAddress }, url }) as unknown as IncomingMessage;

describe("this machine", () => {
  it.each(["localhost", "LocalHost", "desk.localhost", "127.0.0.1", "127.8.9.10", "::1", "[::1]"])(
    "%s is an address of this machine",
    (name) => {
      expect(isLocalHostName(name)).toBe(true);
    },
  );

  it.each([
    "",
    "0.0.0.0",
    "desk.example.com",
    "localhost.example.com",
    "localhost.",
    "notlocalhost",
    "127.0.0.1.nip.io",
    "127.evil.example",
    "127.1",
    "::",
    "192.168.0.5",
  ])("%j is not an address of this machine", (name) => {
    expect(isLocalHostName(name)).toBe(false);
  });

  it.each(["localhost", "localhost:8080", "127.0.0.1:65535", "[::1]:8080", "a.b.localhost:80"])(
    "a request with Host %s counts as local",
    (host) => {
      expect(isLocalRequest(localRequest({ host }))).toBe(true);
    },
  );

  it.each(["rebound.example:8080", "localhost@evil.example", "localhost:8080.evil.example", "localhost:", "[::1", ""])(
    "a request with Host %j does not count as local",
    (host) => {
      expect(isLocalRequest(localRequest({ host }))).toBe(false);
    },
  );

  it.each([
    ["http://localhost:8080/outbox", true],
    ["HTTP://127.0.0.1/", true],
    ["http://rebound.example/outbox", false],
    ["http://localhost@rebound.example/", false],
    ["rebound.example:443", false],
    ["*", true],
  ])("a request whose target names a host is judged by that host, whatever the Host header is: %s", (url, isMeant) => {
    expect(isLocalRequest(localRequest({ host: "localhost" }, "127.0.0.1", url))).toBe(isMeant);
  });

  it("a request without a Host header does not count as local", () => {
    expect(isLocalRequest(localRequest({}))).toBe(false);
  });

  it.each(["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "x-client-ip"])(
    "a request that a proxy passes on with %s does not count as local, whatever Host it names",
    (header) => {
      expect(isLocalRequest(localRequest({ host: "localhost:8080", [header]: "127.0.0.1" }))).toBe(false);
    },
  );

  it.each([
    ["::1", true],
    ["::ffff:127.0.0.1", true],
    ["172.17.0.1", true],
    ["fe80::1%eth0", true],
    ["8.8.8.8", false],
    ["172.32.0.1", false],
    ["::ffff:203.0.113.9", false],
    ["2001:db8::1", false],
  ])("a request from %s counts as local: %s", (address, answered) => {
    expect(isLocalRequest(localRequest({ host: "localhost" }, address))).toBe(answered);
  });
});
