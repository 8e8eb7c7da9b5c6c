import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longestName, mayHaveAddress, nameSchema, readerSchema, withAddress } from './reader.ts'

describe('a name', () => {
  it.each([
    ['Leela', 'Leela'],
    ['  Mary   Ann \n', 'Mary Ann'],
    ['', ''],
    ['नेहा', 'नेहा'],
    // With a joiner that is part of how it is written.
    ['ශ්‍රී', 'ශ්‍රී'],
    ['O’Brien-Das', 'O’Brien-Das'],
  ])('typed as %j is kept as %j', (typed, kept) => {
    expect(nameSchema.parse(typed)).toBe(kept.normalize('NFC'))
  })

  it.each([null, 7, 'a\u0000b', 'a\u001bb', '\ud800', 'x'.repeat(longestName + 1)])(
    '%j is none',
    (typed) => {
      expect(nameSchema.safeParse(typed).success).toBe(false)
    },
  )

  it('that is kept stays as it is when it is kept again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (typed) => {
        const kept = nameSchema.safeParse(typed)
        if (!kept.success) return
        expect(nameSchema.parse(kept.data)).toBe(kept.data)
        expect(kept.data.length).toBeLessThanOrEqual(longestName)
        expect(kept.data.isWellFormed()).toBe(true)
      }),
    )
  })
})

const reader = (fields: object) =>
  readerSchema.parse({ first_name: '', last_name: '', createdAt: new Date(), ...fields })
const verified = (email: string) => ({ email, emailVerified: true })
const unverified = (email: string) => ({ email, emailVerified: false })

describe('the address of an account', () => {
  it('can be anything until it is verified', () => {
    const before = reader(unverified('a@example.com'))
    for (const address of [verified('b@example.com'), unverified('b@example.com')]) {
      expect(mayHaveAddress(before, address)).toBe(true)
      expect(withAddress(before, address)).toMatchObject({ ...address, formerEmails: [] })
    }
  })

  it('once verified, changes to the requested address and back, verified each time', () => {
    const before = reader({ ...verified('a@example.com'), requestedEmail: 'b@example.com' })
    expect(mayHaveAddress(before, unverified('b@example.com'))).toBe(false)
    expect(mayHaveAddress(before, verified('c@example.com'))).toBe(false)
    expect(mayHaveAddress(before, verified(''))).toBe(false)
    expect(mayHaveAddress(before, verified('B@example.com'))).toBe(true)
    const moved = reader(withAddress(before, verified('b@example.com')))
    expect(moved).toMatchObject({ requestedEmail: null, formerEmails: ['a@example.com'] })
    expect(mayHaveAddress(moved, verified('c@example.com'))).toBe(false)
    expect(mayHaveAddress(moved, verified('a@example.com'))).toBe(true)
    const back = withAddress(moved, verified('a@example.com'))
    expect(back).toMatchObject({ email: 'a@example.com', formerEmails: ['b@example.com'] })
  })

  it('loses every request when it is verified for the first time', () => {
    const before = reader({ ...unverified('a@example.com'), requestedEmail: 'b@example.com' })
    expect(withAddress(before, unverified('a@example.com'))).toMatchObject({
      requestedEmail: 'b@example.com',
    })
    const owned = reader(withAddress(before, verified('a@example.com')))
    expect(owned.requestedEmail).toBeNull()
    expect(mayHaveAddress(owned, verified('b@example.com'))).toBe(false)
  })

  it('stays verified, and keeps its request, while it is the same', () => {
    const before = reader({ ...verified('a@example.com'), requestedEmail: 'b@example.com' })
    expect(withAddress(before, unverified('A@example.com'))).toMatchObject({
      emailVerified: true,
      requestedEmail: 'b@example.com',
    })
  })

  it('never reaches one that nobody requested after it was verified', () => {
    const address = fc.record({
      email: fc.constantFrom('a@example.com', 'b@example.com', 'c@example.com', ''),
      emailVerified: fc.boolean(),
    })
    const step = fc.oneof(address, fc.constantFrom('b@example.com'))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let now = reader(unverified('a@example.com'))
        const own = new Set<string>()
        for (const step of steps) {
          const wasVerified = now.emailVerified
          if (typeof step === 'string') {
            now = { ...now, requestedEmail: step }
            if (wasVerified) own.add(step)
          } else if (mayHaveAddress(now, step)) {
            now = { ...now, ...withAddress(now, step) }
            if (!wasVerified && now.emailVerified) own.add(now.email)
          }
          if (wasVerified) expect(now.emailVerified && own.has(now.email)).toBe(true)
        }
      }),
    )
  })
})
