import type { Firestore } from '../../../functions/platform/adapters/firestore.ts'
import { importSigningKeys, type SigningKeys } from '../../../src/contracts/signing/signed-token.ts'
import { connectFirestore } from '../../shared/connect-firestore.ts'
import { operatorVariables, parseOperatorEnvironment } from '../../shared/operator-environment.ts'
import { chooseEnvironment } from '../../shared/running-stack.ts'
import { findEditorName, requireEditorName } from './editor-name.ts'

export type Desk = {
  readonly siteUrl: string
  readonly projectId: string
  readonly firestore: Firestore
  readonly keys: SigningKeys
  /** Null if unknown. */
  readonly editor: string | null
}

/** Uses the local stack if FIREBASE_PROJECT_ID isn't set. `by` is the --by option. */
export async function openDesk(by?: string): Promise<Desk> {
  const environment = parseOperatorEnvironment(operatorVariables, chooseEnvironment())
  return {
    siteUrl: environment.SITE_URL,
    projectId: environment.FIREBASE_PROJECT_ID,
    firestore: connectFirestore(environment),
    keys: await importSigningKeys(environment.DESK_KEYS),
    editor: findEditorName(by),
  }
}

/** Throws without an editor's name, because every revision names its editor. */
export const requireEditor = ({ editor }: Pick<Desk, 'editor'>): string => requireEditorName(editor)
