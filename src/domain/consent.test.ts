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

describe('visits', () => {
  it.each([
    ['are never shared without a third party', { ...inNepal, isConfigured: false }, 'off'],
    [
      'are never shared without a third party, whatever was agreed',
      { ...inNepal, isConfigured: false, answer: answer(true) },
      'off',
    ],
    ['are never shared if the browser forbids it', { ...inNepal, isForbidden: true }, 'forbidden'],
    [
      'aren’t shared if the browser forbids it, even if the reader agreed before',
      { ...inGermany, isForbidden: true, answer: answer(true) },
      'forbidden',
    ],
    ['are shared where no consent is needed', inNepal, 'allowed'],
    ['are shared unless the reader refused', { ...inNepal, answer: answer(false) }, 'refused'],
    [
      'are shared unless the reader refused an earlier question',
      { ...inNepal, answer: answer(false, older) },
      'refused',
    ],
    ['aren’t shared before the reader is asked', inGermany, 'ask'],
    ['aren’t shared in an unknown country', { ...inGermany, country: null }, 'ask'],
    ['are shared if the reader agrees', { ...inGermany, answer: answer(true) }, 'allowed'],
    ['aren’t shared if the reader refuses', { ...inGermany, answer: answer(false) }, 'refused'],
    [
      'aren’t shared because of an answer to an earlier question',
      { ...inGermany, answer: answer(true, older) },
      'ask',
    ],
    [
      'aren’t shared after a refusal of an earlier question',
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
