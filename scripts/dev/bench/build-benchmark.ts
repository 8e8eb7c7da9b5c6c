/** Content has an update time of an hour ago. The Firestore fake's own cost isn't counted. */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Firestore } from '../../../functions/platform/adapters/firestore.ts'
import { type BuildReport, reportPath } from '../../build/build-publication.ts'
import type { SampleDocument } from '../sample/sample-documents.ts'
import { logLine } from '../service-process.ts'
import { benchFolder } from './bench-folder.ts'
import { type BuildCorpus, withBuildCorpora } from './build-corpus.ts'
import { type BenchOptions, createCorpus, isArticle } from './corpus.ts'
import {
  compareFigures,
  createComparisonTable,
  createTable,
  type Figure,
  formatCount,
  formatFigure,
  type Section,
  summariseEach,
} from './figure.ts'
import { writeHugoArticle, writeHugoSite } from './hugo-site.ts'
import { type Measurement, measure } from './measure.ts'
import {
  type BuildResult,
  checkBuildTargets,
  type HugoResult,
  type Scenario,
  scenarios,
} from './targets.ts'

type Run = Measurement & Pick<BuildReport, 'documentsRead' | 'written' | 'removed' | 'files'>
async function storeWithCurrentTime(firestore: Firestore, { path, fields }: SampleDocument) {
  const committed = await firestore.commit([{ set: path, fields, serverTimes: ['updatedAt'] }])
  if (!committed.ok)
    throw new Error(`Storing the articles failed: ${JSON.stringify(committed.failure)}`)
}

function createNextArticle(sample: readonly SampleDocument[], run: number): SampleDocument {
  const model = sample.find(isArticle)!
  return {
    path: `articles/published-in-run-${run}`,
    fields: { ...model.fields, status: 'published', publishedAt: new Date() },
  }
}

async function build({ env }: BuildCorpus): Promise<Run> {
  const measured = await measure(process.execPath, ['scripts/build/build-site.ts'], env)
  const report = JSON.parse(readFileSync(reportPath(env.BUILD_STATE!), 'utf8')) as BuildReport
  return { ...measured, ...report }
}

async function buildFully(corpus: BuildCorpus): Promise<Run> {
  for (const folder of [corpus.env.BUILD_STATE!, corpus.env.BUILD_OUTPUT!]) {
    rmSync(folder, { recursive: true, force: true })
  }
  return build(corpus)
}

/** Incremental builds are short, so more of them are measured for a stable median. */
const smallBuildsPerRound = 3

/** Each round measures every size, so that a slow phase of the machine doesn't change the ratios. */
async function measureScenarios(
  corpora: readonly BuildCorpus[],
  repeat: number,
): Promise<BuildResult[]> {
  const runs = new Map(
    corpora.map((corpus): [BuildCorpus, Record<Scenario, Run[]>] => [
      corpus,
      { full: [], unchanged: [], published: [], withdrawn: [] },
    ]),
  )
  const measureAll = async (scenario: Scenario, how: (corpus: BuildCorpus) => Promise<Run>) => {
    for (const [corpus, byScenario] of runs) byScenario[scenario].push(await how(corpus))
  }
  for (let round = 1; round <= repeat; round++) {
    logLine('bench', `full builds, round ${round} of ${repeat}`)
    await measureAll('full', buildFully)
  }
  for (let round = 1; round <= repeat * smallBuildsPerRound; round++) {
    logLine('bench', `incremental builds, round ${round} of ${repeat * smallBuildsPerRound}`)
    await measureAll('unchanged', build)
    await measureAll('published', async (corpus) => {
      await storeWithCurrentTime(corpus.firestore, createNextArticle(corpus.sample, round))
      return build(corpus)
    })
    await measureAll('withdrawn', async (corpus) => {
      const { path, fields } = createNextArticle(corpus.sample, round)
      await storeWithCurrentTime(corpus.firestore, {
        path,
        fields: { ...fields, status: 'withdrawn' },
      })
      const run = await build(corpus)
      // Every round starts from the same content.
      await corpus.firestore.commit([{ remove: path }])
      return run
    })
  }
  return [...runs].flatMap(([{ articles }, byScenario]) =>
    scenarios.map((scenario) => {
      const costs = byScenario[scenario].map(
        ({ documentsRead: reads, written, removed, ...run }) => ({
          ...describeCost(run),
          ...{ reads, written, removed },
        }),
      )
      const { files } = byScenario[scenario].at(-1)!
      return { articles, scenario, ...summariseEach(costs), files }
    }),
  )
}

