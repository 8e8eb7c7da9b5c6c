/** Fetches original pictures from the site's storage, which only the desk may do. */
import { signatureHeader, signRequest } from '../../../src/contracts/desk-signature.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import type { Desk } from '../../desk/desk-environment.ts'

export type OriginalImageFailure = 'missing' | 'unavailable' | 'refused'

const requestTimeout = 60_000

export async function fetchOriginalImage(
  { siteUrl, keys }: Pick<Desk, 'siteUrl' | 'keys'>,
  id: string,
): Promise<Result<Uint8Array<ArrayBuffer>, OriginalImageFailure>> {
  const path = `/api/media/${id}`
  const request = { method: 'GET', path, body: new Uint8Array() }
  try {
    const response = await fetch(siteUrl + path, {
      headers: { [signatureHeader]: await signRequest(request, keys, new Date()) },
      signal: AbortSignal.timeout(requestTimeout),
      redirect: 'error',
    })
    if (response.ok) return succeed(new Uint8Array(await response.arrayBuffer()))
    await response.body?.cancel()
    if (response.status === 404) return fail('missing')
    return fail(response.status === 429 || response.status >= 500 ? 'unavailable' : 'refused')
  } catch {
    return fail('unavailable')
  }
}
