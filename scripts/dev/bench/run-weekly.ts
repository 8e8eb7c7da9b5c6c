/**
 * Sends one issue to COUNT recipients, with the Worker's code, the Firestore fake, Durable Objects and R2 in memory,
 * and an HTTP server that answers like Resend. Writes the counts into a file: run-weekly.ts COUNT FILE.
 */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createTokens } from '../../../functions/identity/session-tokens.ts'
import { advanceIssue } from '../../../functions/issue/advance-issue.ts'
import { createAudienceStore } from '../../../functions/issue/audience-store.ts'
import { handleIssueMessage } from '../../../functions/issue/handle-issue-messages.ts'
import type { IssueDeps, IssueMessage } from '../../../functions/issue/issue-deps.ts'
import { createSendings } from '../../../functions/issue/sendings.ts'
import { createMemoryBucket } from '../../../functions/issue/testing/memory-bucket.ts'
import { createMemorySendings } from '../../../functions/issue/testing/memory-sendings.ts'
import { createResend } from '../../../functions/platform/adapters/mail/resend.ts'
import { initialFields } from '../../../src/domain/newsletter/newsletter-entry.ts'
import { readBody, startFakeServer } from '../fakes/fake-server.ts'
import { createInMemoryFirestore } from '../fakes/firestore/in-memory-firestore.ts'

const count = Number(process.argv[2])
const file = process.argv[3] ?? ''
const slug = 'bench'
const revision = 'a'.repeat(64)

/** An email of the largest size that an issue may have. */
const html = `${'<p>Rain fell on Colombo.</p>'.repeat(1400)}<a href="{{unsubscribe}}">Unsubscribe</a>`
const version = { html, text: `${'Rain fell on Colombo. '.repeat(300)}{{unsubscribe}}` }

export type WeeklyRun = {
  readonly accepted: number
  readonly freezeSeconds: number
  readonly sendSeconds: number
  /** CPU time of all parts in this process, from the approval on. */
  readonly cpuSeconds: number
  readonly reads: number
  readonly messages: number
  readonly calls: number
  readonly storedBytes: number
}

/** Counts the emails in a call without parsing megabytes. */
const countEmails = (body: string) => body.split('"to":[').length - 1

const { firestore } = createInMemoryFirestore()
let reads = 0
let messageCount = 0
let calls = 0
let accepted = 0

for (let start = 0; start < count; start += 500) {
  const size = Math.min(500, count - start)
  await firestore.commit(
    Array.from({ length: size }, (_, index) => {
      const email = `reader-${start + index}@example.com`
      const id = createHash('sha256').update(email).digest('hex')
      const consent = { consentedAt: new Date('2026-01-01'), ip: '', userAgent: '', uid: null }
      const entry = { ...initialFields, ...consent, email, state: 'confirmed', source: 'footer' }
      return { set: `newsletter/${id}`, fields: entry }
    }),
  )
}

const provider = await startFakeServer(0, async (request, response) => {
  const emails = countEmails(await readBody(request))
  calls++
  accepted += emails
  response
    .writeHead(200, { 'Content-Type': 'application/json' })
    .end(JSON.stringify({ data: Array(emails).fill({ id: 'one' }) }))
})
const bucket = createMemoryBucket()
const messages: IssueMessage[] = []
const keyring = { current: 1, secrets: new Map([[1, new Uint8Array(32).fill(7)]]) }
const deps: IssueDeps = {
  firestore: {
    ...firestore,
    getAll: (paths, fields) => {
      reads += paths.length
      return firestore.getAll(paths, fields)
    },
    async query(query) {
      const found = await firestore.query(query)
      if (found.ok) reads += Math.max(1, found.value.documents.length)
      return found
    },
    async *pages(query) {
      for await (const page of firestore.pages(query)) {
        if (page.ok) reads += Math.max(1, page.value.documents.length)
        yield page
      }
    },
  },
  sendings: createSendings(createMemorySendings().namespace),
  audiences: createAudienceStore(bucket),
  queue: {
    async sendBatch(batch) {
      messageCount += batch.length
      messages.push(...batch.map(({ body }) => body))
    },
  },
  provider: createResend({
    url: `http://127.0.0.1:${provider.port}`,
    key: 'key',
    from: 'weekly@example.com',
    callsPerSecond: 10_000,
  }),
  tokens: createTokens(keyring),
  siteUrl: 'https://example.com',
  now: () => new Date(),
  wait: (delay) => new Promise((resolve) => setTimeout(resolve, delay)),
  log: (event) => console.error(event),
}

/** The number of batches that Cloudflare handles at the same time with wrangler.toml's settings. */
const concurrency = 20

async function handleMessages() {
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let message = messages.shift(); message; message = messages.shift())
        await handleIssueMessage(deps, message)
    }),
  )
}

const email = { subject: 'Rain', versions: { guest: version, subscriber: version } }
await deps.audiences.storeEmail(slug, revision, email)
const approval = {
  revision,
  subject: 'Rain',
  stories: [],
  sendAt: 0,
  candidates: count,
  recipients: count,
}
await deps.sendings.call(slug, 'approve', { approval, now: Date.now() })
const startedAt = performance.now()
const cpuBefore = process.cpuUsage()
let frozenAt = startedAt
for (;;) {
  const sending = await advanceIssue(deps, slug)
  if (sending?.state === 'finished') break
  if (sending?.state === 'paused') throw new Error(`paused by ${sending.pausedBy}`)
  await handleMessages()
  const now = await deps.sendings.call(slug, 'read')
  if (now?.frozenAt && frozenAt === startedAt) {
    frozenAt = startedAt + (now.frozenAt - (now.freezeStartedAt ?? now.frozenAt))
  }
}
const endedAt = performance.now()
const { user, system } = process.cpuUsage(cpuBefore)
await provider.stop()
if (accepted !== count) throw new Error(`${accepted} of ${count} emails were sent`)
const result: WeeklyRun = {
  accepted,
  freezeSeconds: (frozenAt - startedAt) / 1000,
  sendSeconds: (endedAt - frozenAt) / 1000,
  cpuSeconds: (user + system) / 1e6,
  reads,
  messages: messageCount,
  calls,
  storedBytes: [...bucket.objects.values()].reduce((sum, text) => sum + text.length, 0),
}
writeFileSync(file, JSON.stringify(result))
process.exit(0)
