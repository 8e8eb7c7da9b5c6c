/** The connection that builds and scripts have to Firestore: the edge's own adapter. */
import { createFirestore, type Firestore } from '../../functions/adapters/firestore.ts'
import {
  serviceAccountSchema,
  serviceAccountToken,
} from '../../functions/adapters/service-account.ts'

/** Reading a page of long articles may take a while; nobody is waiting for it. */
const timeout = 60_000

export function connectFirestore(environment: {
  readonly FIRESTORE_URL: string
  readonly FIREBASE_PROJECT_ID: string
  readonly FIREBASE_SERVICE_ACCOUNT: string
}): Firestore {
  const account = serviceAccountSchema.parse(environment.FIREBASE_SERVICE_ACCOUNT)
  return createFirestore({
    url: environment.FIRESTORE_URL,
    projectId: environment.FIREBASE_PROJECT_ID,
    token: serviceAccountToken(account, 'https://firestore.googleapis.com/', Date.now),
    timeout,
  })
}
