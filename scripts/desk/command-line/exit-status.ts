import type { FirestoreFailure } from '../../../functions/platform/adapters/firestore.ts'
import type { Result } from '../../../src/domain/result.ts'
import { CommandError } from '../../shared/command-error.ts'
import { describeFirestoreFailure } from '../../shared/describe-firestore-failure.ts'

export const exitCodes = {
  done: 0,
  /** The input is invalid, or the command isn't possible. */
  refused: 1,
  usage: 2,
  /** Someone else has changed the document. */
  conflict: 3,
  /** Firestore or the site isn't responding; no writes, or only some, have been made. */
  unavailable: 4,
  /** The change is stored, but the site couldn't be notified or doesn't show it. */
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

const firestoreStatuses = {
  unavailable: 'unavailable',
  rejected: 'refused',
  conflict: 'conflict',
} as const

export const firestoreError = (activity: string, failure: FirestoreFailure): DeskError =>
  new DeskError(describeFirestoreFailure(activity, failure), firestoreStatuses[failure.kind])

/** Throws an error that names the activity if the database call failed. */
export function requireStored<Value>(
  activity: string,
  result: Result<Value, FirestoreFailure>,
): Value {
  if (result.ok) return result.value
  throw firestoreError(activity, result.failure)
}
