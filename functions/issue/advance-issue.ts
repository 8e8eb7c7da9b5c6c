/** Queues an issue's due parts, every minute and after each change. */
import { releaseTurn, takeTurn } from '../../src/domain/issue/active-issues.ts'
import { isDue, needsTurn, type Sending } from '../../src/domain/issue/sending.ts'
import { changeActiveIssues } from './active-issues.ts'
import type { IssueDeps, IssueMessage } from './issue-deps.ts'

/** The maximum number of messages per call. */
const maxMessages = 100

/** Returns null if the issue isn't approved. If a service is unavailable, throws before any change. */
export async function advanceIssue(deps: IssueDeps, slug: string): Promise<Sending | null> {
  const { sendings, queue } = deps
  const now = deps.now()
  const before = await sendings.call(slug, 'read')
  const isTurn = before !== null && (await takeOrReleaseTurn(deps, slug, before, now))
  const canStart = isTurn && isDue(before, now.getTime())
  if (canStart && !(await areStoriesPublished(deps, before)))
    return sendings.call(slug, 'pause', { reason: 'stories' })
  const { name, batchSize, keyLifetime, rate } = deps.provider
  const provider = { name, batchSize, keyLifetime, rate }
  const orderKey = crypto.randomUUID()
  const input = { provider, orderKey, canStart, isTurn, now: now.getTime() }
  const advanced = await sendings.call(slug, 'advance', input)
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

/** Returns false if the issue needs the turn and another issue has it. */
async function takeOrReleaseTurn(
  { firestore }: IssueDeps,
  slug: string,
  sending: Sending,
  now: Date,
) {
  const isNeeded = needsTurn(sending, now.getTime())
  const changed = await changeActiveIssues(firestore, (issues) =>
    isNeeded ? takeTurn(issues, slug, now) : releaseTurn(issues, slug),
  )
  if (!changed.ok)
    throw new Error(`The list of active issues can't be changed: ${changed.failure.kind}`)
  return !isNeeded || changed.value !== null
}

/** Checks the stories again, because days may pass between an approval and the sending time. */
async function areStoriesPublished({ firestore }: IssueDeps, { stories }: Sending) {
  const paths = stories.map((story) => `articles/${story}`)
  const stored = await firestore.getAll(paths, ['status'])
  if (!stored.ok) throw new Error(`The stories can't be read: ${stored.failure.kind}`)
  return stored.value.every((story) => story?.fields.status === 'published')
}
