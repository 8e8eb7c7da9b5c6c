/** Access from another system (`desk import readers`) that waits for the owner of its address to log in. */
import { formatTime } from '../../src/content/manuscript/local-time.ts'
import { getProvenAddress } from '../../src/domain/proven-address.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { ImportedGrant } from '../../src/domain/subscription/imported-grant.ts'
import type { Staff } from '../identity/caller.ts'
import { createActWrite } from '../staff/act-records.ts'
import {
  findClaimableGrant,
  getImportedGrantPath,
  importSourceNames,
} from '../subscription/claim-imported-grant.ts'
import type { FoundReader } from './find-reader.ts'
import type { SupportDeps } from './support-deps.ts'
import type { SupportFailure } from './support-failure.ts'

type WaitingGrant = {
  readonly path: string
  readonly grant: ImportedGrant
  readonly updateTime: string
}

/**
 * Finds access that waits for the address that staff have named, or that the found reader has confirmed: anyone can
 * create an account with somebody else's address. Returns null if nothing waits.
 */
export async function findWaitingGrant(
  { firestore, now }: Pick<SupportDeps, 'firestore' | 'now'>,
  query: string,
  reader: FoundReader | null,
): Promise<Result<WaitingGrant | null, SupportFailure>> {
  const confirmed = reader?.profile && getProvenAddress(reader.profile)
  const path = await getImportedGrantPath(query.includes('@') ? query : (confirmed ?? ''))
  if (!path) return succeed(null)
  const found = await findClaimableGrant(firestore, path, now())
  return found.ok ? succeed(found.value && { path, ...found.value }) : found
}

export function describeWaitingGrant({ grant }: WaitingGrant): string {
  const { source, until, importedAt, importedBy } = grant
  return (
    `imported access until ${formatTime(until)}, ` +
    `from ${importSourceNames[source]} by ${importedBy || 'an editor'}, ${formatTime(importedAt)}`
  )
}

/** The part of an address's hash that tells grants apart. The whole hash would reveal the address to a guess. */
const shorten = (path: string) => path.slice(0, path.indexOf('/') + 9)

/** Removes waiting access, so that a corrected file, or another --paid-until, can be imported. */
export async function removeWaitingGrant(
  { firestore, now }: Pick<SupportDeps, 'firestore' | 'now'>,
  waiting: WaitingGrant,
  staff: Staff,
): Promise<Result<readonly string[], SupportFailure>> {
  const { path, updateTime } = waiting
  const subject = shorten(path)
  const act = { kind: 'importedAccessRemoved', subject, before: null, after: null } as const
  const removed = await firestore.commit([
    { remove: path, ifUpdatedAt: updateTime },
    createActWrite(staff, act, now()),
  ])
  if (!removed.ok) return removed
  return succeed([
    `removed ${describeWaitingGrant(waiting)}`,
    'Importing a file that grants this access will store it again.',
  ])
}
