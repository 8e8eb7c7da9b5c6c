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

/** Reading a page of long articles may take a while; nobody is waiting for it. */
const timeout = 60_000

type Connection = {
  readonly FIRESTORE_URL: string
  readonly FIREBASE_PROJECT_ID: string
  readonly FIREBASE_SERVICE_ACCOUNT: string
}

function optionsOf(environment: Connection): FirestoreOptions {
  const account = serviceAccountSchema.parse(environment.FIREBASE_SERVICE_ACCOUNT)
  return {
    url: environment.FIRESTORE_URL,
    projectId: environment.FIREBASE_PROJECT_ID,
    token: serviceAccountToken(account, 'https://firestore.googleapis.com/', Date.now),
    timeout,
  }
}

export function connectFirestore(environment: Connection): Firestore {
  return createFirestore(optionsOf(environment))
}

/** For what takes documents as they travel: backups. */
export function connectFirestoreWire(environment: Connection): FirestoreWire {
  return createFirestoreWire(optionsOf(environment))
}
