/** Strangers can't subscribe anybody, or fill anybody's inbox. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countLives } from '../../scripts/dev/random-lives.ts'
import { day, minute } from '../../src/domain/duration.ts'
import { email, NewsletterHarness } from './testing/newsletter-harness.ts'

type Step = (harness: NewsletterHarness, links: Links) => Promise<unknown>

/** Links in emails that the owner has forwarded. */
type Links = {
  /** A confirmation link from before the owner unsubscribed. */
  readonly confirm: string
  readonly preferences: string
}

const change =
  (kind: string): Step =>
  (harness, { preferences }) =>
    harness.patch(preferences, { change: kind })
const withAccount =
  (uid: string, act: 'on' | 'off' | 'delete'): Step =>
  async (harness) => {
    const account = await harness.signIn(uid, email)
    await (act === 'delete' ? account.delete() : account.setWeekly(act === 'on'))
  }

const steps: Readonly<Record<string, Step>> = {
  join: (harness) => harness.join(email),
  'join twice at once': (harness) => Promise.all([harness.join(email), harness.join(email)]),
  'press the old confirmation link': (harness, { confirm }) => harness.press(confirm),
  'open the old confirmation link': (harness, { confirm }) => harness.request(confirm),
  'ask to turn it on': change('turnOn'),
  pause: change('pause'),
  resume: change('resume'),
  'turn it on in an account': withAccount('stranger', 'on'),
  'turn it off in an account': withAccount('stranger', 'off'),
  'turn it on in another account': withAccount('another', 'on'),
  'change the address of an account': (harness) =>
    harness.signIn('stranger', 'stranger@example.com', { isVerified: true }),
  'delete an account': withAccount('stranger', 'delete'),
  'run the jobs': (harness) => harness.runJobs(),
  'stop the email service': async (harness) => {
    harness.mailFault = 'lost'
  },
  'start the email service': async (harness) => {
    harness.mailFault = null
  },
  'wait for a minute': async (harness) => harness.advance(minute),
  'wait for an hour': async (harness) => harness.advance(60 * minute),
  'wait for two months': async (harness) => {
    harness.advance(61 * day)
    await harness.runJobs()
  },
  'wait for a day': async (harness) => harness.advance(day),
}

const ends = ['unsubscribed', 'complained', 'neverConfirmed'] as const

it('random strangers put nobody on the list, and cause few emails', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ends),
      fc.array(fc.constantFrom(...Object.keys(steps)), { minLength: 5, maxLength: 30 }),
      async (end, names) => {
        const harness = new NewsletterHarness()
        const confirm = await harness.signUp()
        const { unsubscribe, api } = await harness.createLinks()
        if (end !== 'neverConfirmed') {
          await harness.press(confirm)
          harness.advance(7 * day)
          await harness.press(unsubscribe)
          if (end === 'complained') {
            await harness.changeEntry(email, { complainedAt: harness.now })
          }
        }
        const links = {
          confirm: end === 'neverConfirmed' ? '/newsletter/confirm/x' : confirm,
          preferences: api,
        }
        const startedAt = harness.now
        const before = harness.sent.length
        for (const name of names) {
          await steps[name]!(harness, links)
          await harness.settle()
          expect((await harness.readEntry())?.state).not.toBe('confirmed')
        }
        const days = (harness.now.getTime() - startedAt.getTime()) / day
        const sent = harness.sent.length - before
        const periods = Math.floor(days / 30) + 1
        expect(sent).toBeLessThanOrEqual(end === 'complained' ? periods : 10 * periods)
        expect(sent).toBeLessThanOrEqual(3 * (Math.floor(days) + 1))
        if (end !== 'neverConfirmed') {
          const remembered = end === 'complained' ? 'complainedAt' : 'unsubscribedAt'
          expect(await harness.readEntry()).toHaveProperty(remembered, expect.any(Date))
        }
      },
    ),
    { numRuns: countLives(20) },
  )
})
