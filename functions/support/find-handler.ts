import { formatTime } from '../../src/content/manuscript/local-time.ts'
import type { ParsedInputOf } from '../../src/contracts/endpoints/endpoint.ts'
import type { Api } from '../../src/contracts/endpoints/endpoints.ts'
import { resolveGiftState } from '../../src/domain/gift/gift.ts'
import { formatMonthCount } from '../../src/domain/number-words.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { findGiftsBy } from '../gift/stored-gift.ts'
import type { Handle } from '../identity/handler.ts'
import { describeHistory } from './describe-history.ts'
import { describeReader } from './describe-reader.ts'
import { type FoundReader, findReader } from './find-reader.ts'
import { formatPayments, readPayments } from './reader-payments.ts'
import { describePage } from './reader-profile.ts'
import { describeCredit, describeLedger } from './referral-credit.ts'
import { refuseSupport } from './refuse-support.ts'
import { describeEmails } from './resend-email.ts'
import { toAnswer } from './staff-answer.ts'
import type { SupportDeps } from './support-deps.ts'
import type { SupportFailure } from './support-failure.ts'
import { describeWaitingGrant, findWaitingGrant } from './waiting-grant.ts'

type Lines = Result<readonly string[], SupportFailure>

type Input = ParsedInputOf<Api['POST /api/desk/readers/find']>

/** Shows one part of what is known about a reader. */
export const findForSupport: Handle<'POST /api/desk/readers/find', SupportDeps> = async (
  input,
  _,
  deps,
) => {
  const found = await describePart(deps, input)
  return found.ok
    ? succeed(toAnswer(found.value))
    : refuseSupport(deps, 'reader_not_shown', found.failure)
}

async function describePart(deps: SupportDeps, { reader: query, show }: Input): Promise<Lines> {
  const found = await findReader(deps, query)
  if (show === 'account') return describeAccount(deps, query, found)
  if (!found.ok) return found
  const { uid } = found.value
  switch (show) {
    case 'history':
      return describeHistory(deps, uid)
    case 'payments': {
      const payments = await readPayments(deps, found.value)
      return payments.ok ? succeed(formatPayments(payments.value)) : payments
    }
    case 'credit':
      return describeLedger(deps, uid)
    case 'emails':
      return describeEmails(found.value, deps.now())
  }
}

/** The account, the subscription, and imported access that waits for the address, even without an account. */
async function describeAccount(
  deps: SupportDeps,
  query: string,
  found: Result<FoundReader, SupportFailure>,
): Promise<Lines> {
  if (!found.ok && found.failure.kind !== 'missing') return found
  const reader = found.ok ? found.value : null
  const waiting = await findWaitingGrant(deps, query, reader)
  if (!waiting.ok) return waiting
  const imported = waiting.value
    ? [`${describeWaitingGrant(waiting.value)}; starts when the owner of the email address logs in`]
    : []
  if (!reader) return imported.length > 0 ? succeed(imported) : fail({ kind: 'missing' })
  const { uid } = reader
  const parts = await Promise.all([
    describeCredit(deps, uid),
    describeGifts(deps, uid),
    describePage(deps, uid),
  ])
  const [credit, gifts, page] = parts
  if (!credit.ok) return credit
  if (!gifts.ok) return gifts
  if (!page.ok) return page
  return succeed([
    ...imported,
    ...describeReader(reader, deps.now(), credit.value?.text),
    ...gifts.value,
    ...page.value,
  ])
}

/** The gifts that the reader has bought. */
async function describeGifts({ firestore, now }: SupportDeps, uid: string): Promise<Lines> {
  const found = await findGiftsBy(firestore, 'buyerUid', uid)
  if (!found.ok) return found
  const lines = found.value.map(({ id, gift }) => {
    const recipient = gift.recipient ? `for ${gift.recipient.email}` : 'given in person'
    const state = resolveGiftState(gift, now())
    return `gave           ${id}  ${formatTime(gift.createdAt)}  ${formatMonthCount(gift.length)}  ${state}  ${recipient}`
  })
  return succeed(lines)
}
