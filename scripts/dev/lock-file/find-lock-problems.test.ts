import { expect, it } from 'vitest'
import { findLockProblems } from './find-lock-problems.ts'

const root = { version: '1.0.0' }
const complete = { version: '2.0.0', integrity: 'sha512-x' }
const find = (entry: object) => findLockProblems({ '': root, 'node_modules/a': entry })

it('finds nothing in a complete lock file, whose root and links have no integrity', () => {
  expect(find(complete)).toEqual([])
  expect(find({ resolved: 'packages/a', link: true })).toEqual([])
})

it.each([
  ['has no integrity', { version: '2.0.0' }],
  ['has no version', { integrity: 'sha512-x' }],
  ['names where it was downloaded from', { ...complete, resolved: 'https://registry.example/a' }],
])('refuses a package that %s', (problem, entry) => {
  expect(find(entry)).toEqual([`node_modules/a ${problem}`])
})
