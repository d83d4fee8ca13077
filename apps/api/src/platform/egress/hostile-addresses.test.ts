import type { LookupAddress } from "node:dns";
import { request } from "node:https";
import { isIP, type LookupFunction, Socket, type TcpSocketConnectOpts } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EgressClient, EgressError } from "./egress";
import type { HostNameLookup } from "./name-lookup";
import { isPublicAddress } from "./public-address";

/** Catches connections that this process would open: none leaves the machine, and their targets are recorded. */
function interceptConnections() {
  const opened: (readonly string[])[] = [];
  const spy = vi.spyOn(Socket.prototype, "connect").mockImplementation(function (this: Socket, ...given: unknown[]) {
    // Node itself normalises the arguments into one list before it gets here.
    const [options] = given.flat() as [TcpSocketConnectOpts];
    options.lookup?.(options.host ?? "", { all: true }, (_error, found) => {
      opened.push((found as LookupAddress[]).map(({ address }) => address));
    });
    setImmediate(() => this.destroy(new Error("kept in")));
    return this;
  });
  return { opened, stop: () => spy.mockRestore() };
}

const egressReasonOf = (sending: Promise<unknown>) =>
  sending.then(
    (answer) => answer,
    (error: unknown) => (error instanceof EgressError ? error.reason : error),
  );

/** Host names of an attacker, with the addresses to which they resolve. */
const HOSTILE_NAMES: Readonly<Record<string, readonly string[]>> = {
  "loopback.attacker.example": ["127.0.0.1"],
  "loopback6.attacker.example": ["::1"],
  "metadata.attacker.example": ["169.254.169.254"],
  "private.attacker.example": ["10.0.0.5"],
  "mapped.attacker.example": ["::ffff:127.0.0.1"],
  "nat64.attacker.example": ["64:ff9b::7f00:1"],
  "one-of-two.attacker.example": ["93.184.216.34", "127.0.0.1"],
  "second-family.attacker.example": ["93.184.216.34", "fd00::1"],
  "nowhere.attacker.example": [],
  "hooks.example.com": ["93.184.216.34"],
};
const lookUpHostileName: HostNameLookup = async (name) => HOSTILE_NAMES[name] ?? [];

const hostileUrls = (port: number) => [
  `https://127.0.0.1:${port}/`,
  `https://127.1:${port}/`,
  `https://2130706433:${port}/`,
  `https://0x7f000001:${port}/`,
  `https://0177.0.0.1:${port}/`,
  `https://１２７.0.0.1:${port}/`,
  `https://127。0。0。1:${port}/`,
  `https://0.0.0.0:${port}/`,
  `https://[::1]:${port}/`,
  `https://[::]:${port}/`,
  `https://[::127.0.0.1]:${port}/`,
  `https://[::ffff:127.0.0.1]:${port}/`,
  `https://[64:ff9b::7f00:1]:${port}/`,
  `https://[2002:7f00:1::]:${port}/`,
  `https://localhost:${port}/`,
  `https://localhost.:${port}/`,
  `https://hooks.localhost:${port}/`,
  `https://database:${port}/`,
  `https://169.254.169.254:${port}/latest/meta-data/`,
  `https://[fd00:ec2::254]:${port}/latest/meta-data/`,
  `https://metadata.google.internal:${port}/`,
  `https://100.64.0.1:${port}/`,
  `http://93.184.216.34:${port}/`,
  `https://93.184.216.34:22/`,
  `https://user:word@hooks.example.com:${port}/`,
  `https://hooks.example.com@127.0.0.1:${port}/`,
  `ftp://hooks.example.com:${port}/`,
  `file:///etc/passwd`,
  `gopher://127.0.0.1:${port}/`,
  "not an address",
  ...Object.keys(HOSTILE_NAMES)
    .filter((name) => name.endsWith(".attacker.example") && name !== "nowhere.attacker.example")
    .map((name) => `https://${name}:${port}/`),
];

