/**
 * For tests: a history of steps in the Worker's own routes, beside a simple model of who owns what.
 */
import { expect } from 'vitest'
import { standing } from '../src/domain/standing.ts'
import { subscriptionRecordSchema } from '../src/domain/subscription.ts'
import { isOver } from '../src/domain/wanted-and-due.ts'
import {
  type Approval,
  browsers,
  emails,
  requestIdOf,
  type Step,
  students,
} from './edge-client-steps.ts'
import { payer, World } from './edge-client-world.ts'
import { findCheckout } from './subscription/look.ts'
import { parseEvent, takeEvent } from './subscription/paypal-webhook.ts'

export class Life {
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
    return this.paymentsOf(id).some(({ status }) => ['COMPLETED', 'REFUNDED'].includes(status))
  }

  private approve(id: string, approval: Approval) {
    this.world.ledger.slow(id, approval === 'pending')
    this.world.ledger.approve(id, payer)
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
        if (taken.approval) this.approve(id, taken.approval)
        return this.expectBuyerToKeep(id)
      }
      case 'approve': {
        const begun = this.begun(taken.checkout)
        if (begun) this.approve(begun.id, taken.approval)
        return
      }
      case 'collect': {
        const id = this.begun(taken.checkout)?.id ?? ''
        const pending = this.paymentsOf(id).find(({ status }) => status === 'PENDING')
        if (pending) world.ledger.complete(pending.id, true)
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

  /** A new purchase must not go to an account that an earlier guest of this browser moved to. */
  private async expectBuyerToKeep(id: string) {
    const found = await findCheckout(this.world.means.firestore, id)
    if (!found.ok || !found.value?.isGuest) return
    expect((await this.world.record(found.value.uid)).movedTo).toBeNull()
  }

  /** A change of one account's subscription leaves all other records alone. */
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

  /** Invariants at every moment. */
  async check() {
    for (const [uid, address] of this.inUse) expect(this.world.accounts.get(uid)).toBe(address)
    for (let index = 0; index < browsers; index++) {
      const uid = await this.uidIn(index)
      if (uid !== null && !this.entitledBrowsers.get(uid)?.has(index)) {
        throw new Error(`browser ${index} is logged in as ${uid}`)
      }
    }
  }

  /** Invariants once every event has arrived. */
  async checkAtRest() {
    const { world } = this
    // Work that one run starts is finished by the next two.
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
    if (isRunning && this.isPaid(id) && !holders.has(id))
      throw new Error(`${id} is billed and belongs to nobody`)
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
