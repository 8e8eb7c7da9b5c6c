import { decryptSealedBody, getSealedBodyPath } from '../../src/contracts/sealed-body.ts'
import { succeed } from '../../src/domain/result.ts'
import type { Deps } from '../http/edge-context.ts'
import { type Handle, refuse } from '../http/handler.ts'
import { decideForCaller, refuseClosed } from '../meter/decide-for-caller.ts'
import { type Change, maxWait } from '../publishing/recent-changes.ts'
import { gzip, respondWithGzippedHtml } from './gzipped-html.ts'
import { loadPublished } from './load-article.ts'

/** A withdrawn article is refused at once, whatever the build or the cache contains. */
export const getArticleBody: Handle<'GET /api/articles/:slug/body'> = async (
  { slug },
  caller,
  deps,
) => {
  const { recentChanges, bodyCache, sealingKeys, env, request, execution, log } = deps
  const reader = caller.kind === 'reader' ? caller : null
  const decision = await decideForCaller(deps, reader, { slug, access: 'metered' })
  if (!decision.open) return refuseClosed(decision)
  const keepAlive = (work: Promise<unknown>) => execution.waitUntil(work)
  const change = await recentChanges.find(slug, maxWait.builtArticle, keepAlive)
  if (change && change.status !== 'published') {
    // Doesn't reveal drafts.
    return refuse(change.status === 'withdrawn' ? 'withdrawn' : 'not_found')
  }
  const cached = bodyCache.get(slug)
  if (cached) return succeed(respondWithGzippedHtml(cached, request))
  const asset = await env.ASSETS.fetch(new URL(getSealedBodyPath(slug), request.url))
  if (asset.status === 404) return renderUnbuiltBody(deps, slug, change)
  if (!asset.ok) return refuse('unavailable')
  const sealed = new Uint8Array(await asset.arrayBuffer())
  const gzipped = await decryptSealedBody(slug, sealed, await sealingKeys)
  if (!gzipped) {
    log('sealed_body_unreadable', { slug })
    return refuse('internal')
  }
  bodyCache.set(slug, gzipped)
  return succeed(respondWithGzippedHtml(gzipped, request))
}

/** Costs one read for an article published since the build, and none for any other. */
async function renderUnbuiltBody(deps: Deps, slug: string, change: Change | null) {
  if (!change) return refuse('not_found')
  const loaded = await loadPublished(deps, slug)
  if (!loaded.ok) return refuse('unavailable')
  // A public article's page contains its text.
  if (!loaded.value || loaded.value.article.access === 'public') return refuse('not_found')
  return succeed(respondWithGzippedHtml(await gzip(loaded.value.body.rest), deps.request))
}
