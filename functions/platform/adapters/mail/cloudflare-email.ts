/**
 * Cloudflare's `send_email` binding. It isn't a `BulkProvider`, because Cloudflare's terms don't allow bulk email.
 * Cloudflare doesn't detect duplicates. Bounces are reported to a separate queue, which we don't read, because
 * Cloudflare maintains its own list of bounced addresses. Source: "Workers API" in the Cloudflare Email Service
 * documentation.
 */
import { z } from 'zod'
import { fail, succeed } from '../../../../src/domain/result.ts'
import { getErrorName } from '../../error-name.ts'
import { waitAtMost } from '../../wait-at-most.ts'
import type { EmailService } from './email-service.ts'

type Sender = string | { name: string; email: string }

/** The part of the binding that we use. */
export type EmailBinding = {
  send(email: {
    from: Sender
    to: string
    subject: string
    html: string
    text: string
  }): Promise<unknown>
}

export type CloudflareEmailOptions = {
  readonly binding: EmailBinding
  /** `The Verandah <letters@example.com>`, or an address. */
  readonly from: string
  /** In milliseconds. */
  readonly timeout: number
}

function parseSender(from: string): Sender {
  const [, quotedName = '', email = from.trim()] = /^([^<>]*)<([^<>]+)>$/.exec(from.trim()) ?? []
  const name = quotedName.trim().replace(/^"|"$/g, '')
  return name === '' ? email : { name, email }
}

/** The error for an address that has bounced. Other errors concern the account or a setting, or are temporary. */
const refusedAddress = 'E_RECIPIENT_SUPPRESSED'
const errorSchema = z.object({ code: z.string().regex(/^E_[A-Z_]{1,60}$/) })
const sentSchema = z.object({ messageId: z.string() })

export function createCloudflareEmail(options: CloudflareEmailOptions): EmailService {
  const { binding, timeout } = options
  const from = parseSender(options.from)
  return {
    async send({ to, subject, html, text }) {
      try {
        const sent = await waitAtMost(binding.send({ from, to, subject, html, text }), timeout)
        if (sent === null) return fail({ kind: 'unavailable', reason: 'TimeoutError' })
        if (sentSchema.safeParse(sent).success) return succeed(undefined)
        return fail({ kind: 'unavailable', reason: 'not a Cloudflare response' })
      } catch (error) {
        const code = errorSchema.safeParse(error).data?.code
        if (code === refusedAddress) return fail({ kind: 'refused' })
        return fail({ kind: 'unavailable', reason: code ?? getErrorName(error) })
      }
    },
  }
}
