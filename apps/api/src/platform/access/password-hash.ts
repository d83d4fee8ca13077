import { hash, verify } from "@node-rs/argon2";
import { problem } from "../problem";

/** Argon2id with the parameters of OWASP's recommendation: 19 MiB, two passes, one lane; about 15 ms of one core. */
const ARGON2_PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/**
 * Two hashes at a time keep the other cores free; more than fifty waiting means that a client tries passwords in bulk.
 */
const PARALLEL_HASHES_MAX = 2;
const QUEUED_HASHES_MAX = 50;

let runningHashes = 0;
const queuedHashes: (() => void)[] = [];

/**
 * Hashes a password or code slowly and with a salt; the pepper keeps a stolen table of short codes from being tried
 * out. Returns PHC text.
 */
export const hashPassword = (secret: string, pepper?: string): Promise<string> =>
  runInHashQueue(() => hash(secret, { ...ARGON2_PARAMETERS, ...pepperOption(pepper) }));

/**
 * Whether the secret is the hashed one. Without a hash it takes as long and answers false, so that the time does not
 * tell.
 */
export async function verifyPassword(hashed: string | null | undefined, secret: string, pepper?: string) {
  const known = hashed ?? (await (dummyHash ??= hashPassword("the secret of no account")));
  const matches = await runInHashQueue(() => verify(known, secret, pepperOption(pepper)));
  return matches && hashed !== null && hashed !== undefined;
}

/** Hash to compare with where no real one exists; made when first needed, at the same cost. */
let dummyHash: Promise<string> | undefined;

const pepperOption = (pepper: string | undefined) => (pepper === undefined ? {} : { secret: Buffer.from(pepper) });

async function runInHashQueue<T>(work: () => Promise<T>): Promise<T> {
  if (runningHashes >= PARALLEL_HASHES_MAX) {
    if (queuedHashes.length >= QUEUED_HASHES_MAX) throw problem("SERVICE_UNAVAILABLE", { retry_after: 1 });
    // A finished hash hands its place over, so that `running` never counts too few.
    await new Promise<void>((resolve) => queuedHashes.push(resolve));
  } else runningHashes++;
  try {
    return await work();
  } finally {
    const next = queuedHashes.shift();
    if (next) next();
    else runningHashes--;
  }
}
