import { describe, expect, it } from 'vitest'
import { type AccessDecision, decideAccess } from './access.ts'
import type { SubscriptionDetail } from './subscription/subscription-status.ts'

const expectClosed = (reason: string) => ({ open: false, reason }) as AccessDecision
const open: AccessDecision = { open: true }

describe('access to an article', () => {
  it('opens a public article to everyone', () => {
    expect(decideAccess('public', null)).toEqual(open)
    expect(decideAccess('public', { entitled: false, detail: 'ended' })).toEqual(open)
  })

  const table: [SubscriptionDetail, boolean, AccessDecision][] = [
    ['active', true, open],
    ['complimentary', true, open],
    ['cancelled', true, open],
    ['paused', true, open],
    ['paymentFailed', true, open],
    ['none', false, expectClosed('notSubscribed')],
    ['ended', false, expectClosed('ended')],
    ['paused', false, expectClosed('paused')],
    ['paymentFailed', false, expectClosed('paymentFailed')],
    ['disputed', false, expectClosed('paymentFailed')],
    ['cancelled', false, expectClosed('ended')],
    ['complimentary', false, expectClosed('ended')],
  ]
  for (const access of ['metered', 'members'] as const) {
    it(`closes a ${access} article to guests`, () => {
      expect(decideAccess(access, null)).toEqual(expectClosed('signedOut'))
    })
    it.each(table)(`${access}: detail %s, entitled %s`, (detail, entitled, expected) => {
      expect(decideAccess(access, { detail, entitled })).toEqual(expected)
    })
  }
})
