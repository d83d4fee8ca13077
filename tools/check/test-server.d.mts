export interface TestServer {
  /** Address of the server, as a superuser. */
  readonly url: string;
  /** Version as the server reports it. */
  readonly version: string;
  /** Folder that holds all its files. */
  readonly home: string;
  stop(): Promise<void>;
}
export function startTestServer(): Promise<TestServer | undefined>;
