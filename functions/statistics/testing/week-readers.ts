/** Readers of the simulated week who use free stories, subscribe, give and sign up, by the code that stores it. */
import {
  initialFields,
  type NewsletterEntry,
} from '../../../src/domain/newsletter/newsletter-entry.ts'
import type { Attribution } from '../../../src/domain/statistics/attribution.ts'
import type { TransitionKind } from '../../../src/domain/statistics/transition-record.ts'
import { handlePayPalEvent } from '../../paypal-events/handle-paypal-event.ts'
import { parsePayPalEvent } from '../../subscription/paypal-event.ts'
import { payer } from '../../testing/worker-harness.ts'
import { createRecordWrites } from '../records/create-record-writes.ts'
import { createListRecordWrites } from '../records/list-records.ts'
import { choose, expectStatus, type Random, type WeekHarness } from './week-harness.ts'
import { createMeterReader, type MeterReaderKind } from './week-meter-reader.ts'
import type { Move, WeekModel } from './week-model.ts'
import { isOut, issues, listStories } from './week-visitors.ts'

/** Labelled by hand: what a browser says about the visit, and what that is. */
const visits = [
  {
    sent: {
      landing: { path: '/rain', search: '', referrer: '' },
      lastArticle: 'tea',
      wallArticle: 'rain',
    },
    is: { source: 'direct', story: 'rain', issue: '' },
  },
  {
    sent: {
      landing: {
        path: '/tea',
        search: `?utm_source=the-weekly&utm_campaign=${issues[0]}`,
        referrer: '',
      },
      lastArticle: 'tea',
      wallArticle: '',
    },
    is: { source: 'newsletter', story: 'tea', issue: issues[0] },
  },
  {
    sent: {
      landing: { path: '/', search: '?utm_source=share', referrer: 'https://t.co/' },
      lastArticle: '',
      wallArticle: '',
    },
    is: { source: 'share', story: '', issue: '' },
  },
  { sent: undefined, is: { source: '', story: '', issue: '' } },
] as const

type Known = Pick<Move, 'source' | 'story' | 'issue'>
type MoveFields = Pick<Move, 'kind'> & Partial<Pick<Move, 'plan' | 'amount' | 'reason'>>

export class WeekReaders {
  private readonly harness: WeekHarness
  private readonly model: WeekModel
  private readonly random: Random
  private id = 0

  constructor(harness: WeekHarness, model: WeekModel, random: Random) {
    this.harness = harness
    this.model = model
    this.random = random
  }

  private move({ kind, plan = '', amount = 0, reason = '' }: MoveFields, known: Known) {
    const at = this.harness.now.getTime()
    this.model.moves.push({ at, knownAt: at, kind, plan, amount, reason, ...known })
  }

  /** PayPal's messages, and the cron jobs they lead to. */
  private async settle() {
    const { worker } = this.harness
    const texts = worker.events.map(({ text }) => text)
    for (let run = 0; run < 2; run++) await worker.advanceMinutes(0)
    // Sent again.
    if (this.harness.faults)
      for (const text of texts.reverse())
        await handlePayPalEvent(worker.deps, parsePayPalEvent(text)!)
  }

  /** A guest subscribes. Returns what happens to the subscription later. */
  async subscribe(kind: 'monthly' | 'annual') {
    const { worker } = this.harness
    const [plan, amount] =
      kind === 'monthly' ? (['monthly_13', 1399] as const) : (['annual_99', 9900] as const)
    const { sent: visit, is: known } = choose(
      this.random,
      visits.filter(({ is }) => isOut(is.issue, this.harness.now.getTime())),
    )
    const browser = worker.openBrowser()
    const requestId = crypto.randomUUID()
    const started = await browser.send('POST', '/api/checkout', {
      kind,
      source: null,
      requestId,
      ...(visit ? { visit } : {}),
    })
    const { id } = (await expectStatus(started, 200)) as { id: string }
    const email = `reader-${++this.id}@example.com`
    worker.ledger.approve(id, { ...payer, email })
    await expectStatus(await browser.send('POST', `/api/checkout/${id}/approval`, {}), 200)
    const account = {
      first_name: 'Nimal',
      last_name: '',
      email,
      requestId: crypto.randomUUID(),
    }
    const finish = () => browser.send('POST', `/api/checkout/${id}/account`, account)
    await expectStatus(await finish(), 200)
    // The response was lost.
    if (this.harness.chance(0.5)) await finish()
    await this.settle()
    this.move({ kind: 'registered', reason: 'checkout' }, known)
    this.move({ kind: 'started', plan, amount }, known)
    const step = async (body: object, kind: string, reason: string) => {
      const { uid } = await worker.tokens
        .readSession(browser.cookies.get('__Host-session')!, worker.now)
        .then((session) => session ?? { uid: '' })
      if (uid === '') throw new Error('the subscriber isn’t signed in')
      await expectStatus(await browser.send('PATCH', '/api/subscription', body), 200)
      if (this.harness.chance(0.5)) await browser.send('PATCH', '/api/subscription', body)
      await this.settle()
      this.move({ kind, plan, reason }, known)
    }
    return {
      cancel: (reason: string) => step({ step: 'cancel', reason }, 'cancelled', reason),
      pause: () => step({ step: 'pause', months: 1 }, 'paused', '1'),
      acceptOffer: () => step({ step: 'acceptOffer' }, 'offerTaken', ''),
      renew: async () => {
        worker.ledger.billSubscription(id, true)
        await this.settle()
        this.move({ kind: 'renewed', plan, amount }, known)
      },
      failToRenew: async () => {
        worker.ledger.billSubscription(id, false)
        await this.settle()
        this.move({ kind: 'paymentFailed', plan }, known)
      },
      recover: async () => {
        worker.ledger.billSubscription(id, true)
        await this.settle()
        this.move({ kind: 'paymentRecovered', plan }, known)
        this.move({ kind: 'renewed', plan, amount }, known)
      },
      refund: async () => {
        const payments = worker.ledger.paymentsOf(id, new Date(0), worker.now)
        worker.ledger.refund(payments.at(-1)!.id)
        await this.settle()
        this.move({ kind: 'refunded', plan, amount }, known)
        this.move({ kind: 'ended', plan, reason: 'refunded' }, known)
      },
    }
  }

