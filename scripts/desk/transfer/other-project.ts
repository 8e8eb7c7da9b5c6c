/**
 * For tests against a running stack: a desk for another project of its Firestore, so that what they
 * write is beside the sample and not in it. Pictures go to the one storage that there is.
 */
import { randomBytes } from 'node:crypto'
import { deriveDeskKeys } from '../../../src/contracts/desk-signature.ts'
import { keyringSchema } from '../../../src/contracts/keyring.ts'
import { runningStack } from '../../local/running-stack.ts'
import { connectFirestore } from '../../site/firestore.ts'
import { contentOf } from '../decision.ts'
import type { Desk } from '../environment.ts'

export async function deskOf(projectId: string): Promise<Desk> {
  const { deskEnvironment } = runningStack()
  return {
    siteUrl: deskEnvironment.SITE_URL,
    projectId,
    firestore: connectFirestore({ ...deskEnvironment, FIREBASE_PROJECT_ID: projectId }),
    keys: await deriveDeskKeys(keyringSchema.parse(deskEnvironment.DESK_KEYS)),
    editor: 'Round trip',
    payPal: null,
  }
}

export const emptyProject = () => `demo-transfer-${randomBytes(4).toString('hex')}`
const collections = ['articles', 'authors', 'events', 'pages', 'front'] as const

/** Everything of a publication, without when it was written. */
export async function everythingOf({ firestore }: Desk) {
  const found: Record<string, unknown> = {}
  for (const collection of collections) {
    const answer = await firestore.query({ collection })
    if (!answer.ok) throw new Error(answer.failure.kind)
    for (const { id, fields } of answer.value.documents) {
      found[`${collection}/${id}`] = contentOf(collection, fields)
    }
  }
  const redirects = await firestore.query({ collection: 'redirects' })
  if (!redirects.ok) throw new Error(redirects.failure.kind)
  for (const { id, fields } of redirects.value.documents) {
    found[`redirects/${id}`] = { from: fields.from, to: fields.to }
  }
  return found
}
