import type { EventPayload } from "@leitstand/contract/board/events";
import { phoneSampleScenes } from "../runner/phone-scenes";
import {
  carryOutActionAsDispatcher,
  carryOutActionAs,
  apiRequestWithToken,
  callApi,
  type SampleSceneContext,
} from "../runner/scenes";
import { productNow } from "../runner/product-clock";

/** Recording for the home page: an order, its answer, and its events until it is loaded. */
export interface RecordedDemonstrationDay {
  readonly request: object;
  readonly answer: { readonly id: string; readonly natural_id: string };
  readonly events: readonly RecordedStreamEvent[];
}
export interface RecordedStreamEvent {
  readonly at: string;
  readonly type: string;
  readonly text: string;
  /** State of the case on its tour, or before that of the case itself; null where the event carries none. */
  readonly state: string | null;
}

const exampleOrder = {
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
const MINUTE_MS = 60_000;

/**
 * Records a short day of a funeral company. A phone sends the times of its steps, which may be some minutes ahead: so a
 * crew can drive for two minutes here without a real wait.
 */
export async function recordDemonstrationDay(stage: SampleSceneContext): Promise<RecordedDemonstrationDay> {
  const { DEVICE_TOKEN = "", TOUR_ID: tour_id, VEHICLE_ID: vehicle_id } = await phoneSampleScenes.phoneOnTour(stage);
  // Positions are sent once to open streams: one that is opened too late never gets them.
  const stream = await openEventStream(stage);
  const begun = productNow().getTime();
  const after = (minutes: number) => new Date(begun + minutes * MINUTE_MS).toISOString();
  const position = { lat: 47.0811, lon: 15.4662, time: after(0) };
  await callApi(`${stage.base}/location`, {
    ...apiRequestWithToken(DEVICE_TOKEN, { locations: [position] }),
    method: "PUT",
  });
  // Positions are not in the log, which orders all other events: this one is received before there is a case.
  const moved = await listenToStream(stream, { of: { vehicle_id }, until: "location update" });
  const answer = await callApi<CreatedCase>(
    `${stage.base}/cases`,
    apiRequestWithToken(stage.serviceToken, exampleOrder),
  );
  await carryOutActionAsDispatcher(stage, answer.id, { action: "ASSIGN", tour_id });
  const phone = { base: stage.base, token: DEVICE_TOKEN };
  const tell = (action: object) => carryOutActionAs(phone, answer.id, { ...action, tour_id });
  await tell({ action: "ACCEPT", occurred_at: after(1) });
  await tell({ action: "START", occurred_at: after(2) });
  const todos = answer.todos.pickup.map(({ id }) => id);
  const payload = { identity_confirmed: true, belongings_confirmed: true, todos };
  await tell({ action: "LOAD", occurred_at: after(4), payload });
  const heard = await listenToStream(stream, { of: { case_id: answer.id }, until: "LOAD" });
  await stream.return();
  return {
    request: exampleOrder,
    answer: { id: answer.id, natural_id: answer.natural_id },
    events: [...moved, ...heard].map(recordedEventOf),
  };
}

/** Part of the answer to a created case that the recording needs. */
interface CreatedCase {
  readonly id: string;
  readonly natural_id: string;
  readonly todos: { readonly pickup: readonly { readonly id: string }[] };
}
interface StreamMessage {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Partial<EventPayload<"case update"> & EventPayload<"case action"> & EventPayload<"location update">>;
}
interface StreamWatch {
  /** Case or vehicle whose events are recorded. */
  readonly of: { readonly case_id: string } | { readonly vehicle_id: string | undefined };
  /** Type of the last event, or its action. */
  readonly until: string;
}
type EventStream = AsyncGenerator<StreamMessage, void>;

async function openEventStream(stage: SampleSceneContext): Promise<EventStream> {
  const { body } = await fetch(`${stage.base}/dashboard`, {
    headers: { authorization: `Bearer ${stage.serviceToken}`, accept: "text/event-stream" },
  });
  const pieces = (body as ReadableStream<BufferSource>).pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  // The first piece carries the cursor: the stream sends everything from now on.
  const { value: start = "" } = await pieces.next();
  return parseStreamMessages(start, pieces);
}

async function* parseStreamMessages(start: string, pieces: AsyncIterableIterator<string>): EventStream {
  let text = start;
  for await (const piece of pieces) {
    text += piece;
    const end = text.lastIndexOf("\n\n") + 1;
    for (const [, data = ""] of text.slice(0, end).matchAll(/^data: (.*)$/gm)) yield JSON.parse(data) as StreamMessage;
    text = text.slice(end);
  }
}

/** Reads on from where the stream was left, and keeps the events of the case or of the vehicle. */
async function listenToStream(stream: EventStream, { of, until }: StreamWatch): Promise<StreamMessage[]> {
  const [[name, id] = []] = Object.entries(of);
  const heard: StreamMessage[] = [];
  for (;;) {
    const { value: message } = await stream.next();
    if (!message) throw new Error(`The stream has ended before ${until}.`);
    const { type, data } = message;
    if (data[name as keyof typeof data] !== id) continue;
    heard.push(message);
    if ((data.action ?? type) === until) return heard;
  }
}

/** Event in the words of the home page, at its own time. */
function recordedEventOf({ type, timestamp, data }: StreamMessage): RecordedStreamEvent {
  const at = data.occurred_at ?? data.fixed_at ?? timestamp;
  const state = data.tour_case_states?.[0]?.state ?? data.state ?? null;
  if (type === "location update") return { at, type, text: `the vehicle at ${data.lat}, ${data.lon}`, state };
  if (type === "case update") return { at, type, text: `${data.natural_id} ${data.change}`, state };
  return { at, type, text: `${data.action} by ${data.actor_kind === "V" ? "the crew" : "the dispatcher"}`, state };
}
