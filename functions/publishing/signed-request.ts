/** Requests of the desk, and of whoever else holds one of its keys. */
import {
  hashBody,
  signatureHeader,
  type VerifiedRequest,
  verifyRequest,
} from '../../src/contracts/desk-signature.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { EdgeContext } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'

export type SignedRequest = {
  readonly body: Uint8Array<ArrayBuffer>
  /** Good for one use, where it matters. */
  readonly nonce: string
}

/** Verifies the signature and leaves the body unread. Fails with the answer to give. */
export async function verifySignature(
  context: EdgeContext,
): Promise<Result<VerifiedRequest, Response>> {
  const { deskKeys, now } = context.var.services
  const { pathname, search } = new URL(context.req.url)
  const verified = await verifyRequest(
    { method: context.req.method, path: pathname + search },
    context.req.header(signatureHeader),
    await deskKeys,
    now(),
  )
  if (verified.ok) return verified
  const isStale = verified.failure === 'stale'
  return fail(errorResponse(isStale ? 'stale_signature' : 'bad_signature'))
}

/** Reads the whole body, so its route has to limit it. Fails with the answer to give. */
export async function readSigned(context: EdgeContext): Promise<Result<SignedRequest, Response>> {
  const verified = await verifySignature(context)
  if (!verified.ok) return verified
  const { nonce, bodyHash } = verified.value
  const body = new Uint8Array(await context.req.arrayBuffer())
  if ((await hashBody(body)) !== bodyHash) return fail(errorResponse('bad_signature'))
  return succeed({ body, nonce })
}

/** The body as JSON; undefined where it is none. */
export function jsonOf(body: Uint8Array<ArrayBuffer>): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}
