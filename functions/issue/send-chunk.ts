/**
 * Sends one chunk. Wherever it's interrupted, the Durable Object has recorded whether the provider may have been
 * called.
 */
import { type DropName, parseChunkId } from '../../src/domain/issue/audience.ts'
import type { Drops } from '../../src/domain/issue/chunk-outcomes.ts'
import { getEntryPath } from '../newsletter/newsletter-list.ts'
import { createPersonalLinks } from '../newsletter/personal-links.ts'
import type { BulkCall, BulkRecipient } from '../platform/adapters/mail/bulk-provider.ts'
import type { IssueDeps } from './issue-deps.ts'
import { judgeEntry, type Recipient } from './read-audience.ts'
import type { ClaimAnswer } from './sending-log.ts'

/** Milliseconds for which a consumer waits for its turn; after that, the cron job queues the chunk again. */
const maxWait = 20_000

type Claim = Extract<ClaimAnswer, { kind: 'claimed' }>
type ClaimedChunk = { readonly slug: string; readonly id: string; readonly claim: Claim }

/** Throws if the database, the bucket or the Durable Object is unavailable. */
export async function sendChunk(deps: IssueDeps, slug: string, id: string): Promise<void> {
  const { sendings, provider, now } = deps
  const claim = await claimInTurn(deps, slug, id)
  if (!claim) return
  const { attempt } = claim
  const prepared = await prepareCall(deps, { slug, id, claim })
  if (!prepared) {
    deps.log('audience_not_found', { slug, chunk: id })
    await sendings.call(slug, 'pause', { reason: 'audience' })
    return
  }
  const { drops, createCall } = prepared
  const start = { id, attempt, drops, now: now().getTime() }
  const started = await sendings.call(slug, 'start', start)
  if (!started) return
  const { outcome, retryAfter, reason } = await provider.send(createCall(started))
  if (outcome.kind !== 'accepted')
    deps.log('chunk_not_accepted', { slug, chunk: id, outcome: outcome.kind, reason })
  const settlement = { id, attempt, outcome, retryAfter, now: now().getTime() }
  await sendings.call(slug, 'settle', settlement)
}

/** Returns null if the chunk mustn't be sent now. */
async function claimInTurn(
  { sendings, provider, now, wait }: IssueDeps,
  slug: string,
  id: string,
): Promise<Claim | null> {
  for (let waited = 0; ; ) {
    const { name, account } = provider
    const input = { id, provider: name, account, now: now().getTime() }
    const answer = await sendings.call(slug, 'claim', input)
    if (answer.kind === 'claimed') return answer
    if (answer.kind === 'nothing' || waited + answer.delay > maxWait) return null
    await wait(answer.delay)
    waited += answer.delay
  }
}

type PreparedCall = {
  readonly drops: Drops
  readonly createCall: (started: { positions: readonly number[]; call: number }) => BulkCall
}

/** Returns null if the chunk doesn't match the frozen audience. */
async function prepareCall(
  deps: IssueDeps,
  { slug, id, claim }: ClaimedChunk,
): Promise<PreparedCall | null> {
  const place = parseChunkId(id, claim.batchSize)
  if (!place) return null
  const [email, frozen] = await Promise.all([
    deps.audiences.readEmail(slug, claim.revision),
    deps.audiences.readRange(slug, place.range),
  ])
  const recipients = frozen?.recipients[place.version].slice(
    place.index,
    place.index + claim.batchSize,
  )
  if (!email || recipients?.length !== claim.size) return null
  const { html, text } = email.versions[place.version]
  const [drops, personal] = await Promise.all([
    findDrops(deps, recipients),
    addLinks(deps, recipients, new Date(claim.linksIssuedAt)),
  ])
  return {
    drops,
    createCall: ({ positions, call }) => ({
      key: `${slug}/${id}/${call}`,
      issue: slug,
      chunk: id,
      subject: email.subject,
      html,
      text,
      recipients: positions.map((position) => personal[position]!),
    }),
  }
}

const addLinks = (
  { tokens, siteUrl }: IssueDeps,
  recipients: readonly Recipient[],
  issuedAt: Date,
): Promise<BulkRecipient[]> =>
  Promise.all(
    recipients.map(async ({ hash, email }, position) => ({
      email,
      position,
      links: await createPersonalLinks(tokens, siteUrl, hash, issuedAt),
    })),
  )

/** Finds recipients who have left the list, or can no longer be reached, since the audience was frozen. */
async function findDrops(
  { firestore, now }: IssueDeps,
  recipients: readonly Recipient[],
): Promise<Drops> {
  const entries = await firestore.getAll(recipients.map(({ hash }) => getEntryPath(hash)))
  if (!entries.ok) throw new Error(`The list can't be read: ${entries.failure.kind}`)
  return entries.value.flatMap((entry, position): [number, DropName][] => {
    // An address removed from the audience stays removed, even if somebody signs it up again.
    const isRemoved = !entry || recipients[position]?.email === ''
    const judged = isRemoved ? 'removed' : judgeEntry(entry, now())
    return typeof judged === 'string' ? [[position, judged]] : []
  })
}
