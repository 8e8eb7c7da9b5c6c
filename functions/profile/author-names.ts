import {
  type AuthorNames,
  authorNamesPath,
} from '../../src/contracts/site-files/recommendation-candidates.ts'
import type { Bindings } from '../identity/edge-context.ts'
import { readAsset } from '../platform/http/read-asset.ts'

/** Reads names by slug from one of the build's files. Null if the file can't be read. */
export async function readAuthorNames({
  ASSETS,
}: Pick<Bindings, 'ASSETS'>): Promise<AuthorNames | null> {
  try {
    const names = await readAsset(ASSETS, authorNamesPath)
    return names === null ? null : JSON.parse(names)
  } catch {
    return null
  }
}
