import type { FirestoreFailure } from '../../functions/platform/adapters/firestore-rest.ts'

/** Describes a failure to operators. `activity` names what failed. */
export function describeFirestoreFailure(activity: string, failure: FirestoreFailure): string {
  switch (failure.kind) {
    case 'unavailable':
      return (
        `${activity}: Firestore can’t be reached, is too slow or is failing (${failure.reason}). ` +
        'Run the same command again later.'
      )
    case 'rejected':
      return (
        `${activity}: Firestore refused with status ${failure.status}. Check that FIREBASE_PROJECT_ID is ` +
        'correct and that FIREBASE_SERVICE_ACCOUNT has access to this project, then run the same command ' +
        `again.\n${failure.reason}`
      )
    case 'conflict':
      return `${activity}: somebody else was writing at the same time. Run the same command again.`
  }
}
