/**
 * Imports a WordPress export whose pictures are on a local server into an empty database, and then again with
 * nothing changed. The Worker's rate limit for storing pictures (`DESK_LIMIT` in wrangler.toml) is raised, or
 * the first import would wait for it most of the time. Runs the command in its own process, as editors do.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { logLine } from '../service-process.ts'
import type { Stack } from '../stack/stack.ts'
import { withStack } from './bench-stack.ts'
import { createTable, formatCount, formatFigure, type Section, summarise } from './figure.ts'
import {
  type PictureServer,
  picturesPerPost,
  startPictureServer,
  writeWordPressExport,
} from './import-corpus.ts'
import { type Measurement, measure } from './measure.ts'
import { checkImportTargets, type ImportTimes } from './targets.ts'

/** Larger archives would take an hour. */
const maxPosts = 10_000

async function measureImport(
  { backends }: Stack,
  posts: number,
  { origin, countRequests }: PictureServer,
): Promise<ImportTimes> {
  const folder = join(backends.folder, 'imports', String(posts))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  logLine('bench', `${posts} posts: writing the export`)
  await writeWordPressExport(join(folder, 'export.xml'), posts, `${origin}/${posts}`)
  const environment = {
    ...backends.deskEnvironment,
    // The import has its own project beside the sample, which no build of the site includes.
    FIREBASE_PROJECT_ID: `demo-import-${posts}`,
    DESK_EDITOR: 'Benchmark',
    INIT_CWD: folder,
  }
  const run = (...args: string[]) =>
    measure(
      process.execPath,
      ['scripts/dev/bench/run-import.ts', origin, 'wordpress', 'export.xml', ...args],
      environment,
    )
  await run('--plan')
  const mappingFile = join(folder, 'import.yaml')
  const mapping = readFileSync(mappingFile, 'utf8').replaceAll(': choose', ': culture')
  writeFileSync(mappingFile, mapping)

  logLine('bench', `${posts} posts: importing`)
  const first = await run()
  const fetched = countRequests()
  checkReport(folder, 'imported', posts)
  logLine('bench', `${posts} posts: importing them again`)
  const again = await run()
  checkReport(folder, 'unchanged', posts)
  if (countRequests() !== fetched) throw new Error('The second import fetched pictures again.')
  return { posts, ...describeRuns(posts, first, again) }
}

function describeRuns(posts: number, first: Measurement, again: Measurement) {
  const peak = ({ peakBytes }: Measurement) => summarise([peakBytes && peakBytes / 1e6])
  return {
    postsPerMinute: summarise([(posts / first.wallSeconds) * 60]),
    user: summarise([first.userSeconds]),
    peak: peak(first),
    againWall: summarise([again.wallSeconds]),
    againUser: summarise([again.userSeconds]),
    againPeak: peak(again),
  }
}

function checkReport(folder: string, outcome: string, posts: number) {
  const lines = readFileSync(join(folder, 'import.report.jsonl'), 'utf8').split('\n')
  const count = lines.filter((line) => line.includes(`"importOutcome":"${outcome}"`)).length
  if (count < posts) throw new Error(`Only ${count} of ${posts} posts are ${outcome}.`)
}

export async function benchmarkImports({ sizes }: { sizes: readonly number[] }): Promise<Section> {
  const pictureServer = await startPictureServer()
  try {
    const importTimes = await withStack(
      async (stack) => {
        const measured: ImportTimes[] = []
        for (const posts of new Set(sizes.map((size) => Math.min(size, maxPosts))))
          measured.push(await measureImport(stack, posts, pictureServer))
        return measured
      },
      'imports',
      { deskLimit: 100_000 },
    )
    return createImportSection(importTimes)
  } finally {
    await pictureServer.stop()
  }
}

const createImportSection = (importTimes: readonly ImportTimes[]): Section => ({
  tables: [
    createTable('Importing a WordPress export with pictures on a server', importTimes, [
      ['posts', ({ posts }) => formatCount(posts)],
      ['pictures', ({ posts }) => formatCount(posts * picturesPerPost)],
      ['posts a minute', ({ postsPerMinute }) => formatFigure(postsPerMinute, '')],
      ['user CPU', ({ user }) => formatFigure(user, 's')],
      ['memory', ({ peak }) => formatFigure(peak, 'MB')],
      ['again, unchanged', ({ againWall }) => formatFigure(againWall, 's')],
      ['user CPU', ({ againUser }) => formatFigure(againUser, 's')],
      ['memory', ({ againPeak }) => formatFigure(againPeak, 'MB')],
    ]),
  ],
  targets: checkImportTargets(importTimes),
})
