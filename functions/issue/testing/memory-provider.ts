/** An in-memory email provider, which counts the copies that each address gets. */
import { hour } from '../../../src/domain/duration.ts'
import {
  accept,
  answer,
  type BulkAnswer,
  type BulkCall,
  type BulkProvider,
} from '../../platform/adapters/mail/bulk-provider.ts'

/** How the provider behaves on the next calls. */
export type ProviderMood =
  | 'accept'
  /** Sends everything, but the answer is lost. */
  | 'loseAnswer'
  /** The provider receives nothing, so it doesn't respond. */
  | 'unreachable'
  | 'throttle'
  | 'refuse'
  /** Rejects the first address permanently. */
  | 'rejectOne'
  /** Sends to all but the last address, which must be retried. */
  | 'postponeOne'

export class MemoryProvider {
  readonly copies = new Map<string, number>()
  /** Accepted emails, for creating events. */
  readonly sent: { readonly chunk: string; readonly position: number; readonly email: string }[] =
    []
  mood: ProviderMood = 'accept'
  account = 'one'
  calls = 0
  private readonly known = new Map<string, { payload: string; reply: BulkAnswer; at: number }>()
  private readonly hasKeys: boolean
  private readonly now: () => Date

  constructor(hasKeys: boolean, now: () => Date) {
    this.hasKeys = hasKeys
    this.now = now
  }

  createAdapter(batchSize: number): BulkProvider {
    return {
      name: this.hasKeys ? 'resend' : 'postmark',
      account: this.account,
      batchSize,
      keyLifetime: this.hasKeys ? 24 * hour : null,
      rate: { callsPerSecond: 5, recipientsPerSecond: null },
      send: async (call) => this.receive(call),
    }
  }

  private receive(call: BulkCall): BulkAnswer {
    this.calls++
    if (this.mood === 'unreachable') return answer('unknown', 'TimeoutError')
    if (this.mood === 'throttle') return answer('throttled', 'status 429', 2000)
    if (this.mood === 'refuse') return answer('refused', 'status 403')
    const reply = this.hasKeys ? this.replyOnce(call) : this.deliver(call)
    return this.mood === 'loseAnswer' ? answer('unknown', 'TimeoutError') : reply
  }

  /** Behaves like Resend: calls with the same key and content count as one call for 24 hours. */
  private replyOnce(call: BulkCall): BulkAnswer {
    const payload = JSON.stringify(call)
    const key = `${this.account} ${call.key}`
    const known = this.known.get(key)
    const at = this.now().getTime()
    if (known && at - known.at < 24 * hour)
      return known.payload === payload ? known.reply : answer('unknown', 'status 409')
    const reply = this.deliver(call)
    this.known.set(key, { payload, reply, at })
    return reply
  }

  private deliver(call: BulkCall): BulkAnswer {
    const { chunk, recipients } = call
    const rejected = this.mood === 'rejectOne' ? recipients.slice(0, 1) : []
    const postponed = this.mood === 'postponeOne' ? recipients.slice(-1) : []
    for (const recipient of recipients) {
      if (rejected.includes(recipient) || postponed.includes(recipient)) continue
      this.copies.set(recipient.email, (this.copies.get(recipient.email) ?? 0) + 1)
      this.sent.push({ chunk, position: recipient.position, email: recipient.email })
    }
    const positions = (of: typeof recipients) => of.map(({ position }) => position)
    return accept(call, positions(rejected), positions(postponed))
  }
}