const describeCost = ({ userSeconds: user, wallSeconds: wall, peakBytes }: Measurement) => ({
  ...{ user, wall },
  peak: peakBytes && peakBytes / 1e6,
})

async function runHugo(
  sample: readonly SampleDocument[],
  articles: number,
  repeat: number,
): Promise<HugoResult> {
  const folder = join(benchFolder, 'hugo')
  writeHugoSite(folder)
  for (const document of createCorpus(sample, articles)) {
    if (isArticle(document) && document.fields.status === 'published') {
      writeHugoArticle(folder, document)
    }
  }
  const runs: Measurement[] = []
  for (let run = 1; run <= repeat; run++) {
    logLine('bench', `${articles} articles with Hugo, run ${run} of ${repeat}`)
    rmSync(join(folder, 'public'), { recursive: true, force: true })
    runs.push(await measure('hugo', ['--source', folder, '--quiet']))
  }
  rmSync(folder, { recursive: true, force: true })
  return { articles, ...summariseEach(runs.map(describeCost)) }
}

function readHugoVersion(): string | null {
  const { stdout, status } = spawnSync('hugo', ['version'], { encoding: 'utf8' })
  return status === 0 ? stdout.split('\n')[0]!.split(' ').slice(0, 2).join(' ') : null
}

export async function benchmarkBuilds({ sizes, repeat }: BenchOptions): Promise<Section> {
  const hugo = readHugoVersion()
  if (!hugo) logLine('bench', 'Hugo isn’t installed, so builds are measured without it')
  return withBuildCorpora(sizes, async (corpora) => {
    const hugoResults: HugoResult[] = []
    for (const { sample, articles } of corpora) {
      if (hugo) hugoResults.push(await runHugo(sample, articles, repeat))
    }
    const results = await measureScenarios(corpora, repeat)
    return {
      tables: [
        createBuildTable(results, hugoResults, hugo),
        ...(hugo ? [createComparisonTable(hugo, compareWithHugo(results, hugoResults))] : []),
      ],
      targets: checkBuildTargets(results, hugoResults),
    }
  })
}

const scenarioNames: Record<Scenario, string> = {
  full: 'full build',
  unchanged: 'nothing changed',
  published: 'one article published',
  withdrawn: 'one article withdrawn',
}

type BuildRow = HugoResult & { readonly what: string } & Partial<BuildResult>

function createBuildTable(
  results: readonly BuildResult[],
  hugoResults: readonly HugoResult[],
  hugo: string | null,
) {
  const rows: BuildRow[] = [
    ...results.map((result) => ({ ...result, what: scenarioNames[result.scenario] })),
    ...hugoResults.map((result) => ({ ...result, what: `${hugo}, full build` })),
  ]
  const ifMeasured = (figure: Figure | null | undefined) =>
    figure === undefined ? '' : formatFigure(figure, '')
  return createTable('Builds', rows, [
    ['builds', ({ articles, what }) => `${formatCount(articles)}: ${what}`],
    ['user CPU', ({ user }) => formatFigure(user, 's')],
    ['wall', ({ wall }) => formatFigure(wall, 's')],
    ['memory', ({ peak }) => formatFigure(peak, 'MB')],
    ['documents read', ({ reads }) => ifMeasured(reads)],
    ['files written', ({ written }) => ifMeasured(written)],
    ['of', ({ files }) => (files === undefined ? '' : formatCount(files))],
  ])
}

function compareWithHugo(
  results: readonly BuildResult[],
  hugoResults: readonly HugoResult[],
): string[][] {
  return hugoResults.flatMap((hugo) => {
    const own = results.find(
      ({ articles, scenario }) => scenario === 'full' && articles === hugo.articles,
    )!
    const what = `full build of ${formatCount(hugo.articles)} articles`
    return [
      compareFigures(`${what}, user CPU`, own.user, hugo.user, 's'),
      compareFigures(`${what}, wall`, own.wall, hugo.wall, 's'),
      compareFigures(`${what}, memory`, own.peak, hugo.peak, 'MB'),
    ]
  })
}
