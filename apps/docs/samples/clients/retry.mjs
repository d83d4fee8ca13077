const { BASE, TOKEN, CASE_ID } = process.env;

/** Repeats what may be repeated: the key makes sure that a write is done once, however often it is sent. */
async function ask(method, path, body) {
  const headers = {
    Authorization: `Bearer ${TOKEN}`,
    "Content-Type": "application/json",
    ...(method !== "GET" && { "Idempotency-Key": `"${crypto.randomUUID()}"` }),
  };
  for (let attempt = 1; ; attempt++) {
    const signal = AbortSignal.timeout(30_000);
    const answer = await fetch(BASE + path, { method, headers, body: JSON.stringify(body), signal }).catch(() => null);
    // The connection may also break within the answer.
    const text = await answer?.text().catch(() => undefined);
    if (answer?.ok && text !== undefined) return text === "" ? undefined : JSON.parse(text);
    const isInProgress = answer?.status === 409 && text?.includes("IDEMPOTENCY_REQUEST_IN_PROGRESS");
    const isRefused = answer?.status >= 400 && answer.status < 500 && ![408, 429].includes(answer.status);
    if ((isRefused && !isInProgress) || attempt === 5) throw new Error(text ?? "No answer");
    const asked = Number(answer?.headers.get("retry-after")) * 1000;
    const waitMs = (asked || 250 * 2 ** attempt) + 250 * Math.random();
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

const { text } = await ask("POST", `/cases/${CASE_ID}/comment`, { text: "The family will be there" });
console.log(text);
