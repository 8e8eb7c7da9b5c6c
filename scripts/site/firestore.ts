/** The connection that builds and scripts have to Firestore: the edge's own adapter. */
import { createFirestore, type Firestore } from '../../functions/adapters/firestore.ts'
import {
  serviceAccountSchema,
  serviceAccountToken,
} from '../../functions/adapters/service-account.ts'

/** Milliseconds: reading a page of long articles may take a while, and nobody is waiting for it. */
const patience = 60_000

export function connectFirestore(
  environment: {
    readonly FIRESTORE_URL: string
    readonly FIREBASE_PROJECT_ID: string
    readonly FIREBASE_SERVICE_ACCOUNT: string
  },
  timeout = patience,
): Firestore {
  const account = serviceAccountSchema.parse(environment.FIREBASE_SERVICE_ACCOUNT)
  return createFirestore({
    url: environment.FIRESTORE_URL,
    projectId: environment.FIREBASE_PROJECT_ID,
    token: serviceAccountToken(account, 'https://firestore.googleapis.com/', Date.now),
    timeout,
  })
}
