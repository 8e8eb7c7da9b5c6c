/** Access from another system (`desk import readers`) that waits for the owner of its address to log in. */
import {
  findClaimableGrant,
  getImportedGrantPath,
  importSourceNames,
} from '../../../functions/subscription/claim-imported-grant.ts'
import { formatTime } from '../../../src/content/manuscript/local-time.ts'
import type { ImportedGrant } from '../../../src/domain/subscription/imported-grant.ts'
import { type Desk, requireEditor } from '../command-line/desk-environment.ts'
import { DeskError, firestoreError } from '../command-line/exit-status.ts'
import { printText } from '../command-line/terminal.ts'

type WaitingGrant = {
  readonly path: string
  readonly grant: ImportedGrant
  readonly updateTime: string
}

/** Returns null if nothing waits, or if the text isn't an address. */
export async function findWaitingGrant(
  { firestore }: Pick<Desk, 'firestore'>,
  address: string,
): Promise<WaitingGrant | null> {
  const path = await getImportedGrantPath(address.trim())
  if (!path) return null
  const found = await findClaimableGrant(firestore, path, new Date())
  if (found.ok) return found.value && { path, ...found.value }
  if (found.failure.kind === 'malformed')
    throw new DeskError(
      `${path}: the stored data is invalid. Correct it in Firestore, then run the same command again.`,
    )
  throw firestoreError('Looking up imported access', found.failure)
}

function describeWaitingGrant({ grant }: WaitingGrant): string {
  const { source, until, importedAt, importedBy } = grant
  return (
    `imported access until ${formatTime(until)}, ` +
    `from ${importSourceNames[source]} by ${importedBy || 'an editor'}, ${formatTime(importedAt)}`
  )
}

export function printWaitingGrant(waiting: WaitingGrant): void {
  printText(`${describeWaitingGrant(waiting)}; starts when the owner of this address logs in`)
}

/** Removes waiting access, so that a corrected file, or another --paid-until, can be imported. */
export async function removeWaitingGrant(
  desk: Pick<Desk, 'firestore' | 'editor'>,
  waiting: WaitingGrant,
  { dryRun }: { readonly dryRun: boolean },
): Promise<void> {
  requireEditor(desk)
  if (dryRun) {
    printText(`would remove ${describeWaitingGrant(waiting)}\nNothing was written.`)
    return
  }
  const { path, updateTime } = waiting
  const removed = await desk.firestore.commit([{ remove: path, ifUpdatedAt: updateTime }])
  if (!removed.ok) throw firestoreError('Imported access: not removed', removed.failure)
  printText(`removed ${describeWaitingGrant(waiting)}`)
  console.log('Importing a file that grants this access will store it again.')
}
