import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  askForConsent,
  createConsentAnswer,
  formatConsent,
  parseConsent,
} from './consent-cookie.ts'

it('a consent answer is read as it was written', () => {
  const times = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(fc.boolean(), times, (isGranted, now) => {
      const answer = createConsentAnswer(isGranted, now)
      expect(parseConsent(formatConsent(answer))).toEqual(answer)
    }),
  )
})

it.each([
  undefined,
  '',
  askForConsent,
  'granted',
  '1.granted',
  '1.granted.',
  '1.yes.1',
  'x.granted.1',
  '1.granted.1.1',
])('%j isn’t a consent answer', (value) => expect(parseConsent(value)).toBe(null))