describe("address that a tenant names", () => {
  const port = 8443;
  let trap: ReturnType<typeof interceptConnections>;
  beforeEach(() => {
    trap = interceptConnections();
  });
  afterEach(() => trap.stop());

  it("the egress client refuses an address outside the public Internet, and never calls it", async () => {
    const egress = new EgressClient({ allow: [], lookUp: lookUpHostileName });
    const urls = hostileUrls(port);
    expect(urls.length).toBeGreaterThanOrEqual(25);
    for (const url of urls) {
      await expect(egress.check(url)).rejects.toMatchObject({ code: "CALLBACK_URL_NOT_ALLOWED" });
      expect([url, await egressReasonOf(egress.send({ url, method: "POST", body: "{}" }))]).toEqual([
        url,
        "ADDRESS_NOT_ALLOWED",
      ]);
    }
    expect(trap.opened).toEqual([]);
  });

  it.each(["https://93.184.216.34:8443/", "https://[2a00:1450::1]/", "https://hooks.example.com/"])(
    "the egress client refuses %s when this machine itself has that address",
    async (url) => {
      const ownAddresses = () => ["127.0.0.1", "2a00:1450:0:0:0:0:0:1", "93.184.216.34", "fe80::1%eth0"];
      const egress = new EgressClient({ allow: [], lookUp: lookUpHostileName, ownAddresses });
      await expect(egress.check(url)).rejects.toMatchObject({ code: "CALLBACK_URL_NOT_ALLOWED" });
      expect(await egressReasonOf(egress.send({ url, method: "POST" }))).toBe("ADDRESS_NOT_ALLOWED");
      expect(trap.opened).toEqual([]);
    },
  );

  it("the egress client refuses an address whose name resolves to an internal address since it was saved", async () => {
    const answers = [["93.184.216.34"], ["127.0.0.1"], ["93.184.216.34", "::1"]];
    const egress = new EgressClient({ allow: [], lookUp: async () => answers.shift() ?? [] });
    const url = `https://rebinding.attacker.example:${port}/`;
    await egress.check(url);
    expect(await egressReasonOf(egress.send({ url, method: "POST" }))).toBe("ADDRESS_NOT_ALLOWED");
    expect(await egressReasonOf(egress.send({ url, method: "POST" }))).toBe("ADDRESS_NOT_ALLOWED");
    expect(trap.opened).toEqual([]);
  });

  it("the egress client resolves a name once per attempt, and connects to the address that was checked", async () => {
    let asked = 0;
    const rebinding: HostNameLookup = async () =>
      ++asked === 1 ? ["93.184.216.34", "2606:4700::1111"] : ["127.0.0.1"];
    const egress = new EgressClient({ allow: [], lookUp: rebinding });
    await egressReasonOf(egress.send({ url: `https://rebinding.attacker.example:${port}/`, method: "POST" }));
    expect(asked).toBe(1);
    expect(trap.opened).toEqual([["93.184.216.34", "2606:4700::1111"]]);
  });

  it("the egress client accepts an address whose name does not exist yet, and does not call it", async () => {
    const egress = new EgressClient({ allow: [], lookUp: lookUpHostileName });
    const url = `https://nowhere.attacker.example:${port}/`;
    await egress.check(url);
    expect(await egressReasonOf(egress.send({ url, method: "POST" }))).toBe("NAME_NOT_FOUND");
    expect(trap.opened).toEqual([]);
  });

  it("the egress client accepts an address whose name servers do not respond, and does not call it", async () => {
    const egress = new EgressClient({ allow: [], lookUp: () => new Promise(() => undefined) });
    await egress.check("https://hooks.example.com/");
    const sending = egress.send({ url: "https://hooks.example.com/", method: "POST", timeoutMs: 50 });
    expect(await egressReasonOf(sending)).toBe("TIMEOUT");
    expect(trap.opened).toEqual([]);
  });
});

/** Deliberately weak checks: each says whether an address may be called, and which address is connected to. */
const weakAddressChecks: Readonly<
  Record<string, { mayBeCalled: (url: string) => Promise<boolean>; lookUp: HostNameLookup }>
> = {
  "looks at the text of an address alone": {
    mayBeCalled: async (url) => !/\/\/(localhost|127\.0|10\.|192\.168\.|169\.254\.|\[::1\])/.test(url),
    lookUp: async (name) => HOSTILE_NAMES[name] ?? [name],
  },
  "looks at the first address of a name alone": {
    mayBeCalled: (url) =>
      allowsAddress(
        new EgressClient({ allow: [], lookUp: async (name) => (HOSTILE_NAMES[name] ?? []).slice(0, 1) }),
        url,
      ),
    lookUp: async (name) => HOSTILE_NAMES[name] ?? [],
  },
  "asks for the name again when it connects": {
    mayBeCalled: (url) => allowsAddress(new EgressClient({ allow: [], lookUp: async () => ["93.184.216.34"] }), url),
    lookUp: async (name) => HOSTILE_NAMES[name] ?? [],
  },
};
const allowsAddress = (egress: EgressClient, url: string) =>
  egress.check(url).then(
    () => true,
    () => false,
  );

it.each(Object.entries(weakAddressChecks))(
  "an address check that %s reaches an internal server, and the test detects it",
  async (_what, { mayBeCalled, lookUp: ask }) => {
    const trap = interceptConnections();
    for (const url of hostileUrls(8443)) {
      if (!URL.canParse(url) || new URL(url).protocol !== "https:" || !(await mayBeCalled(url))) continue;
      const lookup: LookupFunction = (name, _options, callback) =>
        void ask(name, AbortSignal.timeout(100)).then((found) =>
          callback(
            null,
            found.map((address) => ({ address, family: isIP(address) })),
          ),
        );
      await new Promise((resolve) => request(url, { lookup }).on("error", resolve).end());
    }
    trap.stop();
    expect(trap.opened.flat().filter((address) => !isPublicAddress(address))).not.toEqual([]);
  },
);
