/** Runs random steps through the Worker's routes, and compares them with a model of who owns which purchase. */
import { expect } from 'vitest'
import { canBeReplaced } from '../../src/domain/subscription/desired-status.ts'
import { resolveEntitlement } from '../../src/domain/subscription/entitlement.ts'
import { subscriptionRecordSchema } from '../../src/domain/subscription/subscription.ts'
import { handlePayPalEvent } from '../paypal-events/handle-paypal-event.ts'
import { parsePayPalEvent } from '../subscription/paypal-event.ts'
import { findCheckout } from '../subscription/stored-checkout.ts'
import {
  type Approval,
  browsers,
  createRequestId,
  emails,
  type Step,
  students,
} from './random-steps.ts'
import { unwrap } from './unwrap.ts'
import { payer, WorkerHarness } from './worker-harness.ts'

export class OwnershipModel {
  readonly harness = new WorkerHarness()
  readonly browsers = Array.from({ length: browsers }, () => this.harness.openBrowser())
  readonly checkouts: { readonly id: string; readonly browser: number }[] = []
  /** Every event so far, because PayPal may repeat each of them. */
  readonly receivedEvents: string[] = []
  readonly accountCalls: Extract<Step, { do: 'account' }>[] = []
  /** The model of which browsers may act for each account. */
  readonly entitledBrowsers = new Map<string, Set<number>>()
  readonly verified = new Set<string>()
  readonly deleted = new Set<string>()
  /** Firebase accounts that have been used, with their addresses. */
  readonly inUse = new Map<string, string>()

  private getEntitledBrowsers(uid: string) {
    const known = this.entitledBrowsers.get(uid) ?? new Set<number>()
    this.entitledBrowsers.set(uid, known)
    return known
  }

  private key(id: string) {
    return this.harness.tokens.issueToken('finishCheckout', id, this.harness.now)
  }

  private startedCheckout(checkout: number) {
    return this.checkouts[checkout % this.checkouts.length]
  }

  private isPaid(id: string) {
    return this.paymentsOf(id).some(({ status }) => ['COMPLETED', 'REFUNDED'].includes(status))
  }

  private approve(id: string, approval: Approval) {
    this.harness.ledger.setSlow(id, approval === 'pending')
    this.harness.ledger.approve(id, payer)
  }

  /** Returns whether this browser's guest, or its logged-in reader, has started the checkout. */
  private async hasStarted(index: number, id: string): Promise<boolean> {
    const { deps, tokens, now } = this.harness
    const owner = unwrap(await findCheckout(deps.firestore, id))?.uid
    const cookie = this.browsers[index]!.cookies.get('__Host-buyer')
    return [await tokens.readToken('buyer', cookie, now), await this.readUid(index)].includes(
      owner ?? '',
    )
  }

  async readUid(index: number): Promise<string | null> {
    const answer = await this.browsers[index]!.send('GET', '/api/user')
    const { response } = (await answer.json()) as { response: { firebase_id: string } | null }
    return response?.firebase_id ?? null
  }

