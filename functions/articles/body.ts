import { openSealedBody, sealedBodyPath } from '../../src/contracts/sealed-body.ts'
import { decideAccess } from '../../src/domain/access.ts'
import { slugPattern } from '../../src/domain/slug.ts'
import { type EdgeContext, withCaller } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { type Change, patience } from '../publishing/changed-list.ts'
import { gzip, gzippedHtml } from './gzipped-html.ts'
import { loadPublished } from './load-article.ts'

/**
 * GET /api/articles/{slug}/body. Whether an article exists is no secret, so that is asked first;
 * only sealed articles have a body here, and those are closed to guests one and all. What is no longer
 * published is given to nobody from that moment, whatever lies here of it.
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
    const { services } = context.var
    const keepAlive = (work: Promise<unknown>) => context.executionCtx.waitUntil(work)
    const change = await services.changedList.find(slug, patience.reading, keepAlive)
    if (change && change.status !== 'published') {
      // That there is a draft is nobody's business.
      return errorResponse(change.status === 'withdrawn' ? 'withdrawn' : 'not_found')
    }
    const accepted = context.req.header('Accept-Encoding') ?? ''
    const opened = services.openedBodies.get(slug)
    if (opened) return gzippedHtml(opened, accepted)
    const asset = await context.env.ASSETS.fetch(new URL(sealedBodyPath(slug), context.req.url))
    if (asset.status === 404) return bodySinceBuild(context, slug, change)
    if (!asset.ok) return errorResponse('unavailable')
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

/** Of an article that was published since the build. Costs one read, and none for any other. */
async function bodySinceBuild(
  context: EdgeContext,
  slug: string,
  change: Change | null,
): Promise<Response> {
  if (!change) return errorResponse('not_found')
  const loaded = await loadPublished(context.var.services, slug)
  if (!loaded.ok) return errorResponse('unavailable')
  // The page of a public one carries its text.
  if (!loaded.value || loaded.value.article.access === 'public') return errorResponse('not_found')
  const accepted = context.req.header('Accept-Encoding') ?? ''
  return gzippedHtml(await gzip(loaded.value.body.rest), accepted)
}
