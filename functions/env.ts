/** What the Worker takes from its environment as bindings; its variables are in variables.ts. */

/** Generated from wrangler.toml. */
export type Bindings = Env
