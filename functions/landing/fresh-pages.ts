/**
 * Renders landing pages with the changes since the build, once per isolate and change. If nothing has changed, or
 * rendering fails or takes too long, the built page is served.
 */
import type { LandingList } from '../../src/contracts/site-files/landing.ts'
import { getListName, list, listPlaced } from '../../src/domain/archive/story-list.ts'
import type { Placements } from '../../src/domain/publication.ts'
import type { ArticleSource } from '../articles/load-article.ts'
import { getErrorName } from '../platform/error-name.ts'
import type { Assets } from '../platform/http/read-asset.ts'
import { type RenderDeps, type RenderedFile, renderAsFile } from '../platform/http/rendered-file.ts'
import { createLruCache } from '../platform/lru-cache.ts'
import { waitAtMost } from '../platform/wait-at-most.ts'
import type { BuildManifest } from '../publishing/build-manifest.ts'
import { type Change, maxWait, type RecentChanges } from '../publishing/recent-changes.ts'
import { type Effects, findEffects, listSlugs, toListChanges } from './apply-changes.ts'
import { createChangedStories } from './changed-stories.ts'
import { createLanding } from './create-landing.ts'
import { createFrontChoices } from './front-choices.ts'
import { createLandingLists } from './landing-lists.ts'
import type { LandingPath } from './landing-path.ts'

/** Milliseconds for which a request waits for a page; after that, rendering continues in the background. */
const maxRenderWait = 3000

/** Milliseconds after which a page that couldn't be rendered completely is tried again. */
export const retryDelay = 5000

/** In milliseconds. Stories enter and leave the news sitemap as time passes. */
const newsLifetime = 60_000

/** Milliseconds after which rendering is abandoned, because its request has ended. */
const renderTimeout = 30_000

/** In bytes; an isolate has 128 MB. */
const maxCachedBytes = 8_000_000

type Page = {
  /** The version of the changes shown on the page. */
  readonly version: string
  readonly rendered: RenderedFile | null
  /** In milliseconds. */
  readonly expiresAt: number
}

type Rendering = {
  readonly version: string
  readonly startedAt: number
  readonly finished: Promise<RenderedFile | null>
}

export type FreshPages = {
  /** Returns null if the built page should be served. Never rejects. */
  find(path: LandingPath, deps: RenderDeps): Promise<RenderedFile | null>
}

type FreshPagesDeps = ArticleSource & {
  readonly recentChanges: Pick<RecentChanges, 'list'>
  readonly buildManifest: Pick<BuildManifest, 'builtAt'>
  readonly assets: Assets
}

