/**
 * Measures the time from the start of `desk publish`, through webhook, queue and rebuild, until an article can be read,
 * until the archives, which the Worker renders, list it, and until search, which only a build updates, finds it.
 * Measures the same for withdrawing, and the cost.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { formatManuscript } from '../../../src/content/manuscript/format-manuscript.ts'
import {
  type SearchParts,
  searchPartsPath,
} from '../../../src/contracts/site-files/search-index.ts'
import { type BuildReport, reportPath } from '../../build/build-publication.ts'
import { buildSite } from '../../build/build-site.ts'
import { connectFirestore } from '../../shared/connect-firestore.ts'
import { createSampleDocuments, type SampleDocument } from '../sample/sample-documents.ts'
import { logLine } from '../service-process.ts'
import type { Stack } from '../stack/stack.ts'
import { withStack } from './bench-stack.ts'
import { type BenchOptions, createCorpus, isArticle, storeWithPastTime } from './corpus.ts'
import { createTable, formatCount, formatFigure, type Section, summariseEach } from './figure.ts'
import { readChildrenUserSeconds } from './measure.ts'
import { checkPublishingTargets, type PublishingTimes } from './targets.ts'

/** Milliseconds between two requests, and before the benchmark gives up. */
const pollInterval = 25
const timeout = 5 * 60 * 1000

/** Returns the seconds from `startedAt` until the response matches. */
async function waitUntil(
  startedAt: number,
  address: string,
  isMatch: (response: Response) => unknown,
) {
  while (performance.now() - startedAt < timeout) {
    const response = await fetch(address, { redirect: 'manual' }).catch(() => null)
    if (response && (await isMatch(response))) return (performance.now() - startedAt) / 1000
    await response?.body?.cancel().catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, pollInterval))
  }
  throw new Error(`${address} didn’t show the expected state within five minutes.`)
}

async function runDesk({ backends }: Stack, ...args: string[]): Promise<void> {
  await execa(process.execPath, ['scripts/desk/desk.ts', ...args], {
    env: backends.deskEnvironment,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Reads everything, because documents with a past update time aren't among the changes. */
async function buildFully({ backends, rebuild }: Stack, articles: number) {
  const environment = { ...backends.buildEnvironment, CONTENT_SYNC: 'full' }
  const { documentsRead } = await buildSite(environment, () => {})
  if (documentsRead < articles)
    throw new Error(`${documentsRead} documents are too few for ${articles} articles.`)
  await rebuild()
}

/** Returns the path of the list of the search index's parts, whose names depend on their content. */
const searchParts = (site: string) => site + searchPartsPath

async function readRecentPart(site: string): Promise<string | null> {
  const response = await fetch(searchParts(site))
  return ((await response.json()) as SearchParts).recent
}

async function publishOne(
  stack: Stack,
  model: SampleDocument,
  slug: string,
  recentPart: string | null,
) {
  const site = stack.backends.siteUrl
  const file = join(stack.backends.folder, `${slug}.md`)
  const { publishedAt: _, ...fields } = model.fields
  writeFileSync(file, formatManuscript({ collection: 'articles', fields, version: null }))
  const userBefore = readChildrenUserSeconds()
  const startedAt = performance.now()
  const [, readable, listed, searchable] = await Promise.all([
    runDesk(stack, 'publish', file),
    waitUntil(startedAt, `${site}/${slug}`, ({ status }) => status === 200),
    waitUntil(startedAt, `${site}/latest`, async (page) =>
      (await page.text()).includes(`"/${slug}"`),
    ),
    waitUntil(startedAt, searchParts(site), async (parts) => {
      return ((await parts.json()) as SearchParts).recent !== recentPart
    }),
  ])
  const userAfter = readChildrenUserSeconds()
  const user = userBefore === null || userAfter === null ? null : userAfter - userBefore
  const state = stack.backends.buildEnvironment.BUILD_STATE!
  const report = JSON.parse(readFileSync(reportPath(state), 'utf8')) as BuildReport
  const { documentsRead: reads, written } = report
  return { readable, listed, searchable, user, reads, written }
}

async function withdrawOne(stack: Stack, slug: string, recentPart: string | null) {
  const site = stack.backends.siteUrl
  const startedAt = performance.now()
  const [, removedAfter] = await Promise.all([
    runDesk(stack, 'withdraw', slug, '--message', 'Measured'),
    waitUntil(
      startedAt,
      `${site}/latest`,
      async (page) => !(await page.text()).includes(`"/${slug}"`),
    ),
  ])
  // The next run mustn't count the end of this rebuild as its own.
  await waitUntil(startedAt, searchParts(site), async (parts) => {
    return ((await parts.json()) as SearchParts).recent === recentPart
  })
  return { removedAfter }
}

async function measureSize(
  stack: Stack,
  sample: readonly SampleDocument[],
  articles: number | null,
  repeat: number,
): Promise<PublishingTimes> {
  const model = sample.find(
    (document) => isArticle(document) && document.fields.status === 'published',
  )!
  const published: Awaited<ReturnType<typeof publishOne>>[] = []
  const withdrawn: { removedAfter: number }[] = []
  const recentPart = await readRecentPart(stack.backends.siteUrl)
  for (let run = 1; run <= repeat; run++) {
    logLine(
      'bench',
      `${articles ?? 'the sample’s'} articles, published through the desk, run ${run}`,
    )
    const slug = `published-among-${articles ?? 'few'}-in-run-${run}`
    published.push(await publishOne(stack, model, slug, recentPart))
    withdrawn.push(await withdrawOne(stack, slug, recentPart))
    // Without this removal, the next build would read the article again, because builds read recent changes.
    await connectFirestore(stack.backends.buildEnvironment).commit([{ remove: `articles/${slug}` }])
  }
  return { articles, ...summariseEach(published), ...summariseEach(withdrawn) }
}

export async function benchmarkPublishing({ sizes, repeat }: BenchOptions): Promise<Section> {
  const sample = (await createSampleDocuments()).documents
  const publishingTimes = await withStack(async (stack) => {
    mkdirSync(stack.backends.folder, { recursive: true })
    const firestore = connectFirestore(stack.backends.buildEnvironment)
    const measured: PublishingTimes[] = []
    // Documents with a past update time aren't read again by the next builds.
    await storeWithPastTime(firestore, sample)
    await buildFully(stack, 0)
    measured.push(await measureSize(stack, sample, null, repeat))
    for (const articles of sizes) {
      logLine('bench', `storing ${articles} articles and building them`)
      await storeWithPastTime(firestore, createCorpus(sample, articles))
      await buildFully(stack, articles)
      measured.push(await measureSize(stack, sample, articles, repeat))
    }
    return measured
  }, 'publishing')
  return createPublishingReport(publishingTimes)
}

const createPublishingReport = (publishingTimes: readonly PublishingTimes[]): Section => ({
  tables: [
    createTable('From running the command until readers see the change', publishingTimes, [
      ['articles', ({ articles }) => (articles === null ? 'the sample' : formatCount(articles))],
      ['published: can be read', ({ readable }) => formatFigure(readable, 's')],
      ['published: in the archives', ({ listed }) => formatFigure(listed, 's')],
      ['published: found by search', ({ searchable }) => formatFigure(searchable, 's')],
      ['user CPU of command and build', ({ user }) => formatFigure(user, 's')],
      ['documents read', ({ reads }) => formatFigure(reads, '')],
      ['files written', ({ written }) => formatFigure(written, '')],
      ['withdrawn: gone from the archives', ({ removedAfter }) => formatFigure(removedAfter, 's')],
    ]),
  ],
  targets: checkPublishingTargets(publishingTimes),
})
