import { type Result, succeed } from '../../src/domain/result.ts'
import type { Staff } from '../identity/caller.ts'
import type { Deps } from '../identity/edge-context.ts'
import { type Refusal, refuse, refuseUnavailable } from '../identity/handler.ts'
import type { FirestoreFailure } from '../platform/adapters/firestore.ts'
import { getPicturePath, isVisible, parsePicture, type StoredPicture } from './picture-records.ts'

/** Attempts if others change the same picture or its documents. */
export const maxAttempts = 8

type Code = 'not_found' | 'not_possible' | 'unavailable'

export type PictureFailure = Refusal<Code> | FirestoreFailure

export async function loadPicture(
  { firestore }: Pick<Deps, 'firestore'>,
  id: string,
  staff: Pick<Staff, 'uid' | 'role'>,
): Promise<Result<StoredPicture, Refusal<'not_found'> | FirestoreFailure>> {
  const stored = await firestore.get(getPicturePath(id))
  if (!stored.ok) return stored
  const picture = parsePicture(stored.value)
  return picture && isVisible(picture, staff) ? succeed(picture) : refuse('not_found')
}

export const refuseStorage = (
  deps: Pick<Deps, 'log'>,
  id: string,
  { kind }: Pick<FirestoreFailure, 'kind'>,
) => refuseUnavailable(deps, 'picture_unavailable', { id, kind })
