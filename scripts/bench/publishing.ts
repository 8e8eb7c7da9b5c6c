/**
 * How long readers wait for a story: `desk publish` as an editor runs it, the webhook, the queue and
 * the rebuild behind it, until the article can be read and until the archives show it; then the same
 * for withdrawing. Counted from the start of the command, its own start included, by asking the site
 * again and again. Beside it, what the command and its rebuild cost.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildReport, reportPath } from '../../src/content/build.ts'
import { formatManuscript } from '../desk/manuscript-file.ts'
import { log } from '../local/log.ts'
import type { Stack } from '../local/stack.ts'
import { type SampleDocument, sampleDocuments } from '../sample/documents.ts'
import { buildSite } from '../site/build.ts'
import { connectFirestore } from '../site/firestore.ts'
import { publishingAims, type Waits } from './aims.ts'
import { withStack } from './bench-stack.ts'
import { corpusOf, isArticle, storeLongAgo } from './corpus.ts'
import { figureOf, printFigure, type Section } from './figure.ts'
import { childrenUserSeconds } from './measure.ts'

export type PublishingBenchOptions = {
  /** Besides the sample's own. */
  readonly sizes: readonly number[]
  readonly repeat: number
}

/** Milliseconds between two questions, and after which nobody asks any more. */
const pause = 25
const limit = 5 * 60 * 1000

/** Seconds since `begun` when the site's answer is as wanted. */
async function until(begun: number, address: string, isSo: (answer: Response) => unknown) {
  while (performance.now() - begun < limit) {
    const answer = await fetch(address, { redirect: 'manual' }).catch(() => null)
    if (answer && (await isSo(answer))) return (performance.now() - begun) / 1000
    await answer?.body?.cancel().catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  throw new Error(`${address} did not become what it should within five minutes.`)
}

function startDesk({ backends }: Stack, ...args: string[]): Promise<void> {
  const desk = spawn(process.execPath, ['scripts/desk/desk.ts', ...args, '--by', 'Benchmark'], {
    env: { ...process.env, ...backends.deskEnvironment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return once(desk, 'exit').then(([code]) => {
    if (code !== 0) throw new Error(`desk ${args[0]} ended with ${code}.`)
  })
}

/** Reads everything: what was stored “long ago” is not among the changes. */
async function buildWhole({ backends, rebuild }: Stack, articles: number) {
  const environment = { ...backends.buildEnvironment, CONTENT_SYNC: 'full' }
  const { files } = await buildSite(environment, () => {})
  // A page and a sealed body for nearly every one.
  if (files < articles * 1.5) throw new Error(`${files} files are no site of ${articles} articles.`)
  await rebuild()
}

async function publishOne(stack: Stack, model: SampleDocument, slug: string) {
  const site = stack.backends.siteUrl
  const file = join(stack.backends.folder, `${slug}.md`)
  const { publishedAt: _, ...fields } = model.fields
  writeFileSync(file, formatManuscript({ collection: 'articles', fields, version: null }))
  const userBefore = childrenUserSeconds()
  const begun = performance.now()
  const [, readable, listed] = await Promise.all([
    startDesk(stack, 'publish', file),
    until(begun, `${site}/${slug}`, ({ status }) => status === 200),
    until(begun, `${site}/latest`, async (page) => (await page.text()).includes(`"/${slug}"`)),
  ])
  // Of the command and of every build that it caused: both have ended when readers have it.
  const userAfter = childrenUserSeconds()
  const user = userBefore === null || userAfter === null ? null : userAfter - userBefore
  const state = stack.backends.buildEnvironment.BUILD_STATE!
  const report = JSON.parse(readFileSync(reportPath(state), 'utf8')) as BuildReport
  return { readable, listed, user, reads: report.documentsRead, written: report.written }
}

async function withdrawOne(stack: Stack, slug: string) {
  const site = stack.backends.siteUrl
  const begun = performance.now()
  const [, gone] = await Promise.all([
    startDesk(stack, 'withdraw', slug),
    until(begun, `${site}/latest`, async (page) => !(await page.text()).includes(`"/${slug}"`)),
  ])
  return { gone }
}

async function measureSize(
  stack: Stack,
  sample: readonly SampleDocument[],
  articles: number | null,
  repeat: number,
): Promise<Waits> {
  const model = sample.find(
    (document) => isArticle(document) && document.fields.status === 'published',
  )!
  const published: Awaited<ReturnType<typeof publishOne>>[] = []
  const withdrawn: { gone: number }[] = []
  for (let run = 1; run <= repeat; run++) {
    log('bench', `${articles ?? 'the sample’s'} articles, published through the desk, run ${run}`)
    const slug = `published-among-${articles ?? 'few'}-in-run-${run}`
    published.push(await publishOne(stack, model, slug))
    withdrawn.push(await withdrawOne(stack, slug))
    // The next build would read it once more, as it reads all that changed in the last minutes.
    await connectFirestore(stack.backends.buildEnvironment).commit([{ remove: `articles/${slug}` }])
  }
  return {
    articles,
    readable: figureOf(published.map(({ readable }) => readable)),
    listed: figureOf(published.map(({ listed }) => listed)),
    gone: figureOf(withdrawn.map(({ gone }) => gone)),
    user: figureOf(published.map(({ user }) => user)),
    reads: figureOf(published.map(({ reads }) => reads)),
    written: figureOf(published.map(({ written }) => written)),
  }
}

export async function benchPublishing({ sizes, repeat }: PublishingBenchOptions): Promise<Section> {
  const sample = (await sampleDocuments('.local/pictures')).documents
  const waits = await withStack(async (stack) => {
    mkdirSync(stack.backends.folder, { recursive: true })
    const firestore = connectFirestore(stack.backends.buildEnvironment)
    const measured: Waits[] = []
    // What the sample's loading has just stored would be read again by each build.
    await storeLongAgo(firestore, sample)
    await buildWhole(stack, 0)
    measured.push(await measureSize(stack, sample, null, repeat))
    for (const articles of sizes) {
      log('bench', `storing ${articles} articles and building them`)
      await storeLongAgo(firestore, corpusOf(sample, articles))
      await buildWhole(stack, articles)
      measured.push(await measureSize(stack, sample, articles, repeat))
    }
    return measured
  }, 'publishing')
  return reportPublishing(waits)
}

function reportPublishing(waits: readonly Waits[]): Section {
  const sizeOf = ({ articles }: Waits) =>
    articles === null ? 'the sample' : articles.toLocaleString('en-US')
  return {
    name: 'publishing',
    tables: [
      {
        title: 'From the start of the command until readers have it',
        head: [
          'articles',
          'published: readable',
          'in the archives',
          'user CPU, command and build',
          'documents read',
          'files written',
          'withdrawn: out of them',
        ],
        rows: waits.map((wait) => [
          sizeOf(wait),
          printFigure(wait.readable, 's'),
          printFigure(wait.listed, 's'),
          printFigure(wait.user, 's'),
          printFigure(wait.reads, ''),
          printFigure(wait.written, ''),
          printFigure(wait.gone, 's'),
        ]),
      },
    ],
    figures: waits,
    aims: publishingAims(waits),
  }
}
