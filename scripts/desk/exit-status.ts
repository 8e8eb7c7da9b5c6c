import type { FirestoreFailure } from '../../functions/adapters/firestore.ts'
import { CommandError } from '../build/command-error.ts'

export const exitCodes = {
  done: 0,
  /** The input is invalid, or the command isn't possible. */
  refused: 1,
  usage: 2,
  /** Someone else has changed the document. */
  conflict: 3,
  /** Firestore or the site doesn't answer; nothing, or only a part, was written. */
  unavailable: 4,
  /** Stored, but the site couldn't be notified or doesn't show the change. */
  notNotified: 5,
} as const

export type ExitStatus = keyof typeof exitCodes

export function worstStatus(statuses: readonly ExitStatus[]): ExitStatus {
  const worstFirst = ['usage', 'unavailable', 'conflict', 'refused', 'notNotified'] as const
  return worstFirst.find((status) => statuses.includes(status)) ?? 'done'
}

/** The message is for the editor. */
export class DeskError extends CommandError {
  readonly exitStatus: ExitStatus

  constructor(message: string, exitStatus: ExitStatus = 'refused') {
    super(message)
    this.exitStatus = exitStatus
  }
}

export function firestoreError(activity: string, failure: FirestoreFailure): DeskError {
  switch (failure.kind) {
    case 'unavailable':
      return new DeskError(
        `${activity}: Firestore can’t be reached, is too slow or is failing (${failure.reason}). ` +
          'Run the same command again later.',
        'unavailable',
      )
    case 'rejected':
      return new DeskError(
        `${activity}: Firestore refused with status ${failure.status}. Check that FIREBASE_PROJECT_ID is ` +
          `correct and that FIREBASE_SERVICE_ACCOUNT has access to this project.\n${failure.reason}`,
      )
    case 'conflict':
      return new DeskError(
        `${activity}: somebody else was writing at the same time. Run the same command again.`,
        'conflict',
      )
  }
}
