declare module "autocannon" {
  interface Options {
    url: string;
    connections: number;
    /** Duration of the load in seconds. */
    duration: number;
    requests: { method: string; path: string; headers: Record<string, string> }[];
  }
  interface Result {
    non2xx: number;
    errors: number;
    requests: { average: number };
  }
  export default function autocannon(options: Options): Promise<Result>;
}