  /** Somebody buys a gift, and a reader redeems it at once. */
  async give() {
    const { worker } = this.harness
    const { sent: visit, is: known } = visits[1]
    await worker.storeReaderAndCheckout()
    await worker.logIn()
    const order = {
      length: 3,
      recipient: null,
      day: null,
      message: 'Enjoy',
      senderName: 'Ama',
      buyerEmail: 'buyer@example.com',
      requestId: crypto.randomUUID(),
      visit,
    }
    const { id } = (await expectStatus(await worker.post('/api/gifts', order), 200)) as {
      id: string
    }
    worker.ledger.approveOrder(id, payer, 'paid')
    await worker.post(`/api/gifts/${id}/payment`, undefined)
    await worker.post(`/api/gifts/${id}/payment`, undefined)
    const [gift] = await worker.queryAll({ collection: 'gifts' })
    const redeem = () =>
      worker.post(`/api/gift-cards/${String(gift!.fields.code)}/redemption`, {
        effect: 'startsNow',
      })
    await expectStatus(await redeem(), 200)
    if (this.harness.faults) await redeem()
    await this.settle()
    this.move({ kind: 'giftBought', plan: 'gift_3', amount: 3499 }, known)
    this.move({ kind: 'giftRedeemed', plan: 'gift_3' }, known)
  }

  async joinWeekly() {
    const { now } = this.harness
    const entry = (state: NewsletterEntry['state']): NewsletterEntry =>
      ({
        ...initialFields,
        email: 'asha@example.com',
        state,
        source: 'form',
        uid: null,
        requestedAt: now,
      }) as unknown as NewsletterEntry
    const writes = await createListRecordWrites(entry('pending'), entry('confirmed'), now)
    await this.commitTwice(writes)
    this.move({ kind: 'newsletterConfirmed', reason: 'form' }, visits[3].is)
  }

  /** An entry in the ledger of a reader's credit. */
  async refer(kind: 'pending' | 'earned' | 'reversed') {
    const ledger = [{ kind, at: this.harness.now }]
    await this.commitTwice([{ set: `referrals/reader-${++this.id}`, fields: { ledger } }])
    this.move({ kind: `referral ${kind}` }, visits[3].is)
  }

  /** The many, by the function that writes a record. */
  async record(kind: TransitionKind, plan: string, amount: number, reason = '') {
    const source = choose(this.random, [
      'direct',
      'search',
      'newsletter',
      'gift',
      'campaign',
      '',
    ] as const)
    const { now: at } = this.harness
    const [wallArticle, lastArticle] = [
      choose(this.random, ['', ...listStories(at.getTime())]),
      choose(this.random, ['', ...listStories(at.getTime())]),
    ]
    const out = issues.filter((one) => isOut(one, at.getTime()))
    const issue = source === 'newsletter' ? (choose(this.random, out) ?? '') : ''
    const attribution: Attribution | null =
      source === '' && wallArticle === '' && lastArticle === ''
        ? null
        : { landing: '/', source, campaign: '', issue, lastArticle, wallArticle }
    const key = `many ${++this.id}`
    await this.commitTwice(
      await createRecordWrites([{ kind, key, at, plan, amount, reason }], attribution),
    )
    this.move({ kind, plan, amount, reason }, { source, issue, story: wallArticle || lastArticle })
  }

  /** A commit whose answer was lost; perhaps the record has been copied and deleted in between. */
  private async commitTwice(writes: Parameters<WeekHarness['commit']>[0]) {
    await this.harness.commit(writes)
    if (this.harness.chance(0.3)) {
      if (this.harness.chance(0.5)) await this.harness.runJobs()
      await this.harness.commit(writes)
    }
  }

  /** Returns what uses the reader's next story. */
  async useFreeStories(kind: MeterReaderKind) {
    return createMeterReader(this.harness, this.model, this.random, { id: ++this.id, kind })
  }
}
