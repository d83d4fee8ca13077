import type { ExampleRequest } from "../operation-request";

export interface SampleCredential {
  readonly header: string;
  /** Text in the header before the credential, such as `Bearer `. */
  readonly prefix: string;
  /** Environment variable that holds the value. */
  readonly variable: string;
  /** Name of the option in our own client. */
  readonly option: string;
}

/** Header and variable of each security scheme: a token is secret, and must not be sent in place of the public key. */
export const sampleCredentials: Readonly<Record<ExampleRequest["auth"], SampleCredential | undefined>> = {
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

/** Placeholder of the API's address in samples; pages insert the address that the site's server gives them. */
export const API_URL_PLACEHOLDER = "{api_url}";
/** Placeholder of the origin alone, because our client knows the path. */
export const API_ORIGIN_PLACEHOLDER = "{api_origin}";
