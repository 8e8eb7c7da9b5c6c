import { succeed } from '../../src/domain/result.ts'
import { hashAddress } from '../identity/inbox.ts'
import { type DataSource, type FindRows, findAll, findOne } from '../identity/personal-data.ts'
import { listCountedEmailsPaths } from './count-email.ts'
import { getSuppressionPath } from './suppressed-addresses.ts'

const findCountedEmails: FindRows = async (firestore, subject) =>
  findAll(firestore, await listCountedEmailsPaths(subject))

const findSuppression: FindRows = async (firestore, { address }) =>
  address === null
    ? succeed([])
    : findOne(firestore, getSuppressionPath(await hashAddress(address)))

export const personalData: readonly DataSource[] = [
  { name: 'countedEmails', find: findCountedEmails },
  { name: 'suppressedAddress', find: findSuppression },
]

/**
 * Hashes of the accounts, addresses, networks and domains whose emails and actions are counted. Removed 30 days after
 * the latest one.
 */
export const retention = [{ collection: 'countedEmails', field: 'expiresAt' }]
