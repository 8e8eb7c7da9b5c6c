import type { AccessKeyItem } from '../../src/contracts/endpoints/staff-endpoints.ts'
import type { KeyRequest } from '../../src/contracts/pages/desk-page.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import { decidePermission } from '../../src/domain/staff/staff.ts'
import type { DeskDeps } from '../desk/desk-deps.ts'
import type { LoadDeskPage } from '../desk/desk-pages.ts'
import { confirmParameter, keysPage, readConfirmation } from '../identity/identify-staff.ts'
import { loadOwnKeys } from './own-keys.ts'

/** Loads the caller's own keys, and the request that the caller is asked to confirm for one of them, if any. */
export const loadKeysPage: LoadDeskPage = async (deps, _, staff) => {
  const { uid, role, signIn } = staff
  const keys = await loadOwnKeys(deps.firestore, staff)
  if (!keys.ok) return fail({ kind: 'unavailable', reason: keys.failure.kind })
  return succeed({
    path: keysPage,
    keys: keys.value,
    isRecent: decidePermission('ownKeys', role, signIn, deps.now()) === 'granted',
    request: await readRequest(deps, uid, keys.value),
  })
}

async function readRequest(
  deps: DeskDeps,
  uid: string,
  keys: readonly AccessKeyItem[],
): Promise<KeyRequest | 'invalid' | null> {
  const token = new URL(deps.request.url).searchParams.get(confirmParameter)
  if (token === null) return null
  const confirmation = await readConfirmation(deps, token)
  const key = confirmation?.uid === uid && keys.find(({ id }) => id === confirmation.keyId)
  if (!key) return 'invalid'
  const { name: keyName, createdAt: keyCreatedAt } = key
  return { token, keyName, keyCreatedAt, clearance: confirmation.clearance }
}
