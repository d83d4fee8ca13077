declare module "autocannon" {
  interface Request {
    method: string;
    path: string;
    headers: Record<string, string>;
  }
  interface Options {
    url: string;
    connections: number;
    /** Duration of the load in seconds. */
    duration: number;
    requests: Request[];
    /** Called with each connection before its first request. */
    setupClient: (client: { setRequests: (requests: Request[]) => void }) => void;
  }
  interface Result {
    non2xx: number;
    errors: number;
    requests: { average: number };
  }
  export default function autocannon(options: Options): Promise<Result>;
}
