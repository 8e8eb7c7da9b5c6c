/**
 * What builds cost, by the size of the archive: the whole site, nothing changed, one article
 * published, one withdrawn. Content comes from the built-in stand-in for Firestore, whose own cost is
 * not counted, and was stored an hour ago by its own account.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Firestore } from '../../functions/adapters/firestore.ts'
import { type BuildReport, reportPath } from '../../src/content/build.ts'
import { localFirestore } from '../local/firestore.ts'
import { log } from '../local/log.ts'
import { startPart } from '../local/part.ts'
import { freePort } from '../local/ports.ts'
import { localSecrets } from '../local/secrets.ts'
import { type SampleDocument, sampleDocuments } from '../sample/documents.ts'
import { connectFirestore } from '../site/firestore.ts'
import { buildAims } from './aims.ts'
import {
  type HugoResult,
  type Result,
  reportBuilds,
  type Scenario,
  scenarios,
} from './build-figures.ts'
import { corpusOf, isArticle, storeLongAgo } from './corpus.ts'
import { figureOf, type Section } from './figure.ts'
import { writeHugoArticle, writeHugoSite } from './hugo.ts'
import { type Measurement, measure } from './measure.ts'

type Run = Measurement & Pick<BuildReport, 'documentsRead' | 'written' | 'removed' | 'files'>
export type BuildBenchOptions = {
  readonly sizes: readonly number[]
  readonly repeat: number
}

type Corpus = {
  readonly sample: readonly SampleDocument[]
  readonly articles: number
  readonly env: Readonly<Record<string, string>>
  readonly firestore: Firestore
}

async function storeNow(firestore: Firestore, { path, fields }: SampleDocument) {
  const answer = await firestore.commit([{ set: path, fields, serverTimes: ['updatedAt'] }])
  if (!answer.ok) throw new Error(`Nothing was stored: ${JSON.stringify(answer.failure)}`)
}

/** The next article, newer than all before it. */
function nextArticle(sample: readonly SampleDocument[], run: number): SampleDocument {
  const model = sample.find(isArticle)!
  return {
    path: `articles/published-in-run-${run}`,
    fields: { ...model.fields, status: 'published', publishedAt: new Date() },
  }
}

async function build({ env }: Corpus): Promise<Run> {
  const measured = await measure(process.execPath, ['scripts/site/build.ts'], env)
  const report = JSON.parse(readFileSync(reportPath(env.BUILD_STATE!), 'utf8')) as BuildReport
  return { ...measured, ...report }
}

async function buildWhole(corpus: Corpus): Promise<Run> {
  for (const folder of [corpus.env.BUILD_STATE!, corpus.env.BUILD_OUTPUT!]) {
    rmSync(folder, { recursive: true, force: true })
  }
  return build(corpus)
}

/** Small builds are over in seconds: of them there are more, so that their medians say something. */
const smallOnesEach = 3

/**
 * In rounds, the same build at every size in turn: a machine that is slower for some minutes is so for
 * all of them, and their ratios hold.
 */
async function runScenarios(corpora: readonly Corpus[], repeat: number): Promise<Result[]> {
  const runs = new Map(
    corpora.map((corpus): [Corpus, Record<Scenario, Run[]>] => [
      corpus,
      { full: [], unchanged: [], published: [], withdrawn: [] },
    ]),
  )
  const measureAll = async (scenario: Scenario, how: (corpus: Corpus) => Promise<Run>) => {
    for (const [corpus, of] of runs) of[scenario].push(await how(corpus))
  }
  for (let round = 1; round <= repeat; round++) {
    log('bench', `whole sites, round ${round} of ${repeat}`)
    await measureAll('full', buildWhole)
  }
  for (let round = 1; round <= repeat * smallOnesEach; round++) {
    log('bench', `what changed, round ${round} of ${repeat * smallOnesEach}`)
    await measureAll('unchanged', build)
    await measureAll('published', async (corpus) => {
      await storeNow(corpus.firestore, nextArticle(corpus.sample, round))
      return build(corpus)
    })
    await measureAll('withdrawn', async (corpus) => {
      const { path, fields } = nextArticle(corpus.sample, round)
      await storeNow(corpus.firestore, { path, fields: { ...fields, status: 'withdrawn' } })
      const run = await build(corpus)
      // So that every round begins alike.
      await corpus.firestore.commit([{ remove: path }])
      return run
    })
  }
  return [...runs].flatMap(([{ articles }, byScenario]) =>
    scenarios.map((scenario) => {
      const of = (read: (run: Run) => number | null) => figureOf(byScenario[scenario].map(read))
      return {
        articles,
        scenario,
        user: of((run) => run.userSeconds),
        wall: of((run) => run.wallSeconds),
        peak: of((run) => run.peakBytes && run.peakBytes / 1e6),
        reads: of((run) => run.documentsRead),
        written: of((run) => run.written),
        removed: of((run) => run.removed),
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
  for (const document of corpusOf(sample, articles)) {
    if (isArticle(document) && document.fields.status === 'published') {
      writeHugoArticle(folder, document)
    }
  }
  const runs: Measurement[] = []
  for (let run = 1; run <= repeat; run++) {
    log('bench', `${articles} articles with Hugo, run ${run} of ${repeat}`)
    rmSync(join(folder, 'public'), { recursive: true, force: true })
    runs.push(await measure('hugo', ['--source', folder, '--quiet']))
  }
  rmSync(folder, { recursive: true, force: true })
  return {
    articles,
    user: figureOf(runs.map((run) => run.userSeconds)),
    wall: figureOf(runs.map((run) => run.wallSeconds)),
    peak: figureOf(runs.map((run) => run.peakBytes && run.peakBytes / 1e6)),
  }
}

/** Its first line, or null where it is not installed. */
function hugoVersion(): string | null {
  const { stdout, status } = spawnSync('hugo', ['version'], { encoding: 'utf8' })
  return status === 0 ? stdout.split('\n')[0]!.split(' ').slice(0, 2).join(' ') : null
}

export async function benchBuilds({ sizes, repeat }: BuildBenchOptions): Promise<Section> {
  const folder = resolve('.local/bench/builds')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const sample = (await sampleDocuments('.local/pictures')).documents
  const hugo = hugoVersion()
  if (!hugo) log('bench', 'Hugo is not installed: builds are measured without it')
  const corpora: Corpus[] = []
  const hugoResults: HugoResult[] = []
  const port = await freePort(8981)
  const { host, command } = localFirestore(
    { kind: 'stand-in', because: 'benchmark' },
    { port, data: folder, projectId: '' },
  )
  const standIn = await startPart({
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
      const secrets = localSecrets(join(folder, projectId, 'secrets.json'), projectId)
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
      log('bench', `storing ${articles} articles`)
      await storeLongAgo(firestore, corpusOf(sample, articles))
      corpora.push({ sample, articles, env, firestore })
      if (hugo) hugoResults.push(await runHugo(sample, articles, repeat))
    }
    const results = await runScenarios(corpora, repeat)
    return {
      ...reportBuilds({ results, hugoResults, hugo }),
      aims: buildAims(results, hugoResults),
    }
  } finally {
    await standIn.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
