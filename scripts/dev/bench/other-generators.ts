/** Builds the same articles in the same run with other site generators. */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { writeAstroArticle, writeAstroSite } from './astro-site.ts'
import { benchFolder } from './bench-folder.ts'
import type { BuildCorpus } from './build-corpus.ts'
import { createCorpus, isArticle } from './corpus.ts'
import { writeHugoArticle, writeHugoSite } from './hugo-site.ts'
import { type Measurement, measure } from './measure.ts'
import type { GeneratorName } from './targets.ts'

export type GeneratorRuns = {
  readonly articles: number
  readonly name: GeneratorName
  /** The program's name with its version. */
  readonly program: string
  readonly runs: readonly Measurement[]
}

type Builder = {
  /** Builds the whole site, without results of earlier builds. */
  build(): Promise<{ readonly name: GeneratorName; readonly measurement: Measurement }[]>
  remove(): void
}

function findPackage(name: string) {
  const path = findPackageJSON(name, import.meta.url)!
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { readonly version: string }
  return { folder: dirname(path), version }
}

const astro = findPackage('astro')
const pagefind = findPackage('pagefind')

function readHugoVersion(): string | null {
  const { stdout, status } = spawnSync('hugo', ['version'], { encoding: 'utf8' })
  return status === 0 ? stdout.split('\n')[0]!.split(' ').slice(0, 2).join(' ') : null
}

const add = (one: Measurement, other: Measurement): Measurement => ({
  wallSeconds: one.wallSeconds + other.wallSeconds,
  userSeconds:
    one.userSeconds === null || other.userSeconds === null
      ? null
      : one.userSeconds + other.userSeconds,
  peakBytes:
    one.peakBytes === null || other.peakBytes === null
      ? null
      : Math.max(one.peakBytes, other.peakBytes),
})

const listArticles = ({ sample, articles }: BuildCorpus) =>
  [...createCorpus(sample, articles)].filter(
    (document) => isArticle(document) && document.fields.status === 'published',
  )

const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true })

function createHugoBuilder(corpus: BuildCorpus): Builder {
  const folder = join(benchFolder, `hugo-${corpus.articles}`)
  writeHugoSite(folder)
  for (const article of listArticles(corpus)) writeHugoArticle(folder, article)
  return {
    async build() {
      removeFolder(join(folder, 'public'))
      return [{ name: 'hugo', measurement: await measure('hugo', ['--source', folder, '--quiet']) }]
    },
    remove: () => removeFolder(folder),
  }
}

/** Builds with Astro, without and with Pagefind's index of the result. */
function createAstroBuilder(corpus: BuildCorpus): Builder {
  const folder = join(benchFolder, `astro-${corpus.articles}`)
  const output = join(folder, 'dist')
  const env = { NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' }
  writeAstroSite(folder)
  for (const article of listArticles(corpus)) writeAstroArticle(folder, article)
  return {
    async build() {
      for (const made of [output, join(folder, '.astro'), join(folder, 'node_modules')]) {
        removeFolder(made)
      }
      const building = await measure(
        process.execPath,
        [join(astro.folder, 'bin/astro.mjs'), 'build', '--root', folder],
        env,
      )
      const runner = join(pagefind.folder, 'lib/runner/bin.cjs')
      const indexing = await measure(process.execPath, [runner, '--site', output], env)
      return [
        { name: 'astro', measurement: building },
        { name: 'astro-search', measurement: add(building, indexing) },
      ]
    },
    remove: () => removeFolder(folder),
  }
}

/** Writes the articles for each program. The builds run later, between ours. */
export function prepareGenerators(corpora: readonly BuildCorpus[]) {
  const hugo = readHugoVersion()
  const programs = {
    hugo: hugo ?? 'Hugo',
    astro: `Astro ${astro.version}`,
    'astro-search': `Astro ${astro.version} and Pagefind ${pagefind.version}`,
  }
  const prepared = corpora.map((corpus) => ({
    articles: corpus.articles,
    builders: [createAstroBuilder(corpus), ...(hugo ? [createHugoBuilder(corpus)] : [])],
  }))
  const runs = new Map<string, GeneratorRuns & { readonly runs: Measurement[] }>()
  return {
    isHugoMissing: hugo === null,
    async build() {
      for (const { articles, builders } of prepared) {
        for (const builder of builders) {
          for (const { name, measurement } of await builder.build()) {
            const key = `${name} ${articles}`
            const result = runs.get(key) ?? { articles, name, program: programs[name], runs: [] }
            result.runs.push(measurement)
            runs.set(key, result)
          }
        }
      }
    },
    listRuns: (): readonly GeneratorRuns[] => [...runs.values()],
    remove() {
      for (const { builders } of prepared) for (const builder of builders) builder.remove()
    },
  }
}
