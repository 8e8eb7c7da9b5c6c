/**
 * An issue is sent even if one person changes many of their own addresses between its approval and its sending time.
 */
import { beforeEach, expect, it } from 'vitest'
import { day, hour } from '../../src/domain/duration.ts'
import { NewsletterHarness } from '../newsletter/testing/newsletter-harness.ts'
import type { MailEvent } from '../platform/adapters/mail/mail-event.ts'
import { unwrap } from '../testing/unwrap.ts'
import { handleMailEvents } from './handle-mail-events.ts'
import { IssueHarness } from './testing/issue-harness.ts'

const readers = 100
const own = Array.from({ length: 30 }, (_, index) => `m${index}@gmail.com`)

let news: NewsletterHarness
beforeEach(async () => {
  news = new NewsletterHarness()
  for (const address of own) await news.signUp(address).then((link) => news.press(link))
})

async function changeAll(change: string) {
  for (const address of own) {
    const { api } = await news.createLinks(address)
    expect((await news.patch(api, { change })).status).toBe(200)
  }
}

const reportAll = async (kind: MailEvent['kind'], issue: IssueHarness) =>
  unwrap(
    await handleMailEvents(
      issue.deps,
      // Events about an earlier issue.
      own.map((email) => ({
        source: { issue: 'earlier', chunk: '0-guest-0', position: 0 },
        kind,
        email,
        at: new Date(news.now.getTime() - day),
      })),
    ),
  )

const signInAll = () =>
  Promise.all(own.map((address, at) => news.signIn(`account${at}`, address, { isVerified: true })))

type Change = {
  /** Runs before the approval. */
  readonly prepare?: () => Promise<unknown>
  readonly change: (issue: IssueHarness) => Promise<unknown>
  /** The numbers of addresses that get the issue, without and with the change. */
  readonly delivered: readonly [number, number]
}

const changes: Readonly<Record<string, Change>> = {
  'unsubscribes them': { change: () => changeAll('turnOff'), delivered: [30, 0] },
  'pauses them': { change: () => changeAll('pause'), delivered: [30, 0] },
  'resumes them': {
    prepare: () => changeAll('pause'),
    change: () => changeAll('resume'),
    delivered: [0, 30],
  },
  'lets their pauses end': {
    prepare: () => {
      news.advance(-30.8 * day)
      return changeAll('pause').then(() => news.advance(30.8 * day))
    },
    change: async () => {},
    delivered: [0, 30],
  },
  'reports an earlier issue as spam': {
    change: (issue) => reportAll('complaint', issue),
    delivered: [30, 0],
  },
  'makes an earlier issue bounce': {
    change: (issue) => reportAll('hardBounce', issue),
    delivered: [30, 0],
  },
  'turns it on again after a bounce': {
    prepare: async () => {
      for (const address of own) await news.changeEntry(address, { hardBouncedAt: news.now })
    },
    change: async () => {
      for (const account of await signInAll())
        expect((await account.setWeekly(true)).status).toBe(200)
    },
    delivered: [0, 30],
  },
  'deletes their accounts': {
    change: async () => {
      for (const account of await signInAll())
        expect((await account.delete()).status).toBeLessThan(300)
    },
    delivered: [30, 0],
  },
}

it.each(Object.entries(changes))(
  'an issue isn’t paused if the owner of 30 addresses %s after its approval',
  async (_, { prepare, change, delivered }) => {
    const [before, after] = delivered
    const approved = readers + before
    const issue = new IssueHarness({
      hasKeys: true,
      batchSize: 50,
      approved,
      database: news.database,
    })
    for (let index = 0; index < readers; index++)
      await issue.storeEntry(`reader-${index}@reader${index}.example`)
    news.now = issue.now
    await prepare?.()
    await issue.approve()
    issue.pass(12 * hour)
    news.now = issue.now
    await change(issue)
    issue.now = news.now
    await issue.advance()
    await issue.runUntilIdle()
    const sending = (await issue.read())!
    expect(sending).toMatchObject({ pausedBy: null, state: 'finished' })
    expect(sending.totals.accepted).toBe(readers + after)
  },
)
