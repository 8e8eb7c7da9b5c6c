/** Puts on the queue what is due of an issue. Called every minute, and when something has changed. */
import type { Sending } from '../../src/domain/issue/sending.ts'
import type { IssueDeps, IssueMessage } from './issue-deps.ts'

/** Messages in one call. */
const maxMessages = 100

/** Null if the issue isn't approved. */
export async function advanceIssue(deps: IssueDeps, slug: string): Promise<Sending | null> {
  const { sendings, queue, now } = deps
  const { name, batchSize, keyLifetime, rate } = deps.provider
  const provider = { name, batchSize, keyLifetime, rate }
  const advanced = await sendings.call(slug, 'advance', { provider, now: now().getTime() })
  if (!advanced) return null
  const messages: IssueMessage[] = [
    ...advanced.ranges.map((range) => ({ slug, range })),
    ...advanced.forgotten.map((forget) => ({ slug, forget })),
    ...advanced.pruned.map((prune) => ({ slug, prune })),
    ...advanced.chunks.map((chunk) => ({ slug, chunk })),
  ]
  for (let start = 0; start < messages.length; start += maxMessages) {
    const part = messages.slice(start, start + maxMessages)
    await queue.sendBatch(part.map((body) => ({ body })))
  }
  return advanced.sending
}
