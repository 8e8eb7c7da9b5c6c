import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { createCertificate } from '../../scripts/dev/fakes/certificate.ts'
import type { AcceptedEmail, MailProvider } from '../../scripts/dev/fakes/mail/mail-store.ts'
import { createEvent, eventSecrets } from '../../scripts/dev/fakes/mail/provider-events.ts'
import type { ApiErrorBody } from '../../src/contracts/endpoints/api-error.ts'
import type { EventKind } from '../../src/domain/issue/chunk.ts'
import { initialFields } from '../../src/domain/newsletter/newsletter-entry.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import {
  recordArrival,
  recordHardBounce,
  type SuppressedAddress,
} from '../../src/domain/suppressed-address.ts'
import { createApp } from '../app/routes.ts'
import type { Services } from '../app/services.ts'
import type { Bindings } from '../identity/edge-context.ts'
import { getListPath } from '../newsletter/newsletter-list.ts'
import type {
  EmailMessage,
  EmailService,
  EmailTopic,
} from '../platform/adapters/mail/email-service.ts'
import type { MailEventSource } from '../platform/adapters/mail/mail-event-sources.ts'
import { createSnsVerifier } from '../platform/adapters/mail/ses-events.ts'
import { unlimitedRateLimits } from '../testing/fake-rate-limits.ts'
import { useMemoryFirestore } from '../testing/memory-firestore.ts'
import { endSuppression, findSuppressionPath } from './suppressed-addresses.ts'
import { withSuppression } from './with-suppression.ts'

const database = useMemoryFirestore()
const address = 'reader@example.com'
/** The certificate is valid from this time. */
const start = new Date()
const minutesLater = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
const { key, cert } = createCertificate()
const fakeOrigin = 'http://127.0.0.1:1'
const signer = { key, certificateUrl: `${fakeOrigin}/certificate.pem` }
const otherSecret = `whsec_${Buffer.from('the secret of the other webhook').toString('base64')}`

const fetchText = async () => cert
const sources: readonly MailEventSource[] = [
  { provider: 'resend', secret: otherSecret },
  { provider: 'resend', secret: eventSecrets.resend },
  { provider: 'postmark', secret: 'the secret of the other webhook' },
  { provider: 'postmark', secret: eventSecrets.postmark },
  {
    provider: 'ses',
    verify: createSnsVerifier({ topic: eventSecrets.ses, fakeOrigin, fetchText }),
    topic: eventSecrets.ses,
    fakeOrigin,
    fetchText,
  },
]

let now: Date
let sent: (EmailMessage & { readonly id: string })[]
let logged: string[]
beforeEach(() => {
  now = start
  sent = []
  logged = []
})

const log = (event: string, details: object) =>
  void logged.push(JSON.stringify({ event, ...details }))
const provider: EmailService = {
  async send(message, id) {
    sent.push({ ...message, id })
    return succeed(undefined)
  },
}
const message = (topic: EmailTopic, to = address) =>
  ({ to, subject: '', text: '', html: '', topic }) satisfies EmailMessage
const send = (topic: EmailTopic, to = address) =>
  withSuppression(provider, { firestore: database.firestore, log }).send(message(topic, to), 'id-1')

const createBounced = (tags: AcceptedEmail['tags'], provider: MailProvider): AcceptedEmail => ({
  provider,
  id: 'one',
  acceptedAt: start.toISOString(),
  from: 'letters@example.com',
  to: 'Reader@Example.com',
  subject: 'Receipt',
  html: '',
  text: '',
  headers: {},
  tags,
})

type Signed = ReturnType<typeof createEvent>
async function post({ path, headers, body }: Signed, mailEventSources = sources) {
  const { firestore } = database
  const services = { firestore, mailEventSources, now: () => now, log } as unknown as Services
  const env = {
    ...unlimitedRateLimits,
    ISSUE_SENDING: {},
    AUDIENCES: {},
  } as unknown as Bindings
  const url = `https://verandah.example${path}`
  const response = await createApp(services).request(url, { method: 'POST', headers, body }, env)
  if (response.ok) return response.status
  return ((await response.json()) as ApiErrorBody).error.code
}
const report = (
  kind: EventKind,
  tags: AcceptedEmail['tags'] = { topic: 'account' },
  provider: MailProvider = 'resend',
) => post(createEvent(createBounced(tags, provider), kind, now, signer))

const readSuppression = async () => database.read((await findSuppressionPath(address))!)
const readEntry = async () => database.read(await getListPath(address))
const entry = {
  ...initialFields,
  email: address,
  state: 'confirmed',
  source: 'footer',
  consentedAt: minutesLater(-60),
  ip: '',
  userAgent: '',
  uid: null,
}
beforeEach(async () => database.store({ [await getListPath(address)]: entry }))

