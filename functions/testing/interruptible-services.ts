/**
 * Services that the Worker calls, in one process: a database, PayPal, emails and accounts, with calls that can be
 * interrupted.
 */
import { createInMemoryFirestore } from '../../scripts/dev/fakes/firestore/in-memory-firestore.ts'
import { getKindsOfJob } from '../../src/domain/outbox/outbox-item.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import type { Firestore, Write } from '../platform/adapters/firestore.ts'
import type { EmailService } from '../platform/adapters/mail/email-service.ts'
import { cronPath } from '../platform/cron/run-cron.ts'
import { CallMeter } from './call-meter.ts'
import { createInProcessAccounts } from './in-process-accounts.ts'
import {
  createInProcessPayPal,
  ledgerPlans,
  openInProcessLedger,
  type WebhookEvent,
} from './in-process-paypal.ts'
import { reading } from './interruptible-call.ts'

export class FaultError extends Error {}

export class InterruptibleServices {
  now = new Date('2026-03-01T10:00:00Z')
  /** Called between a caller's reads and its writes. */
  whileSending: (to: string) => Promise<unknown> = async () => {}
  /** Every copy of an email, as if the provider didn't detect duplicates. */
  readonly sentEmails: {
    readonly id: string
    readonly line: string
    readonly text: string
  }[] = []
  readonly refunded: string[] = []
  /** PayPal's webhooks that haven't been delivered yet. */
  readonly events: WebhookEvent[] = []
  /** The number of the call that interrupts the Worker, and whether the call is made first. */
  fault: { readonly call: number; readonly isCallMade: boolean } | null = null
  unavailableService: 'paypal' | 'firestore' | 'accounts' | null = null
  /** The number of calls to the unavailable service that still succeed. */
  callsBeforeOutage = 0
  /** Whether the service still performs calls, and only its responses are lost. */
  areAnswersLost = false
  calls = 0
  /** The numbers of the calls that can change data. */
  readonly writes = new Set<number>()
  protected faultError: FaultError | null = null
  readonly database = createInMemoryFirestore()
  protected readonly firestore = this.database.firestore
  /** PayPal's plans, whose prices a test may change. */
  readonly payPalPlans =
    structuredClone<Record<string, { months: number; value: string }>>(ledgerPlans)

  readonly ledger = openInProcessLedger(
    () => this.now,
    (event) => this.events.push(event),
    this.payPalPlans,
  )

  async call<Value>(
    make: () => Promise<Value>,
    service: 'paypal' | 'firestore' | 'mail' | 'accounts' | 'networks',
    { isRead = false } = {},
  ) {
    // An interrupted Worker makes no further calls, even if the exception is caught.
    if (this.faultError) throw this.faultError
    if (this.unavailableService === service && --this.callsBeforeOutage < 0) {
      if (this.areAnswersLost) await make()
      return fail({ kind: 'unavailable', reason: 'away' } as const) as Value
    }
    const callNumber = ++this.calls
    if (!isRead) this.writes.add(callNumber)
    const isFaultHere = this.fault?.call === callNumber
    if (isFaultHere && !this.fault!.isCallMade) throw this.stop()
    const value = await make()
    if (isFaultHere) throw this.stop()
    return value
  }

  readonly meter = new CallMeter()

  /** Counts reads as Firestore bills them: one for each document, and at least one for a query. */
  private read<Value>(make: () => Promise<Value>, countDocuments: (value: Value) => number) {
    return this.call(
      async () => {
        const value = await make()
        this.meter.count('reads', countDocuments(value))
        return value
      },
      'firestore',
      reading,
    )
  }

  private stop(): FaultError {
    this.faultError = new FaultError()
    return this.faultError
  }

  readonly paypal = createInProcessPayPal(
    this.ledger,
    (make, options) => {
      this.meter.count('payPal', 1)
      return this.call(make, 'paypal', options)
    },
    this.refunded,
    this.payPalPlans,
  )

  protected readonly faultyFirestore: Firestore = {
    ...this.firestore,
    get: (path) =>
      this.read(
        () => this.firestore.get(path),
        () => 1,
      ),
    getAll: (paths) =>
      this.read(
        () => this.firestore.getAll(paths),
        () => paths.length,
      ),
    commit: (writes) => {
      this.meter.count('writes', writes.length)
      this.meter.count('emails', countEmails(writes))
      // The cron job's lease has separate tests (platform/cron).
      const isLease = writes.every((write) => 'set' in write && write.set === cronPath)
      return this.call(() => this.firestore.commit(writes), 'firestore', { isRead: isLease })
    },
    query: (query) =>
      this.read(
        () => this.firestore.query(query),
        (found) => (found.ok ? Math.max(1, found.value.documents.length) : 1),
      ),
    count: (query) =>
      this.read(
        () => this.firestore.count(query),
        () => 1,
      ),
  }

  protected readonly emailService: EmailService = {
    send: ({ to, subject, text }, id) =>
      this.call(async () => {
        await this.whileSending(to)
        this.sentEmails.push({ id, line: `${to}: ${subject}`, text })
        return succeed(undefined)
      }, 'mail'),
  }

  protected readonly firebase = createInProcessAccounts(
    (make, options) => this.call(make, 'accounts', options),
    () => this.now,
  )

  readonly accounts = this.firebase.addresses
  readonly verifiedUids = this.firebase.verifiedUids
  readonly disabledUids = this.firebase.disabledUids
  readonly openSignInLink = this.firebase.openSignInLink
  readonly signInEmails = this.firebase.signInEmails
  readonly sentSignInEmails = this.firebase.sentSignInEmails

  clearFault() {
    this.fault = null
    this.faultError = null
  }
}

/** Counts emails, which wait in the outbox until the cron job sends them. */
const countEmails = (writes: readonly Write[]) =>
  writes.filter(
    (write) =>
      'set' in write &&
      write.set.startsWith('outbox/') &&
      emailKinds.has(String(write.fields.kind)),
  ).length

const emailKinds: ReadonlySet<string> = new Set([...getKindsOfJob('emails'), 'giftCard'])
