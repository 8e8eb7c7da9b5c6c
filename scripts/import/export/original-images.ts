/** Fetches original pictures from the site's storage, which only the desk may do. */
import { getEndpointPath } from '../../../src/contracts/endpoints/endpoint-path.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { fetchSigned, type SignedSite } from '../../shared/fetch-signed.ts'

/** Milliseconds: the limit is long, because recordings can be large. */
const downloadTimeout = 600_000

export type OriginalImageFailure = 'missing' | 'unavailable' | 'refused'

export async function fetchOriginalImage(
  site: SignedSite,
  id: string,
): Promise<Result<Uint8Array<ArrayBuffer>, OriginalImageFailure>> {
  const path = getEndpointPath('GET /api/media/:id', { id })
  try {
    const response = await fetchSigned(site, { method: 'GET', path, timeout: downloadTimeout })
    if (response.ok) return succeed(new Uint8Array(await response.arrayBuffer()))
    await response.body?.cancel()
    if (response.status === 404) return fail('missing')
    return fail(response.status === 429 || response.status >= 500 ? 'unavailable' : 'refused')
  } catch {
    return fail('unavailable')
  }
}
