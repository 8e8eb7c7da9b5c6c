import { createFirestore, type Firestore } from '../../functions/platform/adapters/firestore.ts'
import {
  createFirestoreRest,
  type FirestoreOptions,
  type FirestoreRest,
} from '../../functions/platform/adapters/firestore-rest.ts'
import {
  createTokenSource,
  serviceAccountSchema,
} from '../../functions/platform/adapters/service-account.ts'

/** Milliseconds. A page of long articles takes a while, and no reader is waiting. */
const defaultTimeout = 60_000

type Connection = {
  readonly FIRESTORE_URL: string
  readonly FIREBASE_PROJECT_ID: string
  readonly FIREBASE_SERVICE_ACCOUNT: string
}

function createOptions(environment: Connection, timeout = defaultTimeout): FirestoreOptions {
  const account = serviceAccountSchema.parse(environment.FIREBASE_SERVICE_ACCOUNT)
  return {
    url: environment.FIRESTORE_URL,
    projectId: environment.FIREBASE_PROJECT_ID,
    token: createTokenSource(account, 'https://firestore.googleapis.com/', Date.now),
    timeout,
  }
}

export function connectFirestore(environment: Connection, timeout?: number): Firestore {
  return createFirestore(createOptions(environment, timeout))
}

/** Connects for backups, which need documents in their wire format. */
export function connectFirestoreWire(environment: Connection): FirestoreRest {
  return createFirestoreRest(createOptions(environment))
}
