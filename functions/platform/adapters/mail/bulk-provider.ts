/** An email provider for sending The Weekly. Adapters never log an address or an email. */
import { createHash } from 'node:crypto'
import type { CallOutcome } from '../../../../src/domain/issue/chunk.ts'
import {
  type PersonalLinks,
  personalLinkPlaceholders,
} from '../../../../src/domain/issue/issue-email.ts'
import type { SendingProvider } from '../../../../src/domain/issue/sending.ts'
import { callService } from '../call-service.ts'

export const bulkProviderNames = ['resend', 'ses', 'postmark'] as const
type BulkProviderName = (typeof bulkProviderNames)[number]

export type BulkRecipient = {
  readonly email: string
  /** The position in the frozen chunk, which the provider's events contain too. */
  readonly position: number
  readonly links: PersonalLinks
}

export type BulkCall = {
  /** Identifies the call: calls with the same key have the same content. */
  readonly key: string
  readonly issue: string
  readonly chunk: string
  readonly subject: string
  /** HTML with placeholders for the recipient's links. */
  readonly html: string
  readonly text: string
  /** Contains at most as many recipients as the batch size. */
  readonly recipients: readonly BulkRecipient[]
}

export type BulkAnswer = {
  readonly outcome: CallOutcome
  /** In milliseconds; null if the provider doesn't specify a delay. */
  readonly retryAfter: number | null
  /** Why the call failed, for the log, such as a status or an error name; empty after success. */
  readonly reason: string
}

export type BulkProvider = SendingProvider & {
  readonly name: BulkProviderName
  /** Identifies the account (`nameAccount`), because a different account wouldn't detect duplicates. */
  readonly account: string
  send(call: BulkCall): Promise<BulkAnswer>
}

/** Returns an identifier that doesn't reveal the key. */
export const nameAccount = (url: string, key: string) =>
  createHash('sha256').update(`${url} ${key}`).digest('hex').slice(0, 16)

/** If at least this many addresses in one call are rejected, a wrong setting is likelier than invalid addresses. */
const unlikelyMany = 5

/**
 * Accepts all positions except these. If a call has many rejected addresses, a setting or the account is probably
 * wrong, and the readers wait until an editor has checked.
 */
export function accept(
  { recipients }: BulkCall,
  rejected: readonly number[] = [],
  postponed: readonly number[] = [],
): BulkAnswer {
  const isEverybody = rejected.length >= recipients.length
  if (isEverybody && rejected.length >= unlikelyMany) return answer('refused', 'every address')
  return { outcome: { kind: 'accepted', rejected, postponed }, retryAfter: null, reason: '' }
}

/**
 * Returns each recipient's result from the provider's codes, which are in the same order. An email that is neither
 * accepted nor rejected because of its address is sent again later.
 */
export function judgeCodes<Code>(
  call: BulkCall,
  codes: readonly Code[],
  {
    accepted,
    isAboutAddress,
    isThrottled,
    reason,
  }: {
    readonly accepted: Code
    readonly isAboutAddress: (code: Code) => boolean
    readonly isThrottled: (code: Code) => boolean
    /** The reason for the failure, if no email was accepted. */
    readonly reason: string
  },
): BulkAnswer {
  const { recipients } = call
  const positionsOf = (isWanted: (code: Code) => boolean) =>
    recipients.flatMap(({ position }, index) => (isWanted(codes[index]!) ? [position] : []))
  const rejected = positionsOf(isAboutAddress)
  const postponed = positionsOf((code) => code !== accepted && !isAboutAddress(code))
  if (postponed.length < recipients.length) return accept(call, rejected, postponed)
  return answer(codes.every(isThrottled) ? 'throttled' : 'refused', reason)
}

export const answer = (
  kind: 'throttled' | 'refused' | 'unknown',
  reason: string,
  retryAfter: number | null = null,
): BulkAnswer => ({ outcome: { kind }, retryAfter, reason })

/** Returns the milliseconds in `Retry-After`. */
export function readRetryAfter({ headers }: Response): number | null {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 3600) * 1000 : null
}

/**
 * Decides by the status alone. Only some 4xx statuses mean that nothing was sent: 408 and 409 may come from requests
 * that are still running, and 5xx from any proxy.
 */
function judgeStatus(response: Response): BulkAnswer {
  const { status } = response
  const reason = `status ${status}`
  if (status === 429) return answer('throttled', reason, readRetryAfter(response))
  const isDefinite = status >= 400 && status < 500 && status !== 408 && status !== 409
  return answer(isDefinite ? 'refused' : 'unknown', reason)
}

/** In milliseconds. */
const callTimeout = 30_000

/** A missing response counts as unknown, because the provider may have received the call. */
export async function sendInBulk(
  make: () => Promise<Request> | Request,
  read: (response: Response, body: unknown) => BulkAnswer | null,
): Promise<BulkAnswer> {
  const called = await callService(make, callTimeout)
  if (!called.ok) return answer('unknown', called.failure)
  const { response, body } = called.value
  return read(response, body) ?? judgeStatus(response)
}

/** A function is passed as the replacement, because `$` in a replacement text has a special meaning. */
export function insertLinks(template: string, links: PersonalLinks): string {
  let text = template
  for (const name of Object.keys(personalLinkPlaceholders) as (keyof PersonalLinks)[])
    text = text.replaceAll(personalLinkPlaceholders[name], () => links[name])
  return text
}

/**
 * Encodes a JSON list row by row. As strings, ten calls of 100 emails would exceed the Worker's 128 MB, and stopping
 * the Worker would leave calls with unknown outcomes.
 */
export function encodeRows(
  recipients: readonly BulkRecipient[],
  createRow: (recipient: BulkRecipient) => object,
): Blob {
  const encoder = new TextEncoder()
  const rows = recipients.map((recipient, index) =>
    encoder.encode(`${index === 0 ? '[' : ','}${JSON.stringify(createRow(recipient))}`),
  )
  return new Blob([...rows, ']'])
}

/** RFC 8058: one-click unsubscribing by a POST to the same address. */
export const createListHeaders = ({ unsubscribe }: PersonalLinks) =>
  ({
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }) as const
