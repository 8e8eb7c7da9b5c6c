/** Measures builds. Content has an update time of an hour ago, and the Firestore fake's own cost isn't counted. */
import { readFileSync, rmSync } from 'node:fs'
import type { Firestore } from '../../../functions/platform/adapters/firestore.ts'
import { type BuildReport, reportPath } from '../../build/build-publication.ts'
import type { SampleDocument } from '../sample/sample-documents.ts'
import { logLine } from '../service-process.ts'
import { type BuildCorpus, withBuildCorpora } from './build-corpus.ts'
import { type BenchOptions, isArticle } from './corpus.ts'
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
import { type Measurement, measure } from './measure.ts'
import { prepareGenerators } from './other-generators.ts'
import {
  type BuildResult,
  checkBuildTargets,
  type GeneratorResult,
  type Scenario,
  scenarios,
} from './targets.ts'

type OtherResult = GeneratorResult & { readonly program: string }
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
  buildWithOthers: () => Promise<void>,
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
    await buildWithOthers()
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

export async function benchmarkBuilds({ sizes, repeat }: BenchOptions): Promise<Section> {
  return withBuildCorpora(sizes, async (corpora) => {
    const generators = prepareGenerators(corpora)
    if (generators.isHugoMissing) {
      logLine('bench', 'Hugo isn’t installed, so builds are measured without it')
    }
    try {
      const results = await measureScenarios(corpora, repeat, generators.build)
      const others = generators.listRuns().map(({ runs, ...generator }) => ({
        ...generator,
        ...summariseEach(runs.map(describeCost)),
      }))
      return {
        tables: [
          createBuildTable(results, others),
          ...others.map((other) =>
            createComparisonTable(other.program, compareFullBuilds(results, other)),
          ),
        ],
        targets: checkBuildTargets(results, others),
      }
    } finally {
      generators.remove()
    }
  })
}

const scenarioNames: Record<Scenario, string> = {
  full: 'full build',
  unchanged: 'nothing changed',
  published: 'one article published',
  withdrawn: 'one article withdrawn',
}

type BuildRow = Pick<GeneratorResult, 'articles' | 'user' | 'wall' | 'peak'> &
  Partial<BuildResult> & { readonly what: string }

function createBuildTable(results: readonly BuildResult[], others: readonly OtherResult[]) {
  const rows: BuildRow[] = [
    ...results.map((result) => ({ ...result, what: scenarioNames[result.scenario] })),
    ...others.map((other) => ({ ...other, what: `${other.program}, full build` })),
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

function compareFullBuilds(results: readonly BuildResult[], other: OtherResult): string[][] {
  const own = results.find(
    ({ articles, scenario }) => scenario === 'full' && articles === other.articles,
  )!
  const what = `full build of ${formatCount(other.articles)} articles`
  return [
    compareFigures(`${what}, user CPU`, own.user, other.user, 's'),
    compareFigures(`${what}, wall`, own.wall, other.wall, 's'),
    compareFigures(`${what}, memory`, own.peak, other.peak, 'MB'),
  ]
}
