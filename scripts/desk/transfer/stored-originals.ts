/** Original pictures as the site has them in its storage: given to the desk alone. */
import { signatureHeader, signRequest } from '../../../src/contracts/desk-signature.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import type { Desk } from '../environment.ts'

export type OriginalFailure = 'missing' | 'away' | 'refused'

const patience = 60_000

export async function fetchOriginal(
  { siteUrl, keys }: Pick<Desk, 'siteUrl' | 'keys'>,
  id: string,
): Promise<Result<Uint8Array<ArrayBuffer>, OriginalFailure>> {
  const path = `/api/media/${id}`
  const request = { method: 'GET', path, body: new Uint8Array() }
  try {
    const response = await fetch(siteUrl + path, {
      headers: { [signatureHeader]: await signRequest(request, keys, new Date()) },
      signal: AbortSignal.timeout(patience),
      redirect: 'error',
    })
    if (response.ok) return succeed(new Uint8Array(await response.arrayBuffer()))
    await response.body?.cancel()
    if (response.status === 404) return fail('missing')
    return fail(response.status === 429 || response.status >= 500 ? 'away' : 'refused')
  } catch {
    return fail('away')
  }
}
