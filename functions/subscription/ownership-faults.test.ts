/**
 * Random histories of guests, readers, attackers with copied cookies and emailed keys, PayPal's events and
 * the clock, run through the Worker's own routes and compared with a simple model of who owns what.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { succeed } from '../../src/domain/result.ts'
import { standing } from '../../src/domain/standing.ts'
import { subscriptionRecordSchema } from '../../src/domain/subscription.ts'
import { isOver } from '../../src/domain/wanted-and-due.ts'
import { payer, World } from '../edge-client-world.ts'
import { type Actor, changeSubscription } from './change.ts'
import { findCheckout } from './look.ts'
import { parseEvent, takeEvent } from './paypal-webhook.ts'

const browsers = 3
const emails = ['asha@example.com', 'bano@example.com'] as const
const students = ['first-student', 'second-student'] as const

/** Null for the browser that began the checkout. */
type Caller = number | null

type Step =
  | {
      readonly do: 'begin'
      readonly browser: number
      readonly request: number
      readonly student: number | null
      /** The payer agrees at PayPal straight away. */
      readonly isApproved: boolean
    }
  | { readonly do: 'approve'; readonly checkout: number }
  | {
      readonly do: 'comeBack' | 'claim'
      readonly browser: Caller
      readonly checkout: number
      readonly hasKey: boolean
    }
  | {
      readonly do: 'account'
      readonly browser: Caller
      readonly checkout: number
      readonly email: number
      readonly request: number
      readonly hasKey: boolean
    }
  /** The page sends an earlier request again, word for word. */
  | { readonly do: 'repeatAccount'; readonly account: number }
  | { readonly do: 'copyCookies'; readonly browser: number; readonly to: number }
  | { readonly do: 'signIn'; readonly browser: number; readonly email: number }
  | { readonly do: 'logOut' | 'cancel' | 'reactivate' | 'deleteAccount'; readonly browser: number }
  | { readonly do: 'hear'; readonly event: number }
  | { readonly do: 'wait'; readonly minutes: number }

const browser = fc.nat(browsers - 1)
const caller = fc.option(browser, { freq: 2 })
const checkout = fc.nat(2)
const email = fc.nat(emails.length - 1)
const request = fc.nat(2)
const hasKey = fc.boolean()
const student = fc.option(fc.nat(students.length - 1))

const steps: Readonly<Record<string, readonly [weight: number, arbitrary: fc.Arbitrary<Step>]>> = {
  begin: [
    5,
    fc.record({ do: fc.constant('begin'), browser, request, student, isApproved: fc.boolean() }),
  ],
  approve: [3, fc.record({ do: fc.constant('approve'), checkout })],
  comeBack: [2, fc.record({ do: fc.constant('comeBack'), browser: caller, checkout, hasKey })],
  claim: [3, fc.record({ do: fc.constant('claim'), browser: caller, checkout, hasKey })],
  account: [
    6,
    fc.record({ do: fc.constant('account'), browser: caller, checkout, email, request, hasKey }),
  ],
  repeatAccount: [2, fc.record({ do: fc.constant('repeatAccount'), account: fc.nat(2) })],
  copyCookies: [2, fc.record({ do: fc.constant('copyCookies'), browser, to: browser })],
  signIn: [4, fc.record({ do: fc.constant('signIn'), browser, email })],
  logOut: [1, fc.record({ do: fc.constant('logOut'), browser })],
  cancel: [1, fc.record({ do: fc.constant('cancel'), browser })],
  reactivate: [1, fc.record({ do: fc.constant('reactivate'), browser })],
  deleteAccount: [1, fc.record({ do: fc.constant('deleteAccount'), browser })],
  hear: [3, fc.record({ do: fc.constant('hear'), event: fc.nat(7) })],
  wait: [2, fc.record({ do: fc.constant('wait'), minutes: fc.constantFrom(3, 90, 28_800) })],
}
const step = fc.oneof(...Object.values(steps).map(([weight, arbitrary]) => ({ weight, arbitrary })))

/** Random, as the page makes them: known to the browser that sent them, and to nobody with a copy of its cookies. */
const requestIdOf = (of: number, request: number) =>
  `${String(of).repeat(8)}-0000-4000-8000-${String(request).repeat(12)}`