describe.each(['resend', 'postmark', 'ses'] as const)('an event from %s', (provider) => {
  it('stops emails about accounts and The Weekly if the mailbox doesn’t exist', async () => {
    expect(await report('hardBounce', { topic: 'account' }, provider)).toBe(204)
    expect(await readSuppression()).toEqual({ hardBouncedAt: start, confirmedAt: null })
    expect(await readEntry()).toMatchObject({ state: 'confirmed', hardBouncedAt: start })
    expect(await send('account')).toEqual(fail({ kind: 'refused' }))
    expect(sent).toEqual([])
    expect(logged).toEqual(['{"event":"email_suppressed"}'])
  })

  it.each(['complaint', 'softBounce', 'delivered'] as const)(
    'changes nothing if it’s about an account’s email: %s',
    async (kind) => {
      expect(await report(kind, { topic: 'account' }, provider)).toBe(204)
      expect(await report(kind, { topic: 'address' }, provider)).toBe(204)
      expect([await readSuppression(), await readEntry()]).toEqual([null, entry])
    },
  )

  it.each(['complaint', 'softBounce', 'hardBounce'] as const)(
    'never stops emails about accounts if it’s about The Weekly or its list: %s',
    async (kind) => {
      for (const tags of [{ topic: 'newsletter' }, {}]) {
        expect(await report(kind, tags, provider)).toBe(204)
      }
      expect(await readSuppression()).toBeNull()
      expect(await readEntry()).not.toEqual(entry)
      expect(await send('account')).toEqual(succeed(undefined))
      expect(sent).toHaveLength(1)
    },
  )
})

describe('an event', () => {
  it('never stops emails to the editors, even if their mailbox doesn’t exist', async () => {
    await report('hardBounce')
    expect(await send('account')).toEqual(fail({ kind: 'refused' }))
    expect(await send('editors')).toEqual(succeed(undefined))
  })

  it('is recorded once, however often it arrives, and is ignored after a later confirmation', async () => {
    const event = createEvent(
      createBounced({ topic: 'account' }, 'postmark'),
      'hardBounce',
      start,
      signer,
    )
    await post(event)
    now = minutesLater(1)
    await post(event)
    expect(await readSuppression()).toEqual({ hardBouncedAt: start, confirmedAt: null })
    const path = (await findSuppressionPath(address))!
    await endSuppression({ firestore: database.firestore, log }, path, minutesLater(2))
    now = minutesLater(3)
    expect(await post(event)).toBe(204)
    expect(await send('account')).toEqual(succeed(undefined))
    // The address has bounced again.
    await report('hardBounce')
    expect(await send('account')).toEqual(fail({ kind: 'refused' }))
  })

  it('stores nothing with a wrong secret, or from a provider that isn’t set up', async () => {
    const event = createEvent(
      createBounced({ topic: 'account' }, 'resend'),
      'hardBounce',
      now,
      signer,
    )
    expect(await post(event, [sources[0]!])).toBe('bad_signature')
    expect(await post(event, [sources[2]!])).toBe('not_found')
    const forged = { ...event, path: '/api/webhooks/mail/postmark/wrong' }
    expect(await post(forged)).toBe('bad_signature')
    expect(await readSuppression()).toBeNull()
  })
})

describe('a suppressed address', () => {
  beforeEach(() => report('hardBounce').then(() => {}))

  it.each(['newsletter', 'address'] as const)(
    'still gets emails that confirm it: %s',
    async (topic) => {
      expect(await send(topic)).toEqual(succeed(undefined))
      expect(sent).toHaveLength(1)
    },
  )

  it('is recognised in any spelling, but isn’t confused with other addresses', async () => {
    expect(await send('account', ' READER@example.com')).toEqual(fail({ kind: 'refused' }))
    expect(await send('account', 'corrected@example.com')).toEqual(succeed(undefined))
  })
})

it('an email waits while the database doesn’t respond', async () => {
  const firestore = {
    get: async () => fail({ kind: 'unavailable', reason: 'down' } as const),
  }
  const service = withSuppression(provider, { firestore, log })
  const waits = fail({ kind: 'unavailable', reason: 'unavailable' })
  expect(await service.send(message('account'), 'id-1')).toEqual(waits)
  expect(sent).toEqual([])
})

it('the latest bounce or delivery decides whether an address is suppressed, and repeats change nothing', () => {
  const times = fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(times, fc.infiniteStream(fc.boolean()), (minutes, stream) => {
      let suppressed: SuppressedAddress | null = null
      for (const minute of minutes.toSorted((one, other) => one - other)) {
        const at = minutesLater(minute)
        const isBounce = stream.next().value
        const record = isBounce ? recordHardBounce : recordArrival
        const changed: SuppressedAddress | null = record(suppressed, at)
        const isLifted = !isBounce && suppressed?.hardBouncedAt
        if (isLifted) expect(changed).toEqual({ hardBouncedAt: null, confirmedAt: at })
        suppressed = changed ?? suppressed
        expect(Boolean(suppressed?.hardBouncedAt)).toBe(isBounce)
        expect(record(suppressed, at)).toBeNull()
        expect(recordArrival(suppressed, minutesLater(0))).toBeNull()
        if (suppressed?.confirmedAt) {
          expect(recordHardBounce(suppressed, suppressed.confirmedAt)).toBeNull()
        }
      }
    }),
  )
})
