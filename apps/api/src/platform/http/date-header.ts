import type { FastifyInstance } from "fastify";
import { type Clock, formatCurrentHttpDate } from "../clock";

/**
 * Sets the Date header of every answer by the clock that its content was made by: phones set theirs by it. Node would
 * ask the machine.
 */
export function setDateHeader(app: FastifyInstance, clock: Clock) {
  app.addHook("onSend", (...[, reply, , done]) => {
    reply.header("date", formatCurrentHttpDate(clock));
    done();
  });
}
