import { isIP } from "node:net";
import { problem } from "../problem";
import { type AllowedHost, stripIpv6Brackets } from "./allowed-hosts";
import { lookUpHostLocally, lookUpHostAtNameServers, type HostNameLookup } from "./name-lookup";
import { listOwnNetworkAddresses } from "./own-addresses";
import { isAddressAmong, isPublicAddress } from "./public-address";
import {
  type EgressDestination,
  type EgressAnswer,
  type EgressRequest,
  sendSingleEgressRequest,
} from "./single-request";

/** Reason why a request had no answer. */
export type EgressFailureReason = "ADDRESS_NOT_ALLOWED" | "NAME_NOT_FOUND" | "TIMEOUT" | "CONNECTION_FAILED";

export class EgressError extends Error {
  constructor(
    readonly reason: EgressFailureReason,
    /** Cause as the system names it, such as `ECONNREFUSED`; never a part of the answer. */
    detail = "",
  ) {
    super(detail === "" ? reason : `${reason}: ${detail}`);
  }
}

export interface EgressOptions {
  /** Hosts outside the Internet that the operator has opened. */
  readonly allow: readonly AllowedHost[];
  /** Looks up every name; tests replace it. */
  readonly lookUp?: HostNameLookup;
  /** Lists this machine's addresses, for each check; tests replace it. */
  readonly ownAddresses?: () => readonly string[];
  /** Certificate authorities trusted besides the usual ones. */
  readonly ca?: string;
  /** Milliseconds for requests that set no limit of their own. */
  readonly timeoutMs?: number;
}

const REQUEST_TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 16_384;
/** Longest time a user who saves an address waits for its name to be looked up; each attempt looks it up again. */
const NAME_CHECK_TIMEOUT_MS = 500;
const ALLOWED_PORTS = [443, 8443];
/** Names that are never hosts of the Internet: RFC 6761, 6762, 8375, 9476. */
const INTERNAL_NAME_PATTERN = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa|test|invalid)\.?$/;

/**
 * The only client for addresses that tenants name. Only https on 443 and 8443, only to hosts of the Internet and never
 * to this machine, by whatever address: every address of the name is checked, and the connection goes to a checked one,
 * so that a name cannot lead elsewhere in between. Each request looks the name up and connects for itself; no redirect
 * is followed. Hosts that the operator opens by EGRESS_ALLOW may be anywhere and speak plain http.
 */
export class EgressClient {
  constructor(private readonly options: EgressOptions) {}

  /**
   * Throws CALLBACK_URL_NOT_ALLOWED for an address that can never be called, and for names that lead inside at present.
   */
  async check(url: string): Promise<void> {
    try {
      await this.findDestination(url, AbortSignal.timeout(NAME_CHECK_TIMEOUT_MS));
    } catch (error) {
      // Name servers that are silent now may know the name later; nothing was called.
      if (error instanceof EgressError && error.reason !== "ADDRESS_NOT_ALLOWED") return;
      throw error instanceof EgressError ? problem("CALLBACK_URL_NOT_ALLOWED", {}) : error;
    }
  }

  /** Whether the operator has opened the address by EGRESS_ALLOW. */
  opens(text: string): boolean {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return url !== undefined && this.isOpened(url, stripIpv6Brackets(url.hostname));
  }

  /** Sends a request; throws EgressError when there is no answer. */
  async send(request: EgressRequest): Promise<EgressAnswer> {
    // `AbortSignal.any` would do the same, but Node keeps something of each such signal for as long as `request.signal`.
    const ending = new AbortController();
    const { signal } = ending;
    const end = () => ending.abort();
    const timer = setTimeout(end, request.timeoutMs ?? this.options.timeoutMs ?? REQUEST_TIMEOUT_MS).unref();
    request.signal?.addEventListener("abort", end);
    try {
      if (request.signal?.aborted) throw new EgressError("TIMEOUT");
      const destination = await this.findDestination(request.url, signal);
      return await sendSingleEgressRequest(destination, {
        ...request,
        answerBytesMax: request.answerBytesMax ?? ANSWER_BYTES_MAX,
        signal,
      });
    } catch (error) {
      if (error instanceof EgressError) throw error;
      if (signal.aborted) throw new EgressError("TIMEOUT");
      const { code, message } = error as NodeJS.ErrnoException;
      throw new EgressError("CONNECTION_FAILED", code ?? message.slice(0, 100));
    } finally {
      clearTimeout(timer);
      request.signal?.removeEventListener("abort", end);
    }
  }

  private async findDestination(text: string, signal: AbortSignal): Promise<EgressDestination> {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined || url.username !== "" || url.password !== "") throw new EgressError("ADDRESS_NOT_ALLOWED");
    const host = stripIpv6Brackets(url.hostname);
    const isOpened = this.isOpened(url, host);
    if (!isOpened && !this.mayBeOutside(url, host)) throw new EgressError("ADDRESS_NOT_ALLOWED");
    const addresses = isIP(host) === 0 ? await this.lookUp(host, isOpened, signal) : [host];
    if (addresses.length === 0) throw new EgressError("NAME_NOT_FOUND");
    if (!isOpened && !addresses.every((address) => this.isOutside(address)))
      throw new EgressError("ADDRESS_NOT_ALLOWED");
    return { url, host, addresses, ca: this.options.ca };
  }

  private isOutside(address: string): boolean {
    const { ownAddresses = listOwnNetworkAddresses } = this.options;
    return isPublicAddress(address) && !isAddressAmong(address, ownAddresses());
  }

  private isOpened({ protocol, port }: URL, host: string): boolean {
    if (protocol !== "https:" && protocol !== "http:") return false;
    const number = portOfUrl(protocol, port);
    return this.options.allow.some((each) => each.host === host && (each.port ?? number) === number);
  }

  private mayBeOutside({ protocol, port }: URL, host: string): boolean {
    if (protocol !== "https:" || !ALLOWED_PORTS.includes(portOfUrl(protocol, port))) return false;
    return isIP(host) !== 0 || (host.includes(".") && !INTERNAL_NAME_PATTERN.test(host));
  }

  private async lookUp(host: string, isOpened: boolean, signal: AbortSignal): Promise<readonly string[]> {
    const ask = this.options.lookUp ?? (isOpened ? lookUpHostLocally : lookUpHostAtNameServers);
    const outOfTime = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(new EgressError("TIMEOUT")), { once: true });
    });
    try {
      return await Promise.race([ask(host, signal), outOfTime]);
    } catch (error) {
      throw error instanceof EgressError
        ? error
        : new EgressError("NAME_NOT_FOUND", (error as NodeJS.ErrnoException).code);
    }
  }
}

const portOfUrl = (protocol: string, port: string) => (port === "" ? (protocol === "https:" ? 443 : 80) : Number(port));
