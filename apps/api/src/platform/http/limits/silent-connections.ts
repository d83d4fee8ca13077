import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * Watches connections that never sent a byte: clients open them in advance. To Node they count as busy for a minute, so
 * a server that closes would wait for them. Returns a function that closes them.
 */
export function trackUnusedConnections(server: Server): () => void {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
}