class Life {
  readonly world = new World()
  readonly browsers = Array.from({ length: browsers }, () => this.world.openBrowser())
  /** What PayPal calls each checkout that was begun. */
  readonly checkouts: { readonly id: string; readonly browser: number }[] = []
  /** Every event that PayPal has sent: it may send each again. */
  readonly heard: string[] = []
  readonly accountCalls: Extract<Step, { do: 'account' }>[] = []
  /** The model: who may act for an account, in which browser. */
  readonly entitledBrowsers = new Map<string, Set<number>>()
  readonly verified = new Set<string>()
  readonly deleted = new Set<string>()
  /** Firebase accounts that somebody has used, with their address. */
  readonly inUse = new Map<string, string>()

  private mayAct(uid: string) {
    const known = this.entitledBrowsers.get(uid) ?? new Set<number>()
    this.entitledBrowsers.set(uid, known)
    return known
  }

  private async key(id: string) {
    return this.world.tokens.issueMark('finish', id, this.world.now)
  }

  private begun(checkout: number) {
    return this.checkouts[checkout % this.checkouts.length]
  }

  private isPaid(id: string) {
    const found = this.world.ledger.find(id)
    return found.ok && found.value.status !== 'APPROVAL_PENDING'
  }

  async uidIn(index: number): Promise<string | null> {
    const answer = await this.browsers[index]!.send('GET', '/api/user')
    const { response } = (await answer.json()) as { response: { firebase_id: string } | null }
    return response?.firebase_id ?? null
  }

  async take(taken: Step): Promise<void> {
    const { world } = this
    switch (taken.do) {
      case 'begin': {
        const { cookies, send } = this.browsers[taken.browser]!
        if (taken.student !== null) {
          const mark = await world.tokens.issueMark('student', students[taken.student]!, world.now)
          cookies.set('__Host-student', mark)
        }
        const answer = await send('POST', '/api/checkout', {
          kind: taken.student === null ? 'monthly' : 'student',
          source: null,
          requestId: requestIdOf(taken.browser, taken.request),
        })
        if (!answer.ok) return
        const { id } = (await answer.json()) as { id: string }
        if (!this.checkouts.some((known) => known.id === id)) {
          this.checkouts.push({ id, browser: taken.browser })
        }
        if (taken.isApproved) world.ledger.approve(id, payer)
        return this.expectBuyerToKeep(id)
      }
      case 'approve': {
        const begun = this.begun(taken.checkout)
        if (begun) world.ledger.approve(begun.id, payer)
        return
      }
      case 'comeBack':
      case 'claim': {
        const begun = this.begun(taken.checkout)
        if (!begun) return
        const { id } = begun
        const path = taken.do === 'claim' ? 'claim' : 'approval'
        const body = taken.hasKey && this.isPaid(id) ? { key: await this.key(id) } : {}
        await this.browsers[taken.browser ?? begun.browser]!.send(
          'POST',
          `/api/checkout/${id}/${path}`,
          body,
        )
        return
      }
      case 'account':
        this.accountCalls.push(taken)
        return this.makeAccount(taken)
      case 'repeatAccount': {
        const call = this.accountCalls[taken.account % this.accountCalls.length]
        return call && this.makeAccount(call)
      }
      case 'copyCookies': {
        const [from, to] = [this.browsers[taken.browser]!, this.browsers[taken.to]!]
        if (from === to) return
        to.cookies.clear()
        for (const [name, value] of from.cookies) to.cookies.set(name, value)
        for (const known of this.entitledBrowsers.values()) {
          known.delete(taken.to)
          if (known.has(taken.browser)) known.add(taken.to)
        }
        return
      }
      case 'signIn': {
        const uid = world.openSignInLink(emails[taken.email]!)
        this.inUse.set(uid, emails[taken.email]!)
        const answer = await this.browsers[taken.browser]!.send('POST', '/api/session', {
          idToken: uid,
        })
        expect(answer.status).toBe(200)
        // The owner of the address is here: whoever made the account before is not.
        if (!this.verified.has(uid)) this.entitledBrowsers.delete(uid)
        this.verified.add(uid)
        this.mayAct(uid).add(taken.browser)
        expect(await this.uidIn(taken.browser)).toBe(uid)
        return
      }
      case 'logOut':
        await this.browsers[taken.browser]!.send('DELETE', '/api/session')
        return
      case 'cancel':
      case 'reactivate':
        return this.changeSubscription(taken.browser, taken.do)
      case 'deleteAccount': {
        const uid = await this.uidIn(taken.browser)
        if (!uid || !this.verified.has(uid)) return
        await this.browsers[taken.browser]!.send('DELETE', '/api/account', { idToken: uid })
        this.deleted.add(uid)
        this.inUse.delete(uid)
        this.verified.delete(uid)
        this.entitledBrowsers.delete(uid)
        return
      }
      case 'hear': {
        this.heard.push(
          ...world.events.map(({ text }) => text).filter((text) => !this.heard.includes(text)),
        )
        const text = this.heard[taken.event % this.heard.length]
        if (text) await takeEvent(world.means, parseEvent(text)!)
        return
      }
      case 'wait':
        await world.tick(taken.minutes)
    }
  }

