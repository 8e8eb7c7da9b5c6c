import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { staffRoles } from '../../domain/staff/staff.ts'
import { subscriptionStatuses } from '../../domain/subscription/subscription-status.ts'
import { addRole, formatReaderHint, parseReaderHint, readHintedRole } from './reader-hint-cookie.ts'

const hint = fc.record({
  status: fc.constantFrom(...subscriptionStatuses),
  open: fc.boolean(),
  paymentFailed: fc.boolean(),
})

describe('the reader hint', () => {
  it('is read as it was written, with its role', () => {
    fc.assert(
      fc.property(hint, fc.constantFrom(null, ...staffRoles), (cookieValue, role) => {
        const text = addRole(formatReaderHint(cookieValue), role)
        expect(parseReaderHint(text)).toEqual(cookieValue)
        expect(readHintedRole(text)).toBe(role)
      }),
    )
  })

  it.each([
    undefined,
    '',
    'king',
    'isSubscribed.shut',
    'isSubscribed.open.open',
    'needsToRestart.paymentFailed.open',
    '<script>',
    '~editor',
  ])('treats %j as a guest', (text) => expect(parseReaderHint(text)).toBeNull())

  it.each([undefined, '', 'isSubscribed', 'isSubscribed~king'])('has no role if it is %j', (text) =>
    expect(readHintedRole(text)).toBeNull(),
  )
})
