/** A desk with its own Firestore project in the running stack. The image storage is shared. */
import { randomBytes } from 'node:crypto'
import { pickContent } from '../../../functions/documents/write-decision.ts'
import { keyringSchema } from '../../../src/contracts/signing/keyring.ts'
import { importSigningKeys } from '../../../src/contracts/signing/signed-token.ts'
import type { Desk } from '../../desk/command-line/desk-environment.ts'
import { connectFirestore } from '../../shared/connect-firestore.ts'
import { type RunningStack, readRunningStack } from '../../shared/running-stack.ts'

type DeskEnvironment = Pick<
  RunningStack['deskEnvironment'],
  'SITE_URL' | 'FIREBASE_SERVICE_ACCOUNT' | 'FIRESTORE_URL' | 'DESK_KEYS'
>

export async function openTestDesk(
  projectId: string,
  deskEnvironment: DeskEnvironment = readRunningStack().deskEnvironment,
): Promise<Desk> {
  return {
    siteUrl: deskEnvironment.SITE_URL,
    projectId,
    firestore: connectFirestore({ ...deskEnvironment, FIREBASE_PROJECT_ID: projectId }),
    keys: await importSigningKeys(keyringSchema.parse(deskEnvironment.DESK_KEYS)),
    editor: 'Round trip',
  }
}

export const createProjectId = () => `demo-transfer-${randomBytes(4).toString('hex')}`
const collections = ['articles', 'authors', 'events', 'issues', 'pages', 'front'] as const

/** Reads all documents and redirects, without their write times. */
export async function readPublication({ firestore }: Desk) {
  const documents: Record<string, unknown> = {}
  for (const collection of collections) {
    const result = await firestore.query({ collection })
    if (!result.ok) throw new Error(result.failure.kind)
    for (const { id, fields } of result.value.documents) {
      documents[`${collection}/${id}`] = pickContent(collection, fields)
    }
  }
  const redirects = await firestore.query({ collection: 'redirects' })
  if (!redirects.ok) throw new Error(redirects.failure.kind)
  for (const { id, fields } of redirects.value.documents) {
    documents[`redirects/${id}`] = { from: fields.from, to: fields.to }
  }
  return documents
}
