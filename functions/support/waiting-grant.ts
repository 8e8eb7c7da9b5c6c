/** Access from another system (`desk import readers`) that waits for the owner of its address to log in. */
import { formatTime } from '../../src/content/manuscript/local-time.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { ImportedGrant } from '../../src/domain/subscription/imported-grant.ts'
import type { Staff } from '../identity/caller.ts'
import { createActWrite } from '../staff/act-records.ts'
import {
  findClaimableGrant,
  getImportedGrantPath,
  importSourceNames,
} from '../subscription/claim-imported-grant.ts'
import type { SupportDeps } from './support-deps.ts'
import type { SupportFailure } from './support-failure.ts'

type WaitingGrant = {
  readonly path: string
  readonly grant: ImportedGrant
  readonly updateTime: string
}

/** Returns null if nothing waits, or if the text isn't an address. */
export async function findWaitingGrant(
  { firestore, now }: Pick<SupportDeps, 'firestore' | 'now'>,
  address: string,
): Promise<Result<WaitingGrant | null, SupportFailure>> {
  const path = await getImportedGrantPath(address)
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
