/** The connection that builds and scripts have to Firestore: the edge's own adapter. */
import { createFirestore, type Firestore } from '../../functions/adapters/firestore.ts'
import {
  createFirestoreWire,
  type FirestoreOptions,
  type FirestoreWire,
} from '../../functions/adapters/firestore-wire.ts'
import {
  serviceAccountSchema,
  serviceAccountToken,
} from '../../functions/adapters/service-account.ts'

/** Milliseconds: reading a page of long articles may take a while; nobody is waiting for it. */
const longTimeout = 60_000

type Connection = {
  readonly FIRESTORE_URL: string
  readonly FIREBASE_PROJECT_ID: string
  readonly FIREBASE_SERVICE_ACCOUNT: string
}

function optionsOf(environment: Connection, timeout = longTimeout): FirestoreOptions {
  const account = serviceAccountSchema.parse(environment.FIREBASE_SERVICE_ACCOUNT)
  return {
    url: environment.FIRESTORE_URL,
    projectId: environment.FIREBASE_PROJECT_ID,
    token: serviceAccountToken(account, 'https://firestore.googleapis.com/', Date.now),
    timeout,
  }
}

export function connectFirestore(environment: Connection, timeout?: number): Firestore {
  return createFirestore(optionsOf(environment, timeout))
}

/** For what takes documents as they travel: backups. */
export function connectFirestoreWire(environment: Connection): FirestoreWire {
  return createFirestoreWire(optionsOf(environment))
}
