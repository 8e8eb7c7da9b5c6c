import {
  hashBody,
  signatureHeader,
  type VerifiedRequest,
  verifyRequest,
} from '../../src/contracts/signing/desk-signature.ts'
import type { SigningKeys } from '../../src/contracts/signing/signed-token.ts'
import { parseJson } from '../../src/domain/parse-json.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { Deps } from './edge-context.ts'
import { type Refusal, refuse } from './handler.ts'

export async function verifySignature({
  deskKeys,
  now,
  request,
}: Pick<Deps, 'now' | 'request'> & { readonly deskKeys: Promise<SigningKeys> }): Promise<
  Result<VerifiedRequest, Refusal<'bad_signature' | 'stale_signature'>>
> {
  const { pathname, search } = new URL(request.url)
  const verified = await verifyRequest(
    { method: request.method, path: pathname + search },
    request.headers.get(signatureHeader) ?? undefined,
    await deskKeys,
    now(),
  )
  if (verified.ok) return verified
  return refuse(verified.failure === 'stale' ? 'stale_signature' : 'bad_signature')
}

/** Reads and verifies the whole body, so its route must limit the size. Undefined if it isn't JSON. */
export async function readSignedBody(
  { request }: Pick<Deps, 'request'>,
  bodyHash: string,
): Promise<Result<unknown, Refusal<'bad_signature'>>> {
  const body = new Uint8Array(await request.arrayBuffer())
  if ((await hashBody(body)) !== bodyHash) return refuse('bad_signature')
  return succeed(parseJson(new TextDecoder().decode(body)))
}