  /** What is bought now must not go to an account that an earlier guest of this browser moved to. */
  private async expectBuyerToKeep(id: string) {
    const found = await findCheckout(this.world.means.firestore, id)
    if (!found.ok || !found.value?.isGuest) return
    expect((await this.world.record(found.value.uid)).movedTo).toBeNull()
  }

  /** Whatever is asked of an account's subscription changes no other record. */
  private async changeSubscription(index: number, what: 'cancel' | 'reactivate') {
    const uid = await this.uidIn(index)
    const others = async () =>
      (await this.world.all({ collection: 'subscriptions' })).filter(({ id }) => id !== uid)
    const before = await others()
    const answer = await this.browsers[index]!.send('PATCH', '/api/subscription', { step: what })
    if (uid === null) expect(answer.status).toBe(401)
    expect(await others()).toEqual(before)
  }

  private async makeAccount(taken: Extract<Step, { do: 'account' }>) {
    const begun = this.begun(taken.checkout)
    if (!begun) return
    const { id } = begun
    const browser = taken.browser ?? begun.browser
    const { send } = this.browsers[browser]!
    const address = emails[taken.email]!
    const isPaid = this.isPaid(id)
    const firebase = new Map(this.world.accounts)
    const answer = await send('POST', `/api/checkout/${id}/account`, {
      first_name: 'A',
      last_name: 'B',
      email: address,
      requestId: requestIdOf(browser, taken.request),
      ...(taken.hasKey && isPaid ? { key: await this.key(id) } : {}),
    })
    if (!answer.ok) {
      const { error } = (await answer.json()) as { error: { code: string } }
      if (isPaid) return
      // Nothing depends on the address before something is paid.
      expect(['not_found', 'not_approved']).toContain(error.code)
      expect(this.world.accounts).toEqual(firebase)
      return
    }
    expect(isPaid).toBe(true)
    const uid = (await this.uidIn(browser))!
    expect(this.world.accounts.get(uid)).toBe(address)
    // Nobody is logged in to an account that its owner has verified, or that was there before.
    expect(this.verified.has(uid)).toBe(false)
    const isOwn = this.mayAct(uid).has(browser) || !firebase.has(uid)
    const isRetried = !isOwn && this.entitledBrowsers.get(uid)!.size === 0
    expect(isOwn || isRetried).toBe(true)
    this.mayAct(uid).add(browser)
  }

  /** What holds at every moment. */
  async check() {
    for (const [uid, address] of this.inUse) expect(this.world.accounts.get(uid)).toBe(address)
    for (let index = 0; index < browsers; index++) {
      const uid = await this.uidIn(index)
      if (uid !== null && !this.entitledBrowsers.get(uid)?.has(index)) {
        throw new Error(`browser ${index} is logged in as ${uid}`)
      }
    }
  }

