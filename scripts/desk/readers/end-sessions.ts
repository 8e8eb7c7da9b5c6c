import { updateReader } from '../../../functions/identity/reader-records.ts'
import type { Desk } from '../command-line/desk-environment.ts'
import { DeskError, firestoreError } from '../command-line/exit-status.ts'
import type { FoundReader } from './find-reader.ts'

/**
 * Does the same as “Log out everywhere”. Passes are accepted for ten minutes more
 * (functions/identity/session-tokens.ts).
 */
export async function endSessions(
  { firestore }: Pick<Desk, 'firestore'>,
  { uid, profile }: Pick<FoundReader, 'uid' | 'profile'>,
  { dryRun }: { readonly dryRun: boolean },
): Promise<void> {
  if (!profile) throw new DeskError('This reader has no account, so there are no sessions to end.')
  if (dryRun) {
    console.log(`${uid}: would be logged out everywhere. Nothing was written.`)
    return
  }
  const ended = await updateReader(firestore, uid, () => ({ sessionsEndedAt: new Date() }))
  if (ended.ok) {
    console.log(
      `${uid}: logged out everywhere. Subscriber stories stay readable for up to ten minutes.`,
    )
    return
  }
  if (ended.failure.kind === 'notFound')
    throw new DeskError(`${uid}: the account has been deleted.`)
  throw firestoreError(`${uid}: not logged out`, ended.failure)
}
