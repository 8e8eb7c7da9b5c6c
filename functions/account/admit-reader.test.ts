import { expect, it } from 'vitest'
import type { AuthAccounts } from '../platform/adapters/auth-accounts.ts'
import { useMemoryFirestore } from '../testing/memory-firestore.ts'
import { unwrap } from '../testing/unwrap.ts'
import { admitReader } from './admit-reader.ts'

const database = useMemoryFirestore()
const now = new Date('2026-03-01T10:00:00Z')

/** The name of the reader who signs in for the first time. */
async function admit(displayName: string) {
  const identity = {
    ...{ uid: 'eve', email: 'eve@example.com', emailVerified: false, displayName },
    ...{ authenticatedAt: now, isNewAccount: true, credentialsSince: now },
  }
  const accounts = {} as AuthAccounts
  unwrap(await admitReader({ firestore: database.firestore, accounts }, identity, now))
  const stored = await database.read('users/eve')
  return [stored?.first_name, stored?.last_name]
}

it.each([
  ['', '', ''],
  ['Eve', 'Eve', ''],
  ['  Asha  de  Silva ', 'Asha', 'de Silva'],
  ['Ele\u0301a B.', 'El\u00e9a', 'B.'],
])('takes the name of %j from Firebase', async (displayName, ...name) => {
  expect(await admit(displayName)).toEqual(name)
})

it.each([
  'Eve\u001b[2J Silva',
  'Eve \u202eSilva',
  'Eve \ue000',
  'Eve \ud800',
  `Eve ${'x'.repeat(101)}`,
])('takes no name that the settings would refuse: %j', async (displayName) => {
  expect(await admit(displayName)).toEqual(['', ''])
})
