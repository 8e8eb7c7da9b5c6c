import { expect, it } from 'vitest'
import { second } from '../../src/domain/duration.ts'
import { isSessionValid, readerSchema } from '../../src/domain/reader.ts'
import type { AuthAccounts } from '../platform/adapters/auth-accounts.ts'
import { useMemoryFirestore } from '../testing/memory-firestore.ts'
import { unwrap } from '../testing/unwrap.ts'
import { admitReader } from './admit-reader.ts'

const database = useMemoryFirestore()
const now = new Date('2026-03-01T10:00:00Z')

/** Stores the record of a reader who signs in for the first time, and returns it. */
async function admit(displayName = '') {
  const identity = {
    ...{ uid: 'eve', email: 'eve@example.com', emailVerified: false, displayName },
    ...{ authenticatedAt: now, isNewAccount: true, credentialsSince: now },
  }
  const accounts = {} as AuthAccounts
  unwrap(await admitReader({ firestore: database.firestore, accounts }, identity, now))
  return readerSchema.parse(await database.read('users/eve'))
}

async function admitName(displayName: string) {
  const { first_name, last_name } = await admit(displayName)
  return [first_name, last_name]
}

it('an account accepts no session from before it was created', async () => {
  const reader = await admit()
  expect(isSessionValid(reader, now)).toBe(true)
  expect(isSessionValid(reader, new Date(now.getTime() - second))).toBe(false)
})

it.each([
  ['', '', ''],
  ['Eve', 'Eve', ''],
  ['  Asha  de  Silva ', 'Asha', 'de Silva'],
  ['Ele\u0301a B.', 'El\u00e9a', 'B.'],
])('the Firebase name %j is split into first and last name', async (displayName, ...name) => {
  expect(await admitName(displayName)).toEqual(name)
})

it.each([
  'Eve\u001b[2J Silva',
  'Eve \u202eSilva',
  'Eve \ue000',
  'Eve \ud800',
  `Eve ${'x'.repeat(101)}`,
])('a Firebase name that the settings would refuse is ignored: %j', async (displayName) => {
  expect(await admitName(displayName)).toEqual(['', ''])
})