  /** What holds when everything that was sent has arrived. */
  async checkAtRest() {
    const { world } = this
    // What one run starts, the next two finish.
    for (let run = 0; run < 3; run++) await world.tick(3)
    const records = (await world.all({ collection: 'subscriptions' })).map(({ id, fields }) => ({
      uid: id,
      record: subscriptionRecordSchema.parse(fields),
    }))
    const holders = new Map<string, string[]>()
    for (const { uid, record } of records) {
      const { subscription } = record
      if (!subscription) continue
      holders.set(subscription.provider, [...(holders.get(subscription.provider) ?? []), uid])
      const payments = this.paymentsOf(subscription.provider)
      if (standing(record, world.now).entitled) {
        expect(payments.some(({ status }) => status === 'COMPLETED')).toBe(true)
      }
    }
    for (const held of holders.values()) expect(held).toHaveLength(1)
    for (const { id } of this.checkouts) this.expectNothingLost(id, holders)
    await this.expectOneStudentEach()
  }

  private paymentsOf(id: string) {
    return this.world.ledger.paymentsOf(id, new Date(0), this.world.now)
  }

  private expectNothingLost(id: string, holders: ReadonlyMap<string, readonly string[]>) {
    const found = this.world.ledger.find(id)
    const isRunning = found.ok && ['ACTIVE', 'SUSPENDED'].includes(found.value.status)
    if (isRunning && !holders.has(id)) throw new Error(`${id} is billed and belongs to nobody`)
    const isKept = this.paymentsOf(id).some(({ status }) => status === 'COMPLETED')
    // A deleted account takes what it had paid for with it.
    if (isKept && !holders.has(id) && this.deleted.size === 0)
      throw new Error(`${id} is paid and lost`)
  }

  private async expectOneStudentEach() {
    const running = new Map<string, number>()
    for (const { id, fields } of await this.world.all({ collection: 'checkouts' })) {
      const record = await this.world.record(String(fields.uid))
      const isHeld = record.subscription?.provider === id && !isOver(record.subscription)
      if (!isHeld || typeof fields.student !== 'string') continue
      running.set(fields.student, (running.get(fields.student) ?? 0) + 1)
    }
    for (const count of running.values()) expect(count).toBe(1)
  }
}

async function live(steps: readonly Step[]) {
  const life = new Life()
  try {
    for (const taken of steps) {
      await life.take(taken)
      life.world.now = new Date(life.world.now.getTime() + 2000)
    }
    await life.check()
    await life.checkAtRest()
    await life.check()
  } finally {
    life.world.database.close()
  }
}

it('gives every account and every payment to its owner alone, whatever happens in which order', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), live), {
    numRuns: 5000,
  })
}, 600_000)

describe('a purchase that has moved', () => {
  it('is followed by PayPal’s events and cron jobs, and by nobody who acts for the guest', async () => {
    const world = new World()
    const { firestore } = world.means
    const { post } = world
    const begun = await post('/api/checkout', {
      kind: 'monthly',
      source: null,
      requestId: requestIdOf(1, 1),
    })
    const { id } = (await begun.json()) as { id: string }
    world.ledger.approve(id, payer)
    const found = await findCheckout(firestore, id)
    const guest = found.ok ? found.value!.uid : ''
    const reader = {
      first_name: 'Ama',
      last_name: '',
      email: 'ama@example.com',
      createdAt: world.now,
    }
    await firestore.commit([{ set: `users/${world.uid}`, fields: reader }])
    await world.logIn()
    expect((await post(`/api/checkout/${id}/claim`, {})).status).toBe(200)
    expect((await world.record(guest)).movedTo).toBe(world.uid)

    const change = (by: Actor, kind: 'cancel' | 'endNow') =>
      changeSubscription({
        firestore,
        uid: guest,
        by,
        now: () => world.now,
        event: async () => succeed({ kind }),
      })
    for (const by of ['reader', { operator: 'desk', message: null }] as const) {
      for (const kind of ['cancel', 'endNow'] as const) {
        expect(await change(by, kind)).toMatchObject({ value: { ignored: 'moved' } })
      }
    }
    expect((await world.record(world.uid)).subscription?.state).toBe('active')
    expect(await change('provider', 'cancel')).toMatchObject({ value: { ignored: null } })
    expect((await world.record(world.uid)).subscription?.state).toBe('ending')
    world.database.close()
  })
})
