/**
 * A message only says which queue it comes from. Queue names are unique in a Cloudflare account, so that a second
 * publication has another first part: `other-issues`.
 */
const nameEndings = { REBUILDS: '-rebuilds', ISSUES: '-issues', EVENTS: '-events' } as const

/** The bindings in wrangler.toml. */
export type QueueBinding = keyof typeof nameEndings

const bindings = Object.keys(nameEndings) as QueueBinding[]

export const getQueueNameEnding = (binding: QueueBinding) => nameEndings[binding]

/**
 * Throws for any other name, so that Cloudflare delivers the messages again, up to `max_retries` times (wrangler.toml).
 * The doctor reports such a name.
 */
export function findQueueBinding(name: string): QueueBinding {
  const found = bindings.find((binding) => name.endsWith(nameEndings[binding]))
  if (!found) throw new Error(`The queue "${name}" has an unknown name.`)
  return found
}
