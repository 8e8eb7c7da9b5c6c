import { describe, expect, it } from 'vitest'
import type { ClosedReason, UnlockOption } from '../../domain/access.ts'
import { meterDays } from '../../publication/meter.ts'
import {
  describeAccount,
  describeFreeInstead,
  describeLeft,
  describeProblem,
  describeRegister,
  getPromise,
  getUnpaidChoices,
} from './wall-text.ts'

const readFree: UnlockOption = { kind: 'readFree', used: 1, allowance: 3 }
const subscribe: UnlockOption = { kind: 'subscribe' }

describe('the wall’s first sentence', () => {
  it.each<[string, ClosedReason, UnlockOption[], string]>([
    ['a free story', 'signedOut', [readFree, subscribe], 'Read this story free, or'],
    ['nothing free', 'signedOut', [subscribe], 'Subscribe to read'],
    ['nothing free', 'notSubscribed', [subscribe], 'Subscribe to read'],
    ['a former subscriber', 'ended', [subscribe], 'Welcome back.'],
    ['a former subscriber', 'ended', [readFree, subscribe], 'Read this story free, or restart'],
    ['a pause', 'paused', [{ kind: 'resume' }, readFree], 'is paused'],
    ['a failed payment', 'paymentFailed', [{ kind: 'fixPayment' }], 'last payment'],
    ['a missing payment', 'paymentFailed', [{ kind: 'approve' }], 'hasn’t collected'],
    [
      'a friend',
      'signedOut',
      [{ kind: 'referred', friendName: 'Asha' }],
      'Asha shared this story with you. Enter your email to read it.',
    ],
    ['a nameless friend', 'signedOut', [{ kind: 'referred', friendName: '' }], 'A friend shared'],
    [
      'a network at its limit',
      'signedOut',
      [{ kind: 'register', allowance: 3, left: 3 }, subscribe],
      'Create a free account',
    ],
    ['an unconfirmed address', 'notSubscribed', [{ kind: 'confirmEmail' }], 'Confirm your email'],
  ])('names the first option for %s (%s)', (_, reason, ways, words) => {
    expect(getPromise({ reason, ways })).toContain(words)
  })
})

it.each([
  ['paymentFailed', 'fixPayment'],
  ['disputed', 'fixPayment'],
  ['paymentMissing', 'approve'],
  ['ended', undefined],
  [undefined, undefined],
] as const)('a wall without a meter offers a reader with detail %s: %s', (detail, way) => {
  expect(getUnpaidChoices(detail)?.ways[0]?.kind).toBe(way)
})

it('the numbers in the wall’s text come from the meter', () => {
  expect(describeLeft({ used: 0, allowance: 1 })).toBe(
    `You get one free story every ${meterDays} days.`,
  )
  expect(describeLeft({ used: 1, allowance: 3 })).toBe(
    `2 free stories left. You get 3 every ${meterDays} days.`,
  )
  expect(describeFreeInstead({ used: 0, allowance: 1 })).toBe('Or use your free story')
  expect(describeFreeInstead({ used: 1, allowance: 3 })).toBe('Or use one of your 2 free stories')
  const register = { kind: 'register', allowance: 3, left: 2 } as const
  expect(describeRegister(register)).toBe('Create a free account to read 2 more stories')
  expect(describeRegister({ ...register, left: 1 })).toContain('one more story')
  expect(describeAccount({ ...register, left: 3 })).toBe(`3 stories every ${meterDays} days, free.`)
  expect(describeAccount(register)).toBe(`3 stories every ${meterDays} days, free. 2 left now.`)
})

it('the wall’s texts about refusals say what happened', () => {
  expect(describeProblem({ way: 'free', because: 'usedUp' }, 'signedOut')).toContain(
    'all your free stories',
  )
  expect(describeProblem({ way: 'free', because: 'limit' }, 'signedOut')).toContain('account')
  expect(describeProblem({ way: 'free', because: 'limit' }, 'notSubscribed')).toContain('address')
  const because = { message: 'The server’s words.' }
  expect(describeProblem({ way: 'email', because }, 'signedOut')).toBe(because.message)
})
