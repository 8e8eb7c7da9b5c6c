import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxNameLength } from './name-and-email.ts'
import { applyAddress, canHaveAddress, nameSchema, readerSchema } from './reader.ts'

describe('a reader’s name', () => {
  it.each([
    ['Leela', 'Leela'],
    ['  Mary   Ann \n', 'Mary Ann'],
    ['', ''],
    ['नेहा', 'नेहा'],
    // The joiner is part of the spelling.
    ['ශ්‍රී', 'ශ්‍රී'],
    ['O’Brien-Das', 'O’Brien-Das'],
  ])('is stored from %j as %j', (typed, normalised) => {
    expect(nameSchema.parse(typed)).toBe(normalised.normalize('NFC'))
  })

  it.each([
    null,
    7,
    'a\u0000b',
    'a\u001bb',
    'a\u202eb',
    '\u2067',
    '\ud800',
    'x'.repeat(maxNameLength + 1),
  ])('is invalid as %j', (typed) => {
    expect(nameSchema.safeParse(typed).success).toBe(false)
  })

  it('is stored unchanged when stored again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (typed) => {
        const normalised = nameSchema.safeParse(typed)
        if (!normalised.success) return
        expect(nameSchema.parse(normalised.data)).toBe(normalised.data)
        expect(normalised.data.length).toBeLessThanOrEqual(maxNameLength)
        expect(normalised.data.isWellFormed()).toBe(true)
      }),
    )
  })
})

const reader = (fields: object) =>
  readerSchema.parse({ first_name: '', last_name: '', createdAt: new Date(), ...fields })
const verified = (email: string) => ({ email, emailVerified: true })
const unverified = (email: string) => ({ email, emailVerified: false })

describe('the address of an account', () => {
  it('can change freely until it is verified', () => {
    const before = reader(unverified('a@example.com'))
    for (const address of [verified('b@example.com'), unverified('b@example.com')]) {
      expect(canHaveAddress(before, address)).toBe(true)
      expect(applyAddress(before, address)).toMatchObject({ ...address, formerEmails: [] })
    }
  })

  it('changes only to the requested address and back once verified', () => {
    const before = reader({ ...verified('a@example.com'), requestedEmail: 'b@example.com' })
    expect(canHaveAddress(before, unverified('b@example.com'))).toBe(false)
    expect(canHaveAddress(before, verified('c@example.com'))).toBe(false)
    expect(canHaveAddress(before, verified(''))).toBe(false)
    expect(canHaveAddress(before, verified('B@example.com'))).toBe(true)
    const changedAddress = reader(applyAddress(before, verified('b@example.com')))
    expect(changedAddress).toMatchObject({ requestedEmail: null, formerEmails: ['a@example.com'] })
    expect(canHaveAddress(changedAddress, verified('c@example.com'))).toBe(false)
    expect(canHaveAddress(changedAddress, verified('a@example.com'))).toBe(true)
    const revertedAddress = applyAddress(changedAddress, verified('a@example.com'))
    expect(revertedAddress).toMatchObject({
      email: 'a@example.com',
      formerEmails: ['b@example.com'],
    })
  })

  it('drops its requested change when first verified', () => {
    const before = reader({ ...unverified('a@example.com'), requestedEmail: 'b@example.com' })
    expect(applyAddress(before, unverified('a@example.com'))).toMatchObject({
      requestedEmail: 'b@example.com',
    })
    const verifiedReader = reader(applyAddress(before, verified('a@example.com')))
    expect(verifiedReader.requestedEmail).toBeNull()
    expect(canHaveAddress(verifiedReader, verified('b@example.com'))).toBe(false)
  })

  it('stays verified and keeps its request while unchanged', () => {
    const before = reader({ ...verified('a@example.com'), requestedEmail: 'b@example.com' })
    expect(applyAddress(before, unverified('A@example.com'))).toMatchObject({
      emailVerified: true,
      requestedEmail: 'b@example.com',
    })
  })

  it('never changes to an unrequested address once verified', () => {
    const address = fc.record({
      email: fc.constantFrom('a@example.com', 'b@example.com', 'c@example.com', ''),
      emailVerified: fc.boolean(),
    })
    const step = fc.oneof(address, fc.constantFrom('b@example.com'))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let now = reader(unverified('a@example.com'))
        const ownedReader = new Set<string>()
        for (const step of steps) {
          const wasVerified = now.emailVerified
          if (typeof step === 'string') {
            now = { ...now, requestedEmail: step }
            if (wasVerified) ownedReader.add(step)
          } else if (canHaveAddress(now, step)) {
            now = { ...now, ...applyAddress(now, step) }
            if (!wasVerified && now.emailVerified) ownedReader.add(now.email)
          }
          if (wasVerified) expect(now.emailVerified && ownedReader.has(now.email)).toBe(true)
        }
      }),
    )
  })
})
