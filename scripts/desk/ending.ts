/** How commands of the desk end, for people and for scripts. */
import type { FirestoreFailure } from '../../functions/adapters/firestore.ts'
import { Refusal } from '../live/refusal.ts'

/** The process's exit code for each way in which a command can end. */
export const exitCodes = {
  done: 0,
  /** What was asked for is invalid, or cannot be done so. */
  refused: 1,
  /** The command line itself is wrong. */
  usage: 2,
  /** Somebody else has changed it meanwhile. */
  conflict: 3,
  /** Firestore or the site does not answer; nothing, or not all, was written. */
  away: 4,
  /** It is stored; the site was not told, or has not been seen to show it. */
  untold: 5,
} as const

export type Ending = keyof typeof exitCodes

/** The gravest of several endings: what a script has to know of first. */
export function gravest(endings: readonly Ending[]): Ending {
  const order: readonly Ending[] = ['usage', 'away', 'conflict', 'refused', 'untold', 'done']
  return order.find((ending) => endings.includes(ending)) ?? 'done'
}

/** Ends a command with words for the editor. */
export class Stop extends Refusal {
  readonly ending: Ending

  constructor(message: string, ending: Ending = 'refused') {
    super(message)
    this.ending = ending
  }
}

/** What Firestore's failure means for whoever was doing something, with what to do about it. */
export function firestoreStop(doing: string, failure: FirestoreFailure): Stop {
  switch (failure.kind) {
    case 'unavailable':
      return new Stop(
        `${doing}: Firestore is out of reach, too slow or failing (${failure.reason}). ` +
          'Run the same command again when it answers.',
        'away',
      )
    case 'rejected':
      return new Stop(
        `${doing}: Firestore refused with status ${failure.status}. See that FIREBASE_PROJECT_ID is ` +
          `right and that FIREBASE_SERVICE_ACCOUNT may use this project.\n${failure.reason}`,
      )
    case 'conflict':
      return new Stop(
        `${doing}: somebody else was writing. Run the same command again.`,
        'conflict',
      )
  }
}