export function createFreshPages(services: FreshPagesDeps): FreshPages {
  const { recentChanges, buildManifest, now, log } = services
  const loadList = createLandingLists(services.assets)
  const loadStories = createChangedStories(services)
  const readFrontChoices = createFrontChoices(services)
  const pages = createLruCache<string, Page>(
    maxCachedBytes,
    ({ rendered }) => 200 + (rendered?.body.byteLength ?? 0),
  )
  const renderings = new Map<string, Rendering>()

  /**
   * Lists article changes that the build may not contain. The build may have missed a change written while it was
   * reading, so withdrawals from the minutes before it count too; applying one twice does no harm.
   */
  async function listChanges(keepAlive: (work: Promise<unknown>) => void) {
    const changes = await recentChanges.list(maxWait.landingPage, keepAlive)
    const builtAt = changes && (await buildManifest.builtAt())
    if (!builtAt) return null
    const isNew = ([, { status, updatedAt }]: readonly [string, Change]) =>
      status !== 'published' || updatedAt > builtAt
    return { builtAt, changes: new Map([...changes].filter(isNew)) }
  }

  async function render(
    path: LandingPath,
    model: LandingList,
    effects: Effects,
    front: EditorsFront,
    deps: RenderDeps,
  ) {
    const listed = listSlugs(model)
    const changedAt = new Map([
      // Includes older stories that have just been placed on this page.
      ...front.placed
        .filter((slug) => !listed.has(slug) && !effects.has(slug))
        .map((slug) => [slug, front.updatedAt] as const),
      ...[...effects].flatMap(([slug, { kind, updatedAt }]) =>
        kind === 'replace' ? [[slug, updatedAt] as const] : [],
      ),
    ])
    const loaded = await loadStories(changedAt)
    const shown = list(model, toListChanges(effects, loaded.stories, front.placed))
    const landing = createLanding(path, model, shown, front.choices)
    return { rendered: await renderAsFile({ landing }, path.path, deps), ...loaded }
  }

  function startRendering(
    { path, format }: LandingPath,
    version: string,
    work: ReturnType<typeof render>,
    deps: RenderDeps,
  ): Rendering {
    const finished = work
      .catch((error: unknown) => {
        log('landing_page_not_rendered', { path, error: getErrorName(error) })
        return { rendered: null, isComplete: false }
      })
      .then(({ rendered, isComplete }) => {
        const at = now().getTime()
        // If a newer version has been started since, this one is out of date.
        if (renderings.get(path)?.finished === finished) {
          renderings.delete(path)
          const lifetime = format === 'news' ? newsLifetime : Number.POSITIVE_INFINITY
          pages.set(path, {
            version,
            rendered,
            expiresAt: at + (isComplete ? lifetime : retryDelay),
          })
        }
        return rendered
      })
    // Other requests may wait for this rendering after this request has ended.
    deps.execution.waitUntil(finished)
    return { version, startedAt: now().getTime(), finished }
  }

  async function find(path: LandingPath, deps: RenderDeps): Promise<RenderedFile | null> {
    const keepAlive = (work: Promise<unknown>) => deps.execution.waitUntil(work)
    // The list is loaded first, so that an unknown author costs no database read.
    const model = await loadList(getListName(path.subject))
    if (!model) return null
    const { subject } = path
    const hasPlaces = subject.kind === 'front' || subject.kind === 'category'
    const [news, live] = await Promise.all([
      listChanges(keepAlive),
      hasPlaces ? readFrontChoices(keepAlive) : null,
    ])
    if (!news) return null
    const { builtAt, changes } = news
    const newFront = live && live.updatedAt > builtAt ? live : null
    const built = { choices: model.front ?? null, updatedAt: builtAt }
    const { choices, updatedAt } = newFront ?? built
    const placed = listPlaced(subject, choices, now())
    const front = { choices, updatedAt, placed }
    const effects = findEffects(subject, model, placed, changes)
    // On the front page, positions can differ even if the stories are the same.
    const isPlacedAsBuilt =
      subject.kind === 'front'
        ? !newFront
        : placed.join() === listPlaced(subject, built.choices, builtAt).join()
    if (effects.size === 0 && isPlacedAsBuilt) return null

    const version = describeVersion(
      effects,
      subject.kind === 'front' ? (newFront?.choices ?? null) : placed,
    )
    const at = now().getTime()
    const page = pages.get(path.path)
    if (page?.version === version && at < page.expiresAt) return page.rendered
    let rendering = renderings.get(path.path)
    if (rendering?.version !== version || at - rendering.startedAt > renderTimeout) {
      rendering = startRendering(path, version, render(path, model, effects, front, deps), deps)
      renderings.set(path.path, rendering)
    }
    return waitAtMost(rendering.finished, maxRenderWait)
  }

  return {
    async find(path, deps) {
      try {
        return await find(path, deps)
      } catch (error) {
        log('landing_page_not_rendered', {
          path: path.path,
          error: getErrorName(error),
        })
        return null
      }
    },
  }
}

type EditorsFront = {
  readonly choices: Placements | null
  readonly updatedAt: Date
  /** Slugs of the stories placed in this list. */
  readonly placed: readonly string[]
}

/** Sorts the changes, because they're listed in the order in which they were last read. */
const describeVersion = (effects: Effects, placed: Placements | readonly string[] | null): string =>
  JSON.stringify([
    [...effects].map(([slug, { kind, updatedAt }]) => `${slug} ${kind} ${+updatedAt}`).sort(),
    placed,
  ])
