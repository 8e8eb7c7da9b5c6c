import { describe, expect, it } from 'vitest'
import { type ConsentAnswer, consentVersion, decideSharing, isConsentRequired } from './consent.ts'

const answer = (isGranted: boolean, version = consentVersion): ConsentAnswer => ({
  version,
  isGranted,
  answeredAt: new Date(0),
})
const inGermany = { isConfigured: true, isForbidden: false, country: 'DE', answer: null }
const inNepal = { ...inGermany, country: 'NP' }
const older = consentVersion - 1

describe('visits are shared', () => {
  it.each([
    ['never without a third party', { ...inNepal, isConfigured: false }, 'off'],
    [
      'never without one, whatever was agreed',
      { ...inNepal, isConfigured: false, answer: answer(true) },
      'off',
    ],
    ['never if the browser forbids it', { ...inNepal, isForbidden: true }, 'forbidden'],
    [
      'not even if the reader agreed before',
      { ...inGermany, isForbidden: true, answer: answer(true) },
      'forbidden',
    ],
    ['where that needs no consent', inNepal, 'allowed'],
    ['unless the reader refused', { ...inNepal, answer: answer(false) }, 'refused'],
    [
      'unless the reader refused an earlier question',
      { ...inNepal, answer: answer(false, older) },
      'refused',
    ],
    ['not before the reader is asked', inGermany, 'ask'],
    ['not in an unknown country', { ...inGermany, country: null }, 'ask'],
    ['if the reader agrees', { ...inGermany, answer: answer(true) }, 'allowed'],
    ['not if they refuse', { ...inGermany, answer: answer(false) }, 'refused'],
    [
      'not for an answer to an earlier question',
      { ...inGermany, answer: answer(true, older) },
      'ask',
    ],
    [
      'not for a refusal of an earlier question',
      { ...inGermany, answer: answer(false, older) },
      'ask',
    ],
  ])('%s', (_, circumstances, expected) => {
    expect(decideSharing(circumstances)).toBe(expected)
  })
})

it('consent is required in the EEA, the UK and Switzerland, and not in most readers’ countries', () => {
  for (const country of ['FR', 'RE', 'NO', 'LI', 'GB', 'CH']) {
    expect(isConsentRequired(country), country).toBe(true)
  }
  for (const country of ['IN', 'US', 'PK', 'LK']) expect(isConsentRequired(country)).toBe(false)
})
