import fc from 'fast-check'
import { expect, it } from 'vitest'
import { resolveReferralTarget } from './referral-target.ts'

it.each([
  [null, '/'],
  ['fathers-in-pencil', '/fathers-in-pencil'],
  ['/fathers-in-pencil', '/fathers-in-pencil'],
  ['/category/food?page=2#top', '/category/food?page=2#top'],
  ['subscribe', '/subscribe'],
  ['', '/'],
  ['https://evil.example', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/.//evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['evil.example', '/'],
  ['/r/bcdfghjkmn', '/'],
  ['/r', '/'],
  ['/api/log-out', '/'],
  ['/refer', '/refer'],
  ['/x\r\nSet-Cookie: a=b', '/'],
])('the target of a referral link with %j is %s', (to, path) =>
  expect(resolveReferralTarget(to)).toBe(path),
)

it('the target of a referral link is always on this site', () => {
  const part = fc.constantFrom(
    '/',
    '\\',
    '//',
    '.',
    '..',
    '@',
    ':',
    'evil.example',
    '%2f',
    '?',
    '\t',
  )
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(hostile, (to) => {
      const path = resolveReferralTarget(to)
      expect(new URL(path, 'https://verandah.example').origin).toBe('https://verandah.example')
      expect(path).toMatch(/^\/(?!\/)/)
    }),
    { numRuns: 2000 },
  )
})
