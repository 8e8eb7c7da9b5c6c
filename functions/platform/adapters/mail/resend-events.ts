/** Resend's webhooks are sent by Svix. Sources: "Webhooks" at resend.com, "Verifying webhooks manually" at svix.com. */
import { z } from 'zod'
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import { type MailEvent, parseSource } from './mail-event.ts'

/** Maximum difference in seconds between now and a signature's time. */
const tolerance = 5 * 60

const secretPrefix = 'whsec_'

const decodeBase64 = (text: string) =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

export type SignatureProblem = 'forged' | 'stale'

/** Verifies in constant time (`crypto.subtle.verify`). */
export async function verifySvix(
  headers: Pick<Headers, 'get'>,
  body: string,
  secret: string,
  now: Date,
): Promise<SignatureProblem | null> {
  const id = headers.get('svix-id') ?? ''
  const timestamp = headers.get('svix-timestamp') ?? ''
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const keyBytes = decodeBase64(secret.slice(secretPrefix.length))
  const key = await crypto.subtle.importKey('raw', keyBytes, hmac, false, ['verify'])
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const signature of (headers.get('svix-signature') ?? '').split(' ').slice(0, 10)) {
    const [version, encoded = ''] = signature.split(',')
    if (version !== 'v1' || !/^[A-Za-z0-9+/]{43}=$/.test(encoded)) continue
    if (!(await crypto.subtle.verify('HMAC', key, decodeBase64(encoded), signed))) continue
    const age = Math.abs(now.getTime() / 1000 - Number(timestamp))
    return age <= tolerance ? null : 'stale'
  }
  return 'forged'
}

const tagsSchema = z
  .union([
    z.record(z.string(), z.string()),
    z
      .array(z.object({ name: z.string(), value: z.string() }))
      .transform((tags) => Object.fromEntries(tags.map(({ name, value }) => [name, value]))),
  ])
  .catch({})

const eventSchema = z.object({
  type: z.string(),
  created_at: z.coerce.date<string>(),
  data: z.object({
    to: z.array(z.string()).default([]),
    tags: tagsSchema.optional(),
    bounce: z.object({ type: z.string() }).optional().catch(undefined),
  }),
})

/** Returns no events for an unused type; fails if the body isn't an event. */
export function parseResendEvent(body: unknown): Result<readonly MailEvent[], 'malformed'> {
  const parsed = eventSchema.safeParse(body)
  if (!parsed.success) return fail('malformed')
  const { type, created_at: at, data } = parsed.data
  const kind = readKind(type, data.bounce?.type)
  if (!kind) return succeed([])
  const source = parseSource(data.tags)
  return succeed(data.to.map((email) => ({ kind, at, email, source })))
}

function readKind(type: string, bounce: string | undefined): MailEvent['kind'] | null {
  switch (type) {
    case 'email.delivered':
      return 'delivered'
    case 'email.complained':
      return 'complaint'
    case 'email.bounced':
      return bounce === undefined || bounce === 'Permanent' ? 'hardBounce' : 'softBounce'
    case 'email.failed':
    case 'email.suppressed':
      return 'failed'
    default:
      return null
  }
}
