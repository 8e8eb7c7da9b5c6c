/** Content has an update time of an hour ago. The Firestore fake's own cost isn't counted. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Firestore } from '../../../functions/adapters/firestore.ts'
import { type BuildReport, reportPath } from '../../build/build-publication.ts'
import { connectFirestore } from '../../build/connect-firestore.ts'
import { createSampleDocuments, type SampleDocument } from '../sample/sample-documents.ts'
import { configureFirestore } from '../stack/local-firestore.ts'
import { loadLocalSecrets } from '../stack/local-secrets.ts'
import { freePort } from '../stack/ports.ts'
import { logLine, startService } from '../stack/service-process.ts'
import { type BenchOptions, createCorpus, isArticle, storeWithPastTime } from './corpus.ts'
import { formatFigure, type Section, summarise } from './figure.ts'
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
type Corpus = {
  readonly sample: readonly SampleDocument[]
  readonly articles: number
  readonly env: Readonly<Record<string, string>>
  readonly firestore: Firestore
}

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

async function build({ env }: Corpus): Promise<Run> {
  const measured = await measure(process.execPath, ['scripts/build/build-site.ts'], env)
  const report = JSON.parse(readFileSync(reportPath(env.BUILD_STATE!), 'utf8')) as BuildReport
  return { ...measured, ...report }
}

async function buildFully(corpus: Corpus): Promise<Run> {
  for (const folder of [corpus.env.BUILD_STATE!, corpus.env.BUILD_OUTPUT!]) {
    rmSync(folder, { recursive: true, force: true })
  }
  return build(corpus)
}

/** Incremental builds are short, so more of them are measured for a stable median. */
const smallBuildsPerRound = 3

/** Each round measures every size, so that a slow phase of the machine doesn't change the ratios. */
async function measureScenarios(
  corpora: readonly Corpus[],
  repeat: number,
): Promise<BuildResult[]> {
  const runs = new Map(
    corpora.map((corpus): [Corpus, Record<Scenario, Run[]>] => [
      corpus,
      { full: [], unchanged: [], published: [], withdrawn: [] },
    ]),
  )
  const measureAll = async (scenario: Scenario, how: (corpus: Corpus) => Promise<Run>) => {
    for (const [corpus, figureFrom] of runs) figureFrom[scenario].push(await how(corpus))
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
      const figureFrom = (read: (run: Run) => number | null) =>
        summarise(byScenario[scenario].map(read))
      return {
        articles,
        scenario,
        user: figureFrom((run) => run.userSeconds),
        wall: figureFrom((run) => run.wallSeconds),
        peak: figureFrom((run) => run.peakBytes && run.peakBytes / 1e6),
        reads: figureFrom((run) => run.documentsRead),
        written: figureFrom((run) => run.written),
        removed: figureFrom((run) => run.removed),
        files: byScenario[scenario].at(-1)!.files,
      }
    }),
  )
}

async function runHugo(
  sample: readonly SampleDocument[],
  articles: number,
  repeat: number,
): Promise<HugoResult> {
  const folder = resolve('.local/bench/hugo')
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
  return {
    articles,
    user: summarise(runs.map((run) => run.userSeconds)),
    wall: summarise(runs.map((run) => run.wallSeconds)),
    peak: summarise(runs.map((run) => run.peakBytes && run.peakBytes / 1e6)),
  }
}

function readHugoVersion(): string | null {
  const { stdout, status } = spawnSync('hugo', ['version'], { encoding: 'utf8' })
  return status === 0 ? stdout.split('\n')[0]!.split(' ').slice(0, 2).join(' ') : null
}

export async function benchmarkBuilds({ sizes, repeat }: BenchOptions): Promise<Section> {
  const folder = resolve('.local/bench/builds')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const sample = (await createSampleDocuments()).documents
  const hugo = readHugoVersion()
  if (!hugo) logLine('bench', 'Hugo isn’t installed, so builds are measured without it')
  const corpora: Corpus[] = []
  const hugoResults: HugoResult[] = []
  const port = await freePort(8981)
  const { host, command } = configureFirestore(
    { kind: 'fake', reason: 'benchmark' },
    { port, data: folder, projectId: '' },
  )
  const fakeFirestore = await startService({
    ...command!,
    name: 'firestore',
    isReady: async () => (await fetch(`http://${host}/`)).status < 600,
    advice: 'Run the same command again.',
    onCrash: (message) => console.error(message),
    verbose: false,
  })
  try {
    for (const articles of sizes) {
      const projectId = `demo-bench-${articles}`
      const secrets = loadLocalSecrets(join(folder, projectId, 'secrets.json'), projectId)
      const env = {
        SITE_URL: 'http://localhost:8787',
        FIREBASE_PROJECT_ID: projectId,
        FIREBASE_API_KEY: 'local-key',
        FIREBASE_SERVICE_ACCOUNT: secrets.FIREBASE_SERVICE_ACCOUNT,
        FIRESTORE_URL: `http://${host}`,
        SEALING_KEYS: secrets.SEALING_KEYS,
        BUILD_STATE: join(folder, projectId, 'state'),
        BUILD_OUTPUT: join(folder, projectId, 'site'),
      }
      const firestore = connectFirestore(env)
      logLine('bench', `storing ${articles} articles`)
      await storeWithPastTime(firestore, createCorpus(sample, articles))
      corpora.push({ sample, articles, env, firestore })
      if (hugo) hugoResults.push(await runHugo(sample, articles, repeat))
    }
    const results = await measureScenarios(corpora, repeat)
    return {
      tables: [createBuildTable(results, hugoResults, hugo)],
      targets: checkBuildTargets(results, hugoResults),
    }
  } finally {
    await fakeFirestore.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const scenarioNames: Record<Scenario, string> = {
  full: 'full build',
  unchanged: 'nothing changed',
  published: 'one article published',
  withdrawn: 'one article withdrawn',
}

function createBuildTable(
  results: readonly BuildResult[],
  hugoResults: readonly HugoResult[],
  hugo: string | null,
): Section['tables'][number] {
  const formatCost = ({ articles, user, wall, peak }: HugoResult, what: string) => [
    `${articles.toLocaleString('en-US')}: ${what}`,
    formatFigure(user, 's'),
    formatFigure(wall, 's'),
    formatFigure(peak, 'MB'),
  ]
  const ownRows = results.map((result) => [
    ...formatCost(result, scenarioNames[result.scenario]),
    formatFigure(result.reads, ''),
    formatFigure(result.written, ''),
    result.files.toLocaleString('en-US'),
  ])
  const hugoRows = hugoResults.map((result) => [
    ...formatCost(result, `${hugo}, full build`),
    '',
    '',
    '',
  ])
  const head = ['builds', 'user CPU', 'wall', 'memory', 'documents read', 'files written', 'of']
  return { title: 'Builds', head, rows: [...ownRows, ...hugoRows] }
}
