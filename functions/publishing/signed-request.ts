/** Requests of the desk, and of whoever else holds one of its keys. */
import { signatureHeader, verifyRequest } from '../../src/contracts/desk-signature.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { EdgeContext } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'

export type SignedRequest = {
  readonly body: Uint8Array<ArrayBuffer>
  /** Good for one use, where it matters. */
  readonly nonce: string
}

/** Reads the body whole, so a route that asks limits it first. Fails with the answer to give. */
export async function readSigned(context: EdgeContext): Promise<Result<SignedRequest, Response>> {
  const { deskKeys, now } = context.var.services
  const body = new Uint8Array(await context.req.arrayBuffer())
  const { pathname, search } = new URL(context.req.url)
  const verified = await verifyRequest(
    { method: context.req.method, path: pathname + search, body },
    context.req.header(signatureHeader),
    await deskKeys,
    now(),
  )
  if (verified.ok) return succeed({ body, nonce: verified.value.nonce })
  const isStale = verified.failure === 'stale'
  return fail(errorResponse(isStale ? 'stale_signature' : 'bad_signature'))
}

/** The body as JSON; undefined where it is none. */
export function jsonOf(body: Uint8Array<ArrayBuffer>): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}
