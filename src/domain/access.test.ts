import { describe, expect, it } from 'vitest'
import { type AccessDecision, decideAccess } from './access.ts'
import type { SubscriptionDetail } from './subscription-status.ts'

const closed = (reason: string) => ({ open: false, reason }) as AccessDecision
const open: AccessDecision = { open: true }

describe('who may read', () => {
  it('opens a public article to everybody', () => {
    expect(decideAccess('public', null)).toEqual(open)
    expect(decideAccess('public', { entitled: false, detail: 'ended' })).toEqual(open)
  })

  const table: [SubscriptionDetail, boolean, AccessDecision][] = [
    ['active', true, open],
    ['complimentary', true, open],
    ['cancelled', true, open],
    ['paused', true, open],
    ['paymentFailed', true, open],
    ['none', false, closed('notSubscribed')],
    ['ended', false, closed('ended')],
    ['paused', false, closed('paused')],
    ['paymentFailed', false, closed('paymentFailed')],
    ['disputed', false, closed('paymentFailed')],
    ['cancelled', false, closed('ended')],
    ['complimentary', false, closed('ended')],
  ]
  for (const access of ['metered', 'members'] as const) {
    it(`closes a ${access} article to guests`, () => {
      expect(decideAccess(access, null)).toEqual(closed('signedOut'))
    })
    it.each(table)(`${access}: detail %s, entitled %s`, (detail, entitled, expected) => {
      expect(decideAccess(access, { detail, entitled })).toEqual(expected)
    })
  }
})
