/** Consumes the issue queue. A message may arrive several times, late or never. */
import { getHashRange } from '../../src/domain/issue/audience.ts'
import type { IssueVersion } from '../../src/domain/issue/issue-email.ts'
import { succeed } from '../../src/domain/result.ts'
import { getEntryPath } from '../newsletter/newsletter-list.ts'
import { catchExceptions } from '../platform/cron/cron-job.ts'
import { advanceIssue } from './advance-issue.ts'
import type { IssueDeps, IssueMessage } from './issue-deps.ts'
import { readAudience } from './read-audience.ts'
import { createRecipientKeys, sortRecipients } from './recipient-keys.ts'
import { sendChunk } from './send-chunk.ts'

/** The parts of Cloudflare's message type that are used. */
type QueuedMessage = { readonly body: unknown; retry(): void }

/** Handles messages concurrently, because most of the time is spent waiting for the provider. */
export async function handleIssueMessages(
  deps: IssueDeps,
  messages: readonly QueuedMessage[],
): Promise<void> {
  await Promise.all(
    messages.map(async (message) => {
      const handled = await catchExceptions(async () => {
        await handleIssueMessage(deps, message.body as IssueMessage)
        return succeed(undefined)
      })
      if (handled.ok) return
      deps.log('issue_message_failed', { reason: handled.failure.reason })
      message.retry()
    }),
  )
}

/** Throws if a service is unavailable, so that the message is repeated. */
export async function handleIssueMessage(deps: IssueDeps, message: IssueMessage): Promise<void> {
  if ('chunk' in message) return sendChunk(deps, message.slug, message.chunk)
  if ('forget' in message) return forgetRange(deps, message.slug, message.forget)
  if ('prune' in message) return pruneRange(deps, message.slug, message.prune)
  await freezeRange(deps, message.slug, message.range)
}

/** Removes the addresses of readers who have deleted their accounts before the sending is complete. */
async function pruneRange(
  { sendings, audiences, firestore, now }: IssueDeps,
  slug: string,
  range: number,
) {
  const frozen = await audiences.readRange(slug, range)
  const recipients = frozen ? Object.values(frozen.recipients).flat() : []
  const remembered = recipients.filter(({ email }) => email !== '')
  const paths = remembered.map(({ hash }) => getEntryPath(hash))
  const entries = await firestore.getAll(paths, ['state'])
  if (!entries.ok) throw new Error(`The list can't be read: ${entries.failure.kind}`)
  const removed = remembered.filter((_, index) => entries.value[index] === null)
  if (removed.length > 0)
    await audiences.forgetRemoved(slug, range, new Set(removed.map(({ hash }) => hash)))
  await sendings.call(slug, 'recordPruned', { range, now: now().getTime() })
}

/** Removes addresses but keeps the hashes, which show whether an address received the issue. */
async function forgetRange({ sendings, audiences }: IssueDeps, slug: string, range: number) {
  await audiences.forgetAddresses(slug, range)
  await sendings.call(slug, 'recordForgotten', { range })
}

const mapVersions = <Value>(map: (version: IssueVersion) => Value) => ({
  guest: map('guest'),
  subscriber: map('subscriber'),
})

async function freezeRange(deps: IssueDeps, slug: string, range: number): Promise<void> {
  const { sendings, audiences, firestore, now } = deps
  const sending = await sendings.call(slug, 'read')
  if (sending?.state !== 'freezing' || range >= sending.ranges) return
  const { orderKey, approvedAt } = sending
  if (!(await audiences.readRange(slug, range))) {
    const hashes = getHashRange(range, sending.ranges)
    const audience = await readAudience(firestore, hashes, now(), approvedAt)
    if (!audience.ok) throw new Error(`The list can't be read: ${audience.failure.kind}`)
    const { recipients, counts } = audience.value
    await audiences.freezeRange(slug, range, {
      counts,
      recipients: mapVersions((version) => sortRecipients(orderKey, recipients[version])),
    })
  }
  // Another run may have stored the range first.
  const frozen = await audiences.readRange(slug, range)
  if (!frozen) throw new Error('Part of the audience is missing from the bucket.')
  const keys = mapVersions((version) =>
    frozen.recipients[version].map((recipient) => createRecipientKeys(orderKey, recipient)),
  )
  const record = { range, counts: frozen.counts, keys, now: now().getTime() }
  const recorded = await sendings.call(slug, 'recordRange', record)
  if (recorded?.state === 'sending') await advanceIssue(deps, slug)
}
