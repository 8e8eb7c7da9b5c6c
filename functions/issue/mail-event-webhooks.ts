/** Verifies and handles the events of email providers. Nothing is stored of a message that isn't theirs. */
import { type Result, succeed } from '../../src/domain/result.ts'
import { isSameSecret, type MailEvent } from '../adapters/mail/mail-event.ts'
import { parsePostmarkEvent } from '../adapters/mail/postmark-events.ts'
import { parseResendEvent, verifySvix } from '../adapters/mail/resend-events.ts'
import { isSnsAddress, parseSesEvent, parseSnsMessage } from '../adapters/mail/ses-events.ts'
import type { Deps } from '../http/edge-context.ts'
import { type Handle, refuse, refuseUnavailable } from '../http/handler.ts'
import { createIssueReaders } from './create-issue-deps.ts'
import { handleMailEvents } from './handle-mail-events.ts'

/** Null if it isn't JSON. */
async function readJson({ request }: Pick<Deps, 'request'>): Promise<unknown> {
  return request.json().catch(() => null)
}

async function handleEvents(deps: Deps, events: Result<readonly MailEvent[], 'malformed'>) {
  if (!events.ok) return refuse('bad_request')
  try {
    const handled = await handleMailEvents(createIssueReaders(deps), events.value)
    if (handled.ok) return succeed(undefined)
    return refuseUnavailable(deps, 'mail_event_not_handled', { reason: handled.failure.kind })
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown'
    return refuseUnavailable(deps, 'mail_event_not_handled', { reason })
  }
}

export const handleResendEvent: Handle<'POST /api/webhooks/mail/resend'> = async (_, __, deps) => {
  const events = deps.weeklyMail?.events
  if (events?.provider !== 'resend') return refuse('not_found')
  const text = await deps.request.text()
  const problem = await verifySvix(deps.request.headers, text, events.secret, deps.now())
  if (problem) return refuse(problem === 'stale' ? 'stale_signature' : 'bad_signature')
  try {
    return await handleEvents(deps, parseResendEvent(JSON.parse(text)))
  } catch {
    return refuse('bad_request')
  }
}

export const handlePostmarkEvent: Handle<'POST /api/webhooks/mail/postmark/:secret'> = async (
  { secret },
  _,
  deps,
) => {
  const events = deps.weeklyMail?.events
  if (events?.provider !== 'postmark') return refuse('not_found')
  if (!(await isSameSecret(secret, events.secret))) return refuse('bad_signature')
  return handleEvents(deps, parsePostmarkEvent(await readJson(deps)))
}

export const handleSesEvent: Handle<'POST /api/webhooks/mail/ses'> = async (_, __, deps) => {
  const events = deps.weeklyMail?.events
  if (events?.provider !== 'ses') return refuse('not_found')
  const message = parseSnsMessage(await readJson(deps))
  if (!message) return refuse('bad_request')
  const problem = await events.verify(message, deps.now())
  if (problem === 'unavailable') {
    return refuseUnavailable(deps, 'mail_event_not_verified', { reason: 'certificate' })
  }
  if (problem) return refuse(problem === 'stale' ? 'stale_signature' : 'bad_signature')
  if (message.Type === 'Notification') return handleEvents(deps, parseSesEvent(message.Message))
  // Amazon sends no events before its address was opened once.
  const { SubscribeURL } = message
  if (message.Type !== 'SubscriptionConfirmation' || SubscribeURL === undefined)
    return succeed(undefined)
  if (!isSnsAddress(SubscribeURL, events)) return refuse('bad_signature')
  return (await events.fetchText(SubscribeURL)) === null
    ? refuseUnavailable(deps, 'mail_events_not_confirmed', {})
    : succeed(undefined)
}
