/** Verifies providers' events. One webhook may report on both streams of email, or each may have its own. */

import { createSnsVerifier, type SnsOptions } from './ses-events.ts'

type SecretSource<Provider> = { readonly provider: Provider; readonly secret: string }
type SnsSource = SnsOptions & {
  readonly provider: 'ses'
  readonly verify: ReturnType<typeof createSnsVerifier>
}
export type MailEventSource = SecretSource<'resend'> | SecretSource<'postmark'> | SnsSource

/** In milliseconds. */
const timeout = 4000

async function fetchText(url: string): Promise<string | null> {
  try {
    const init = { redirect: 'manual', signal: AbortSignal.timeout(timeout) } as const
    const response = await fetch(url, init)
    if (response.ok) return await response.text()
    await response.body?.cancel()
    return null
  } catch {
    return null
  }
}

function createSource(
  provider: MailEventSource['provider'],
  secret: string,
  fakeUrl?: string,
): MailEventSource {
  if (provider !== 'ses') return { provider, secret }
  const fakeOrigin = fakeUrl === undefined ? null : new URL(fakeUrl).origin
  const verify = createSnsVerifier({ topic: secret, fakeOrigin, fetchText })
  return { provider, verify, topic: secret, fakeOrigin, fetchText }
}

/** Environment variables about the sources of events. */
type MailVariables = {
  readonly weeklyMail:
    | {
        readonly WEEKLY_MAIL_PROVIDER: MailEventSource['provider']
        readonly WEEKLY_MAIL_EVENTS?: string | undefined
        readonly WEEKLY_MAIL_URL?: string | undefined
      }
    | null
    | undefined
  readonly mail:
    | {
        readonly MAIL_PROVIDER: MailEventSource['provider'] | 'cloudflare'
        readonly MAIL_EVENTS?: string | undefined
      }
    | null
    | undefined
}

/** Without any source, no address is suppressed, and lost responses about The Weekly stay unknown. */
export function createMailEventSources({
  mail,
  weeklyMail,
}: MailVariables): readonly MailEventSource[] {
  const sources: MailEventSource[] = []
  if (weeklyMail?.WEEKLY_MAIL_EVENTS !== undefined) {
    const { WEEKLY_MAIL_PROVIDER, WEEKLY_MAIL_EVENTS, WEEKLY_MAIL_URL } = weeklyMail
    sources.push(createSource(WEEKLY_MAIL_PROVIDER, WEEKLY_MAIL_EVENTS, WEEKLY_MAIL_URL))
  }
  if (mail?.MAIL_EVENTS !== undefined && mail.MAIL_PROVIDER !== 'cloudflare') {
    sources.push(createSource(mail.MAIL_PROVIDER, mail.MAIL_EVENTS))
  }
  return sources
}
