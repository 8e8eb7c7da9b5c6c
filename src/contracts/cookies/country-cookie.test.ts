import { expect, it } from 'vitest'
import { formatCountry } from './country-cookie.ts'

it.each([
  ['NP', 'NP.free'],
  ['US', 'US.free'],
  ['DE', 'DE'],
  ['GB', 'GB'],
])('%s becomes %s', (country, expected) => expect(formatCountry(country)).toBe(expected))