  async runStep(step: Step): Promise<void> {
    const { harness } = this
    switch (step.do) {
      case 'startCheckout': {
        const { cookies, send } = this.browsers[step.browser]!
        if (step.student !== null) {
          const student = students[step.student]!
          const token = await harness.tokens.issueToken('student', student, harness.now)
          cookies.set('__Host-student', token)
        }
        const answer = await send('POST', '/api/checkout', {
          kind: step.student === null ? 'monthly' : 'student',
          source: null,
          requestId: createRequestId(step.browser, step.request),
        })
        if (!answer.ok) return
        const { id } = (await answer.json()) as { id: string }
        if (!this.checkouts.some((known) => known.id === id)) {
          this.checkouts.push({ id, browser: step.browser })
        }
        if (step.approval) this.approve(id, step.approval)
        return this.expectUnmovedGuest(id)
      }
      case 'approve': {
        const startedCheckout = this.startedCheckout(step.checkout)
        if (startedCheckout) this.approve(startedCheckout.id, step.approval)
        return
      }
      case 'collect': {
        const id = this.startedCheckout(step.checkout)?.id ?? ''
        const pending = this.paymentsOf(id).find(({ status }) => status === 'PENDING')
        if (pending) harness.ledger.complete(pending.id, true)
        return
      }
      case 'returnFromPayPal':
      case 'claim': {
        const startedCheckout = this.startedCheckout(step.checkout)
        if (!startedCheckout) return
        const { id } = startedCheckout
        const path = step.do === 'claim' ? 'claim' : 'approval'
        const browser = step.browser ?? startedCheckout.browser
        const hasKey = step.hasKey && this.isPaid(id)
        const isBuyer = hasKey || (await this.hasStarted(browser, id))
        const body = hasKey ? { key: await this.key(id) } : {}
        const url = `/api/checkout/${id}/${path}`
        const answer = await this.browsers[browser]!.send('POST', url, body)
        if (answer.ok) expect(isBuyer).toBe(true)
        return
      }
      case 'account':
        this.accountCalls.push(step)
        return this.createAccount(step)
      case 'repeatAccount': {
        const call = this.accountCalls[step.account % this.accountCalls.length]
        return call && this.createAccount(call)
      }
      case 'copyCookies': {
        const [from, to] = [this.browsers[step.browser]!, this.browsers[step.to]!]
        if (from === to) return
        to.cookies.clear()
        for (const [name, value] of from.cookies) to.cookies.set(name, value)
        for (const known of this.entitledBrowsers.values()) {
          known.delete(step.to)
          if (known.has(step.browser)) known.add(step.to)
        }
        return
      }
      case 'signIn': {
        const uid = harness.openSignInLink(emails[step.email]!)
        this.inUse.set(uid, emails[step.email]!)
        const answer = await this.browsers[step.browser]!.send('POST', '/api/session', {
          idToken: uid,
        })
        expect(answer.status).toBe(200)
        // The account's creator may not be the owner of its address.
        if (!this.verified.has(uid)) this.entitledBrowsers.delete(uid)
        this.verified.add(uid)
        this.getEntitledBrowsers(uid).add(step.browser)
        expect(await this.readUid(step.browser)).toBe(uid)
        return
      }
      case 'logOut':
        await this.browsers[step.browser]!.send('DELETE', '/api/session')
        return
      case 'cancel':
      case 'reactivate':
        return this.changeSubscription(step.browser, step.do)
      case 'deleteAccount': {
        const uid = await this.readUid(step.browser)
        if (!uid || !this.verified.has(uid)) return
        await this.browsers[step.browser]!.send('DELETE', '/api/account', { idToken: uid })
        this.deleted.add(uid)
        this.inUse.delete(uid)
        this.verified.delete(uid)
        this.entitledBrowsers.delete(uid)
        return
      }
      case 'deliverEvent': {
        const texts = harness.events.map(({ text }) => text)
        this.receivedEvents.push(...texts.filter((text) => !this.receivedEvents.includes(text)))
        const text = this.receivedEvents[step.event % this.receivedEvents.length]
        if (text) await handlePayPalEvent(harness.deps, parsePayPalEvent(text)!)
        return
      }
      case 'wait':
        await harness.advanceMinutes(step.minutes)
    }
  }

  /** Checks that a new purchase doesn't belong to the account of an earlier guest of this browser. */
  private async expectUnmovedGuest(id: string) {
    const found = unwrap(await findCheckout(this.harness.deps.firestore, id))
    if (found?.isGuest) expect((await this.harness.record(found.uid)).movedTo).toBeNull()
  }

  /** Changes one account's subscription, and checks that all other records are unchanged. */
  private async changeSubscription(index: number, step: 'cancel' | 'reactivate') {
    const uid = await this.readUid(index)
    const others = async () =>
      (await this.harness.queryAll({ collection: 'subscriptions' })).filter(({ id }) => id !== uid)
    const before = await others()
    const answer = await this.browsers[index]!.send('PATCH', '/api/subscription', { step })
    if (uid === null) expect(answer.status).toBe(401)
    expect(await others()).toEqual(before)
  }

