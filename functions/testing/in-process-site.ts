/** The built site in one process: its files, and what the Worker caches and derives from them. */

import type { Services } from '../app/services.ts'
import { createFreshPages } from '../landing/fresh-pages.ts'
import { createErrorPageCache } from '../pages/error-page-cache.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import { createTagList } from '../platform/http/tag-list.ts'
import { createLruCache } from '../platform/lru-cache.ts'
import { type BuildManifest, createBuildManifest } from '../publishing/build-manifest.ts'
import { createRecentChanges } from '../publishing/recent-changes.ts'
import { checkLog } from './check-log.ts'

export function createInProcessSite(firestore: Firestore, now: () => Date) {
  /** The build's files by path. */
  const assets = new Map([['/author-names.json', '{}']])
  const assetsBinding = {
    async fetch(input: Request | URL | string): Promise<Response> {
      const text = assets.get(new URL(input instanceof Request ? input.url : input).pathname)
      return new Response(text ?? null, { status: text === undefined ? 404 : 200 })
    },
  }
  // Isolates see one version of the site; tests replace its files.
  const openManifest = () => createBuildManifest(assetsBinding)
  const buildManifest: BuildManifest = {
    builtAt: () => openManifest().builtAt(),
    listContentProblems: () => openManifest().listContentProblems(),
    listDeadLinks: () => openManifest().listDeadLinks(),
    findRedirect: (path) => openManifest().findRedirect(path),
    findSealedBody: (name) => openManifest().findSealedBody(name),
  }
  const recentChanges = createRecentChanges({
    firestore,
    builtAt: async () => now(),
    now,
    log: checkLog,
  })
  const services = {
    /** Closed parts that the Worker serves, gzipped. */
    bodyCache: createLruCache<string, Uint8Array<ArrayBuffer>>(1e6, ({ length }) => length),
    recentChanges,
    freshPages: createFreshPages({
      assets: assetsBinding,
      firestore,
      recentChanges,
      buildManifest,
      now,
      log: checkLog,
    }),
    buildManifest,
    errorPages: createErrorPageCache(),
    loadTags: createTagList(assetsBinding),
    renderPage: async (page) => {
      if ('profile' in page) return Response.json(page.profile)
      if ('deskPage' in page) return Response.json({ ...page.deskPage, person: page.deskPerson })
      return 'missingPage' in page && /unavailable$/i.test(page.missingPage.kind)
        ? new Response('Unavailable', { status: 503 })
        : new Response('Not found', { status: 404 })
    },
  } satisfies Partial<Services>
  return { assets, assetsBinding, services }
}
