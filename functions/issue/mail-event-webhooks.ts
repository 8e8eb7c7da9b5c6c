/** Verifies and handles email providers' events. Stores nothing from forged messages. */
import { parseJson } from '../../src/domain/parse-json.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import type { MailEvent } from '../platform/adapters/mail/mail-event.ts'
import type { MailEventSource } from '../platform/adapters/mail/mail-event-sources.ts'
import { parsePostmarkEvent } from '../platform/adapters/mail/postmark-events.ts'
import { parseResendEvent, verifySvix } from '../platform/adapters/mail/resend-events.ts'
import {
  isSnsAddress,
  parseSesEvent,
  parseSnsMessage,
} from '../platform/adapters/mail/ses-events.ts'
import { getErrorName } from '../platform/error-name.ts'
import { getCallerAddress, parseWidestNetwork } from '../platform/http/caller-network.ts'
import { isSameSecret } from '../platform/http/is-same-secret.ts'
import { createIssueReaders } from './create-issue-deps.ts'
import { handleMailEvents } from './handle-mail-events.ts'
import type { IssueHandlerDeps } from './issue-handler-deps.ts'

/** Returns null if the body isn't JSON. */
async function readJson({ request }: Pick<IssueHandlerDeps, 'request'>): Promise<unknown> {
  return request.json().catch(() => null)
}

async function handleEvents(
  deps: IssueHandlerDeps,
  events: Result<readonly MailEvent[], 'malformed'>,
) {
  if (!events.ok) return refuse('bad_request')
  try {
    const handled = await handleMailEvents(createIssueReaders(deps), events.value)
    if (handled.ok) return succeed(undefined)
    return refuseUnavailable(deps, 'mail_event_not_handled', { reason: handled.failure.kind })
  } catch (error) {
    const reason = getErrorName(error)
    return refuseUnavailable(deps, 'mail_event_not_handled', { reason })
  }
}

const findSources = <Provider extends MailEventSource['provider']>(
  { mailEventSources }: IssueHandlerDeps,
  provider: Provider,
) =>
  mailEventSources.filter(
    (source): source is Extract<MailEventSource, { provider: Provider }> =>
      source.provider === provider,
  )

/**
 * Fails unless the message comes from one of the sources. `stale` and `unavailable` are more specific than `forged`.
 */
async function findSender<Source, Problem>(
  sources: readonly Source[],
  verify: (source: Source) => Promise<Problem | 'forged' | null>,
): Promise<Result<Source, Problem | 'forged'>> {
  let problem: Problem | 'forged' = 'forged'
  for (const source of sources) {
    const found = await verify(source)
    if (found === null) return succeed(source)
    if (found !== 'forged') problem = found
  }
  return fail(problem)
}

export const handleResendEvent: Handle<'POST /api/webhooks/mail/resend', IssueHandlerDeps> = async (
  _,
  __,
  deps,
) => {
  const sources = findSources(deps, 'resend' as const)
  if (sources.length === 0) return refuse('not_found')
  const text = await deps.request.text()
  const sender = await findSender(sources, ({ secret }) =>
    verifySvix(deps.request.headers, text, secret, deps.now()),
  )
  if (!sender.ok) return refuse(sender.failure === 'stale' ? 'stale_signature' : 'bad_signature')
  return handleEvents(deps, parseResendEvent(parseJson(text)))
}

export const handlePostmarkEvent: Handle<
  'POST /api/webhooks/mail/postmark/:secret',
  IssueHandlerDeps
> = async ({ secret }, _, deps) => {
  const sources = findSources(deps, 'postmark' as const)
  if (sources.length === 0) return refuse('not_found')
  const sender = await findSender(sources, async (source) =>
    (await isSameSecret(secret, source.secret)) ? null : 'forged',
  )
  if (!sender.ok) return refuse('bad_signature')
  return handleEvents(deps, parsePostmarkEvent(await readJson(deps)))
}

export const handleSesEvent: Handle<'POST /api/webhooks/mail/ses', IssueHandlerDeps> = async (
  _,
  __,
  deps,
) => {
  const sources = findSources(deps, 'ses' as const)
  if (sources.length === 0) return refuse('not_found')
  const message = parseSnsMessage(await readJson(deps))
  if (!message) return refuse('bad_request')
  const network = parseWidestNetwork(getCallerAddress(deps))
  const sender = await findSender(sources, ({ verify }) => verify(message, network, deps.now()))
  if (!sender.ok) {
    if (sender.failure === 'unavailable') {
      return refuseUnavailable(deps, 'mail_event_not_verified', { reason: 'certificate' })
    }
    return refuse(sender.failure === 'stale' ? 'stale_signature' : 'bad_signature')
  }
  if (message.Type === 'Notification') return handleEvents(deps, parseSesEvent(message.Message))
  // Amazon sends no events until this address has been opened once.
  const { SubscribeURL } = message
  if (message.Type !== 'SubscriptionConfirmation' || SubscribeURL === undefined)
    return succeed(undefined)
  if (!isSnsAddress(SubscribeURL, sender.value)) return refuse('bad_signature')
  return (await sender.value.fetchText(SubscribeURL)) === null
    ? refuseUnavailable(deps, 'mail_events_not_confirmed', {})
    : succeed(undefined)
}
