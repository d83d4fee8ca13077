import type { FastifyInstance } from "fastify";
import type { Clock } from "../clock";

/** As the header `Date` has it, to the second. */
export const httpDate = (clock: Clock) => clock.now().toUTCString();

/** Every answer says what time it is by the clock that its content was made by: phones set theirs by it. Node would ask the machine. */
export function tellTime(app: FastifyInstance, clock: Clock) {
  app.addHook("onSend", (_request, reply, _payload, done) => {
    reply.header("date", httpDate(clock));
    done();
  });
}
