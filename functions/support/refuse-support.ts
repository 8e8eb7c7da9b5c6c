import type { Deps } from '../identity/edge-context.ts'
import { type Refused, refuse, refuseUnavailable } from '../identity/handler.ts'
import { toLine } from './staff-answer.ts'
import type { SupportFailure } from './support-failure.ts'

/** The one map of this folder's failures to words for staff. `activity` is the log's event. */
export function refuseSupport(
  deps: Pick<Deps, 'log'>,
  activity: string,
  failure: SupportFailure,
): Refused<'not_found' | 'not_possible' | 'unavailable'> {
  switch (failure.kind) {
    case 'missing':
      return refuse('not_found', 'There’s no such reader. Check the spelling.')
    case 'impossible':
      return refuse('not_possible', failure.lines.map(toLine).join('\n'))
    case 'refundedOnly': {
      const refused = refuseSupport(deps, activity, failure.cause)
      if (refused.ok) return refused
      const { code, message } = refused.failure
      return refuse(
        code,
        `PayPal refunded the payment, but the refund wasn’t fully recorded: ${message}`,
      )
    }
    case 'malformed':
      deps.log(activity, { kind: failure.kind })
      return refuse(
        'not_possible',
        'The reader’s stored data is invalid. An operator has to correct it in Firestore.',
      )
    case 'notFound':
      return refuse(
        'not_possible',
        'PayPal can’t find this payment, so nothing was refunded. Look for it at PayPal.',
      )
    case 'refused':
      return refuse(
        'not_possible',
        `PayPal refused the request (${failure.issue}). Look at the reader’s payments before you try again.`,
      )
    case 'superseded':
    case 'conflict':
    case 'rejected':
    case 'unavailable':
      return refuseUnavailable(
        deps,
        activity,
        { kind: failure.kind },
        'The database or PayPal isn’t responding. Try the same again in a minute: nothing will be refunded twice.',
      )
  }
}
