import { expect, it } from 'vitest'
import { findLockProblems } from './find-lock-problems.ts'

const root = { version: '1.0.0' }
const integrity = `sha512-${'Aa0+/x'.repeat(14)}Aa==`
const complete = { version: '2.0.0', integrity }
const find = (entry: object) => findLockProblems({ '': root, 'node_modules/a': entry })

it.each([
  ['has no SHA-512 integrity', { version: '2.0.0' }],
  ['has no SHA-512 integrity', { ...complete, integrity: '' }],
  ['has no SHA-512 integrity', { ...complete, integrity: `sha1-${'Aa0'.repeat(9)}=` }],
  ['has no SHA-512 integrity', { ...complete, integrity: 'sha512-' }],
  ['has no SHA-512 integrity', { ...complete, integrity: `sha1-x ${integrity}` }],
  ['has no version', { integrity }],
  ['contains its download address', { ...complete, resolved: 'https://registry.example/a' }],
])('the check refuses a package that %s', (problem, entry) => {
  expect(find(entry)).toEqual([`node_modules/a ${problem}`])
})
