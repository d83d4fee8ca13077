import { hash, verify } from "@node-rs/argon2";
import { problem } from "../problem";

/** Argon2id with the parameters of OWASP's recommendation: 19 MiB, two passes, one lane; about 15 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/**
 * Two hashes at a time keep the other cores free; more than fifty waiting means that a client tries passwords in bulk.
 */
const RUNNING_MAX = 2;
const WAITING_MAX = 50;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Hashes a password or code slowly and with a salt; the pepper keeps a stolen table of short codes from being tried
 * out. Returns PHC text.
 */
export const hashPassword = (secret: string, pepper?: string): Promise<string> =>
  inTurn(() => hash(secret, { ...COST, ...peppered(pepper) }));

/**
 * Whether the secret is the hashed one. Without a hash it takes as long and answers false, so that the time does not
 * tell.
 */
export async function verifyPassword(hashed: string | null | undefined, secret: string, pepper?: string) {
  const known = hashed ?? (await (standIn ??= hashPassword("the secret of no account")));
  const matches = await inTurn(() => verify(known, secret, peppered(pepper)));
  return matches && hashed !== null && hashed !== undefined;
}

/** Hash to compare with where no real one exists; made when first needed, at the same cost. */
let standIn: Promise<string> | undefined;

const peppered = (pepper: string | undefined) => (pepper === undefined ? {} : { secret: Buffer.from(pepper) });

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= RUNNING_MAX) {
    if (waiting.length >= WAITING_MAX) throw problem("SERVICE_UNAVAILABLE", { retry_after: 1 });
    // A finished hash hands its place over, so that `running` never counts too few.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