  private async createAccount(step: Extract<Step, { do: 'account' }>) {
    const startedCheckout = this.startedCheckout(step.checkout)
    if (!startedCheckout) return
    const { id } = startedCheckout
    const browser = step.browser ?? startedCheckout.browser
    const { send } = this.browsers[browser]!
    const address = emails[step.email]!
    const isPaid = this.isPaid(id)
    const accountsBefore = new Map(this.harness.accounts)
    const answer = await send('POST', `/api/checkout/${id}/account`, {
      first_name: 'A',
      last_name: 'B',
      email: address,
      requestId: createRequestId(browser, step.request),
      ...(step.hasKey && isPaid ? { key: await this.key(id) } : {}),
    })
    if (!answer.ok) {
      const { error } = (await answer.json()) as { error: { code: string } }
      if (isPaid) return
      // Before a payment, no response depends on the address.
      expect(['not_found', 'not_approved']).toContain(error.code)
      expect(new Map(this.harness.accounts)).toEqual(accountsBefore)
      return
    }
    expect(isPaid).toBe(true)
    const uid = (await this.readUid(browser))!
    expect(this.harness.accounts.get(uid)).toBe(address)
    // The Worker never logs in to an account that was verified or existed before.
    expect(this.verified.has(uid)).toBe(false)
    const isOwn = this.getEntitledBrowsers(uid).has(browser) || !accountsBefore.has(uid)
    const isRetried = !isOwn && this.entitledBrowsers.get(uid)!.size === 0
    expect(isOwn || isRetried).toBe(true)
    this.getEntitledBrowsers(uid).add(browser)
  }

  async checkInvariants() {
    for (const [uid, address] of this.inUse) expect(this.harness.accounts.get(uid)).toBe(address)
    for (let index = 0; index < browsers; index++) {
      const uid = await this.readUid(index)
      if (uid !== null && !this.entitledBrowsers.get(uid)?.has(index)) {
        throw new Error(`browser ${index} is logged in as ${uid}`)
      }
    }
  }

  /** Checks the invariants once every event has arrived. */
  async checkWhenIdle() {
    const { harness } = this
    await harness.runUntilIdle()
    const records = (await harness.queryAll({ collection: 'subscriptions' })).map(
      ({ id: uid, fields }) => ({ uid, record: subscriptionRecordSchema.parse(fields) }),
    )
    const ownersBySubscription = new Map<string, string[]>()
    for (const { uid, record } of records) {
      const { subscription } = record
      if (!subscription) continue
      const owners = ownersBySubscription.get(subscription.provider) ?? []
      ownersBySubscription.set(subscription.provider, [...owners, uid])
      const payments = this.paymentsOf(subscription.provider)
      if (resolveEntitlement(record, harness.now).entitled) {
        expect(payments.some(({ status }) => status === 'COMPLETED')).toBe(true)
      }
    }
    for (const owners of ownersBySubscription.values()) expect(owners).toHaveLength(1)
    for (const { id } of this.checkouts) this.expectPaymentOwned(id, ownersBySubscription)
    await this.expectOneSubscriptionPerStudent()
  }

  private paymentsOf(id: string) {
    return this.harness.ledger.paymentsOf(id, new Date(0), this.harness.now)
  }

  private expectPaymentOwned(
    id: string,
    ownersBySubscription: ReadonlyMap<string, readonly string[]>,
  ) {
    const found = this.harness.ledger.find(id)
    const isRunning = found.ok && ['ACTIVE', 'SUSPENDED'].includes(found.value.status)
    if (isRunning && this.isPaid(id) && !ownersBySubscription.has(id))
      throw new Error(`${id} is charged and has no owner`)
    const isPaymentKept = this.paymentsOf(id).some(({ status }) => status === 'COMPLETED')
    // A deleted account's purchases have been deleted.
    if (isPaymentKept && !ownersBySubscription.has(id) && this.deleted.size === 0)
      throw new Error(`${id} is paid and lost`)
  }

  private async expectOneSubscriptionPerStudent() {
    const running = new Map<string, number>()
    for (const { id, fields } of await this.harness.queryAll({ collection: 'checkouts' })) {
      const record = await this.harness.record(String(fields.uid))
      const isCurrent = record.subscription?.provider === id && !canBeReplaced(record.subscription)
      if (!isCurrent || typeof fields.student !== 'string') continue
      running.set(fields.student, (running.get(fields.student) ?? 0) + 1)
    }
    for (const count of running.values()) expect(count).toBe(1)
  }
}
