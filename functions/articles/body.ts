import { openSealedBody, sealedBodyPath } from '../../src/contracts/sealed-body.ts'
import { decideAccess } from '../../src/domain/access.ts'
import { slugPattern } from '../../src/domain/slug.ts'
import { type EdgeContext, withCaller } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'

/**
 * GET /api/articles/{slug}/body. Whether an article exists is no secret, so that is asked first;
 * only sealed articles have a body here, and those are closed to guests one and all.
 */
export async function articleBody(context: EdgeContext): Promise<Response> {
  const slug = context.req.param('slug') ?? ''
  if (!slugPattern.test(slug)) return errorResponse('not_found')
  return withCaller(context, async (caller) => {
    const decision = decideAccess('members', caller.kind === 'reader' ? caller.standing : null)
    if (!decision.open) {
      return decision.reason === 'signedOut'
        ? errorResponse('signed_out')
        : errorResponse('not_entitled', { reason: decision.reason })
    }
    const accepted = context.req.header('Accept-Encoding') ?? ''
    const { services } = context.var
    const opened = services.openedBodies.get(slug)
    if (opened) return gzippedHtml(opened, accepted)
    const asset = await context.env.ASSETS.fetch(new URL(sealedBodyPath(slug), context.req.url))
    if (!asset.ok) return errorResponse(asset.status === 404 ? 'not_found' : 'unavailable')
    const sealed = new Uint8Array(await asset.arrayBuffer())
    const gzipped = await openSealedBody(slug, sealed, await services.sealingKeys)
    if (!gzipped) {
      services.log('sealed_body_unreadable', { slug })
      return errorResponse('internal')
    }
    services.openedBodies.keep(slug, gzipped)
    return gzippedHtml(gzipped, accepted)
  })
}

/** The body as it lay sealed: compressed once, at build time. */
function gzippedHtml(gzipped: Uint8Array<ArrayBuffer>, accepted: string): Response {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    // For this reader alone, and no longer than it takes to show it.
    'Cache-Control': 'private, no-store',
  }
  if (/\bgzip\b/.test(accepted)) {
    return new Response(gzipped, {
      headers: { ...headers, 'Content-Encoding': 'gzip' },
      encodeBody: 'manual',
    })
  }
  const plain = new Response(gzipped).body!.pipeThrough(new DecompressionStream('gzip'))
  return new Response(plain, { headers })
}
