/** What the Worker takes from its environment: bindings as they are, variables parsed once. */
export { parseVariables, type Variables } from './variables.ts'

/** Generated from wrangler.toml. */
export type Bindings = Env
