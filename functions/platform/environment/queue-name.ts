/**
 * A message's queue is known only by its name. Queue names are unique in a Cloudflare account, so a second publication
 * uses another prefix: `other-issues`.
 */
const nameEndings = { REBUILDS: '-rebuilds', ISSUES: '-issues', EVENTS: '-events' } as const

/** The names of bindings in wrangler.toml. */
export type QueueBinding = keyof typeof nameEndings

const bindings = Object.keys(nameEndings) as QueueBinding[]

export const getQueueNameEnding = (binding: QueueBinding) => nameEndings[binding]

/**
 * Throws for any other name, so that Cloudflare delivers the messages again, up to `max_retries` times (wrangler.toml).
 * The doctor reports such names.
 */
export function findQueueBinding(name: string): QueueBinding {
  const found = bindings.find((binding) => name.endsWith(nameEndings[binding]))
  if (!found) throw new Error(`The queue "${name}" has an unknown name.`)
  return found
}
