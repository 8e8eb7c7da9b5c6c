/** The records about The Weekly's list match the list, whatever readers do, and however often. */
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { countLives } from '../../scripts/dev/random-lives.ts'
import { day } from '../../src/domain/duration.ts'
import { handleMailEvents } from '../issue/handle-mail-events.ts'
import type { IssueDeps } from '../issue/issue-deps.ts'
import { createCountingLimits, rateLimitNumbers } from '../testing/fake-rate-limits.ts'
import { unwrap } from '../testing/unwrap.ts'
import { WorkerHarness } from '../testing/worker-harness.ts'
import { email, NewsletterHarness, readLink } from './testing/newsletter-harness.ts'

let harness: NewsletterHarness
beforeEach(() => {
  harness = new NewsletterHarness()
})

const listRecords = async ({ database }: NewsletterHarness) =>
  unwrap(await database.firestore.query({ collection: 'transitionRecords' }))
    .documents.map(({ fields }) => fields)
    .filter(({ kind }) => String(kind).startsWith('newsletter'))

const complain = ({ database, now: at }: NewsletterHarness) =>
  handleMailEvents(
    {
      firestore: database.firestore,
      now: () => at,
      sendings: { call: async () => ({}) } as unknown as IssueDeps['sendings'],
    },
    [{ source: { issue: 'x', chunk: 'x', position: 0 }, kind: 'complaint', email, at }],
  )

const visit = {
  landing: { path: '/a-story', search: '', referrer: 'https://news.example' },
  lastArticle: 'a-story',
  wallArticle: '',
}
const attribution = { landing: '/a-story', lastArticle: 'a-story' }

describe('The Weekly', () => {
  it('records each confirmation and unsubscription, with the visit in which the reader signed up', async () => {
    await harness.join(email, { visit })
    expect(await harness.readEntry()).toMatchObject({ state: 'pending', attribution })
    expect(await listRecords(harness)).toEqual([])
    const { unsubscribe } = await harness.createLinks()
    await harness.press(readLink(harness.sent.at(-1)!))
    expect(await harness.readEntry()).toMatchObject({ state: 'confirmed', attribution })
    expect(await listRecords(harness)).toMatchObject([
      { kind: 'newsletterConfirmed', reason: 'newsletter', attribution },
    ])
    harness.advance(day)
    await harness.press(unsubscribe)
    const records = await listRecords(harness)
    expect(records.map(({ kind, reason }) => `${kind} ${reason}`).sort()).toEqual([
      'newsletterConfirmed newsletter',
      'newsletterUnsubscribed reader',
    ])
    expect(JSON.stringify(records)).not.toMatch(/reader@|198\.51|Mozilla/)
  })

  it('records a complaint', async () => {
    await harness.signUpAndConfirm()
    harness.advance(day)
    await complain(harness)
    await complain(harness)
    expect((await listRecords(harness)).map(({ reason }) => reason).sort()).toEqual([
      'complaint',
      'newsletter',
    ])
  })

  it('accepts an event about a malformed entry, so that the provider doesn’t repeat the event', async () => {
    await harness.signUpAndConfirm()
    await harness.changeEntry(email, { state: 'strange' })
    expect(await complain(harness)).toMatchObject({ ok: true })
    expect(await listRecords(harness)).toHaveLength(1)
  })
})

type Step = (harness: NewsletterHarness) => Promise<unknown>

const withAccount =
  (isVerified: boolean, isOn: boolean): Step =>
  async (current) => {
    const account = await current.signIn('reader', email, { isVerified })
    await account.setWeekly(isOn)
  }

const steps: Readonly<Record<string, Step>> = {
  join: (current) => current.join(email),
  confirm: async (current) => {
    const last = current.sent.findLast(({ text }) => text.includes('/newsletter/confirm/'))
    if (last) await current.press(readLink(last))
  },
  'confirm several times at once': async (current) => {
    const last = current.sent.findLast(({ text }) => text.includes('/newsletter/confirm/'))
    if (last) await Promise.all([1, 2, 3].map(() => current.press(readLink(last))))
  },
  unsubscribe: async (current) => current.press((await current.createLinks()).unsubscribe),
  'unsubscribe several times at once': async (current) => {
    const { unsubscribe } = await current.createLinks()
    await Promise.all([1, 2, 3].map(() => current.press(unsubscribe)))
  },
  'turn it off by link': async (current) =>
    current.patch((await current.createLinks()).api, { change: 'turnOff' }),
  complain,
  'turn it on': withAccount(true, true),
  'turn it off': withAccount(true, false),
  'turn it on, unverified': withAccount(false, true),
  'wait for a day': async (current) => current.advance(day),
}

it('every change to The Weekly’s list is recorded once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...Object.keys(steps)), { minLength: 3, maxLength: 20 }),
      async (names) => {
        const current = new NewsletterHarness()
        for (const name of names) {
          await steps[name]!(current)
          await current.settle()
          current.advance(2000)
          const kinds = (await listRecords(current)).map(({ kind }) => kind)
          const count = (kind: string) => kinds.filter((one) => one === kind).length
          const isOn = (await current.readEntry())?.state === 'confirmed'
          const recorded = count('newsletterConfirmed') - count('newsletterUnsubscribed')
          expect({ name, recorded }).toEqual({ name, recorded: Number(isOn) })
        }
      },
    ),
    { numRuns: countLives(30) },
  )
})

it('a reader can’t fill the statistics by turning The Weekly on and off', async () => {
  const worker = new WorkerHarness({ rateLimits: createCountingLimits() })
  await worker.storeReaderAndCheckout()
  await worker.logIn()
  const verified = {
    set: `users/${worker.uid}`,
    fields: { emailVerified: true },
    merge: true,
  } as const
  unwrap(await worker.database.firestore.commit([verified]))
  const most = rateLimitNumbers.SIGN_IN_LIMIT!
  const statuses: number[] = []
  for (let change = 0; change < most + 5; change++) {
    const weekly = { isOn: change % 2 === 0 }
    statuses.push((await worker.patch('/api/preferences', { weekly })).status)
  }
  expect(statuses).toEqual([...Array(most).fill(200), ...Array(5).fill(429)])
  expect(await worker.queryAll({ collection: 'transitionRecords' })).toHaveLength(most)
  expect((await worker.patch('/api/preferences', { goal: '3' })).status).toBe(200)
})
