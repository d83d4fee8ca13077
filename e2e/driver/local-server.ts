import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { testClock } from "../../apps/api/src/testing/test-clock";

/** Server on this machine alone, for as long as a test needs it. */
export abstract class LocalServer {
  private readonly server = createServer((request, response) => {
    // Time of the tests, as the product sends it: Node would send the machine's, and phones set their clocks by it.
    response.setHeader("date", testClock.now().toUTCString());
    void this.take(request, response);
  });

  protected abstract take(request: IncomingMessage, response: ServerResponse): unknown;

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => void this.server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  get url(): string {
    const address = this.server.address();
    return typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : "";
  }

  close() {
    this.server.closeAllConnections();
    return new Promise<void>((resolve) => void this.server.close(() => resolve()));
  }
}
