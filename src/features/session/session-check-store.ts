import type { ApiResult } from '../../browser/api.ts'

let isEnding = false

/** Whether this page is ending the session itself. */
export const isSessionEnding = () => isEnding

export function setSessionEnding(value: boolean) {
  isEnding = value
}

/**
 * If the server responds that the session has ended, the page is updated. The subscription's store is imported only
 * then, because guests load this file too.
 */
export async function refreshIfSignedOut<Answer extends ApiResult<unknown>>(
  pending: Promise<Answer>,
): Promise<Answer> {
  const answer = await pending
  if (!answer.ok && answer.failure.code === 'signed_out' && !isEnding) {
    void import('./subscription-store.ts').then(({ fetchSubscription }) => fetchSubscription())
  }
  return answer
}
