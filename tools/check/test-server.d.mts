export interface TestServer {
  /** The address, as a superuser. */
  readonly url: string;
  /** As the server calls itself. */
  readonly version: string;
  /** The folder that holds all of it. */
  readonly home: string;
  stop(): Promise<void>;
}
export function startTestServer(): Promise<TestServer | undefined>;
