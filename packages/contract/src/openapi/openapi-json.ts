/** Value in a JSON document; undefined ones are left out. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };
export type JsonObject = { [key: string]: Json | undefined };
