/**
 * Postmark signs nothing, so its webhook address contains a secret. Sources: "Bounce", "Delivery", "Spam complaint
 * webhook".
 */
import { z } from 'zod'
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import { type MailEvent, parseSource } from './mail-event.ts'

const metadata = z.record(z.string(), z.string()).default({}).catch({})

const eventSchema = z.discriminatedUnion('RecordType', [
  z.object({
    RecordType: z.literal('Delivery'),
    Recipient: z.string(),
    DeliveredAt: z.coerce.date<string>(),
    Metadata: metadata,
  }),
  z.object({
    RecordType: z.enum(['Bounce', 'SpamComplaint']),
    Type: z.string().optional(),
    Email: z.string(),
    BouncedAt: z.coerce.date<string>(),
    Metadata: metadata,
  }),
])

/**
 * Bounces after which an address won't accept emails again. `Blocked` isn't one of them, because it means that the
 * address's provider refuses the sender.
 */
const hardTypes = new Set(['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated'])
/** Messages that don't show whether the address accepts email. */
const ignoredTypes = new Set([
  'AutoResponder',
  'ChallengeVerification',
  'OpenRelayTest',
  'Subscribe',
  'Unsubscribe',
  'AddressChange',
])
const typeSchema = z.object({ RecordType: z.string() })

/** Returns no events for an unused type; fails if the body isn't an event. */
export function parsePostmarkEvent(body: unknown): Result<readonly MailEvent[], 'malformed'> {
  const parsed = eventSchema.safeParse(body)
  if (!parsed.success) {
    const isOtherType =
      typeSchema.safeParse(body).success &&
      parsed.error.issues.every(({ path }) => path[0] === 'RecordType')
    return isOtherType ? succeed([]) : fail('malformed')
  }
  const event = parsed.data
  const source = parseSource(event.Metadata)
  if (event.RecordType === 'Delivery') {
    return succeed([{ kind: 'delivered', at: event.DeliveredAt, email: event.Recipient, source }])
  }
  const common = { at: event.BouncedAt, email: event.Email, source }
  const type = event.Type ?? ''
  if (event.RecordType === 'SpamComplaint' || type === 'SpamComplaint')
    return succeed([{ kind: 'complaint', ...common }])
  if (ignoredTypes.has(type)) return succeed([])
  return succeed([{ kind: hardTypes.has(type) ? 'hardBounce' : 'softBounce', ...common }])
}
