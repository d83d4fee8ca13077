import type { EventPayload } from "@leitstand/contract/board/events";
import { phoneScenes } from "../runner/phone-scenes";
import { act, actAs, as, ask, type Stage } from "../runner/scenes";
import { productNow } from "../runner/product-clock";

/** What the home page shows: an order, its answer, and what everybody hears of it until it is loaded. */
export interface RecordedDay {
  readonly request: object;
  readonly answer: { readonly id: string; readonly natural_id: string };
  readonly events: readonly RecordedEvent[];
}
export interface RecordedEvent {
  readonly at: string;
  readonly type: string;
  readonly text: string;
  /** Of the case on its tour, or before there is one of the case; null where nothing is said of it. */
  readonly state: string | null;
}

const order = {
  approved: true,
  data_type: "FUNERAL",
  funeral_data: {
    cargo_type: "PERSON",
    transport_type: "Transportauftrag",
    cargo_deceased: { first_name: "Maria", last_name: "Muster", date_of_death: "2026-03-01" },
    source_address: { name: "Landeskrankenhaus" },
    target_address: { name: "Zentralfriedhof" },
  },
};
const MINUTE = 60_000;

/**
 * A short day of a funeral company. A phone says itself when something was done, and may be some minutes ahead: that is
 * how a crew can drive for two minutes here without anybody waiting for it.
 */
export async function recordDay(stage: Stage): Promise<RecordedDay> {
  const { DEVICE_TOKEN = "", TOUR_ID: tour_id, VEHICLE_ID } = await phoneScenes.phoneOnTour(stage);
  const { cursor } = await ask<{ cursor: string }>(`${stage.base}/dashboard`, as(stage.serviceToken));
  const begun = productNow().getTime();
  const after = (minutes: number) => new Date(begun + minutes * MINUTE).toISOString();
  const answer = await ask<Answer>(`${stage.base}/cases`, as(stage.serviceToken, order));
  await act(stage, answer.id, { action: "ASSIGN", tour_id });
  // Positions are told once to whoever listens then: what was open too late never hears them.
  const stream = await openStream(stage, cursor);
  const phone = { base: stage.base, token: DEVICE_TOKEN };
  const tell = (action: object) => actAs(phone, answer.id, { ...action, tour_id });
  await tell({ action: "ACCEPT", occurred_at: after(1) });
  await tell({ action: "START", occurred_at: after(2) });
  const position = { lat: 47.0811, lon: 15.4662, time: after(3) };
  await ask(`${stage.base}/location`, { ...as(DEVICE_TOKEN, { locations: [position] }), method: "PUT" });
  const todos = answer.todos.pickup.map(({ id }) => id);
  const payload = { identity_confirmed: true, belongings_confirmed: true, todos };
  await tell({ action: "LOAD", occurred_at: after(4), payload });
  const heard = await listen(stream, { case_id: answer.id, vehicle_id: VEHICLE_ID, until: "LOAD" });
  return {
    request: order,
    answer: { id: answer.id, natural_id: answer.natural_id },
    events: heard.map((message) => told(message, begun)).toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at))),
  };
}

interface Answer {
  readonly id: string;
  readonly natural_id: string;
  readonly todos: { readonly pickup: readonly { readonly id: string }[] };
}
interface Message {
  readonly type: string;
  readonly data: Partial<EventPayload<"case update"> & EventPayload<"case action"> & EventPayload<"location update">>;
}
interface Watch {
  readonly case_id: string;
  readonly vehicle_id: string | undefined;
  /** The last action; positions come when they come. */
  readonly until: string;
}

interface OpenStream {
  readonly body: ReadableStream<BufferSource>;
  readonly stop: AbortController;
}

async function openStream(stage: Stage, cursor: string): Promise<OpenStream> {
  const stop = new AbortController();
  const { body } = await fetch(`${stage.base}/dashboard`, {
    headers: {
      authorization: `Bearer ${stage.serviceToken}`,
      accept: "text/event-stream",
      "last-event-id": cursor,
    },
    signal: stop.signal,
  });
  return { body: body as ReadableStream<BufferSource>, stop };
}

/** All that the stream says of the case and of the vehicle, from its cursor on. */
async function listen({ body, stop }: OpenStream, { case_id, vehicle_id, until }: Watch): Promise<Message[]> {
  const heard: Message[] = [];
  let text = "";
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    const end = text.lastIndexOf("\n\n") + 1;
    for (const [, data = ""] of text.slice(0, end).matchAll(/^data: (.*)$/gm)) {
      const message = JSON.parse(data) as Message;
      if (message.data.case_id === case_id || message.data.vehicle_id === vehicle_id) heard.push(message);
    }
    text = text.slice(end);
    const types = heard.map(({ type, data }) => data.action ?? type);
    if (types.includes(until) && types.includes("location update")) break;
  }
  stop.abort();
  return heard;
}

/** A message in the words of the home page, at the time that it tells. */
function told({ type, data }: Message, begun: number): RecordedEvent {
  const at = data.occurred_at ?? data.fixed_at ?? new Date(begun).toISOString();
  const state = data.tour_case_states?.[0]?.state ?? data.state ?? null;
  if (type === "location update") return { at, type, text: `the vehicle at ${data.lat}, ${data.lon}`, state };
  if (type === "case update") return { at, type, text: `${data.natural_id} ${data.change}`, state };
  return { at, type, text: `${data.action} by ${data.actor_kind === "V" ? "the crew" : "the dispatcher"}`, state };
}
