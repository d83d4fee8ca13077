import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { onTestFinished } from "vitest";

/** A mail as the server received it. */
interface ReceivedMail {
  readonly mail: Email;
  /** The mail as it came over the wire. */
  readonly raw: string;
  /** Sender that the client named to the server. */
  readonly sender: string;
  /** Recipients that the client named to the server. */
  readonly recipients: readonly string[];
  readonly isEncrypted: boolean;
  /** User who signed in to the server. */
  readonly user: string | undefined;
}

/** Refusal of a mail server, with the code and the text of its answer. */
export class SmtpRefusal extends Error {
  constructor(
    readonly responseCode: number,
    text: string,
  ) {
    super(text);
  }
}

export interface TestMailServer {
  readonly port: number;
  /** Mails that were taken, the oldest first. */
  readonly received: ReceivedMail[];
  /** Number of connections so far. */
  connections(): number;
}

/** Starts a mail server on this machine that offers neither encryption nor sign-in unless told so; ends with the test. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  let connections = 0;
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username ?? "" }),
    onConnect: (_session, done) => {
      connections++;
      done();
    },
    onData: (stream, session, done) => {
      void buffer(stream).then(async (bytes) => {
        received.push({
          mail: await PostalMime.parse(bytes),
          raw: bytes.toString("utf8"),
          sender: session.envelope.mailFrom ? session.envelope.mailFrom.address : "",
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          isEncrypted: session.secure,
          user: typeof session.user === "string" ? session.user : undefined,
        });
        done();
      });
    },
    // Connections that a client gave up are the subject of some tests.
    closeTimeout: 1,
    ...options,
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { port: (server.server.address() as AddressInfo).port, received, connections: () => connections };
}
