import type { ExampleRequest } from "../operation-request";

export interface Credential {
  readonly header: string;
  /** What stands in the header before the value. */
  readonly prefix: string;
  /** The environment variable that holds the value. */
  readonly variable: string;
  /** What our own client calls it. */
  readonly option: string;
}

/** For each security scheme its own header and variable: a token is secret, and must not go where the public key goes. */
export const credentials: Readonly<Record<ExampleRequest["auth"], Credential | undefined>> = {
  public: undefined,
  tenant_key: {
    header: "X-Tenant-Key",
    prefix: "",
    variable: "TENANT_KEY",
    option: "tenantKey: process.env.TENANT_KEY",
  },
  bearer: {
    header: "Authorization",
    prefix: "Bearer ",
    variable: "TOKEN",
    option: "token: () => process.env.TOKEN",
  },
};

/** Where samples name the API; pages put in the address that the server of the site gives them. */
export const API_URL = "{api_url}";
/** The same without the path: our client knows it. */
export const API_ORIGIN = "{api_origin}";
