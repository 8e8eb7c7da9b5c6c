/**
 * `npm run mutate`, or `npm run mutate -- gift meter`: changes the rules, one expression at a time, and counts how many
 * of these mutants the tests detect. Skips finished areas, unless `--fresh` is set. Exits with 1 below the score.
 */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { listSampledRanges, mutatedFiles, sampledShare } from './mutation-sample.ts'
import { runCommand } from './run-command.ts'

/** The share of killed mutants among all that have an effect. */
const minScore = 0.85

const folder = join('.local', 'mutants')

type Area = keyof typeof mutatedFiles

type Mutant = {
  readonly status: string
  readonly mutatorName: string
  readonly replacement?: string
  readonly location: { readonly start: { readonly line: number } }
}
type Report = { readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>> }

const getReportPath = (area: Area) => join(folder, `${area}.json`)

function listRanges(area: Area): string[] {
  const files = mutatedFiles[area].flatMap((pattern) => globSync(pattern))
  return files
    .filter((file) => !file.endsWith('.test.ts'))
    .sort()
    .flatMap((file) => listSampledRanges(file, readFileSync(file, 'utf8'), sampledShare))
}

async function mutateArea(area: Area): Promise<void> {
  const options = {
    mutate: listRanges(area),
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'scripts/dev/checks/mutate.vitest.config.ts' },
    coverageAnalysis: 'perTest',
    // A mutant that only runs while modules load would need all tests.
    ignoreStatic: true,
    concurrency: 2,
    // A busy machine must not count as an endless loop.
    timeoutFactor: 5,
    dryRunTimeoutMinutes: 30,
    ignorePatterns: ['.local', 'dist', '.astro'],
    tempDirName: join(folder, 'sandbox'),
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: getReportPath(area) },
    allowConsoleColors: false,
  }
  const config = join(folder, `${area}.config.json`)
  writeFileSync(config, JSON.stringify(options))
  await runCommand(['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', config])
  if (existsSync(getReportPath(area))) return
  console.error(
    `${area}: Stryker failed. Earlier areas keep their results: run the same command again.`,
  )
  process.exit(2)
}

const noticed = ['Killed', 'Timeout']
const unnoticed = ['Survived', 'NoCoverage']

function readMutants(area: Area): (Mutant & { readonly file: string })[] {
  const { files }: Report = JSON.parse(readFileSync(getReportPath(area), 'utf8'))
  return Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants.map((mutant) => ({ ...mutant, file })),
  )
}

function formatScore(mutants: readonly Mutant[]): string {
  const count = (statuses: readonly string[]) =>
    mutants.filter(({ status }) => statuses.includes(status)).length
  const tried = count([...noticed, ...unnoticed])
  const share = tried === 0 ? 100 : (100 * count(noticed)) / tried
  return `${share.toFixed(1)}% of ${tried} mutants detected, ${count(['NoCoverage'])} not covered by any test`
}

const allAreas = Object.keys(mutatedFiles) as Area[]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { fresh: { type: 'boolean', default: false } },
})
const unknown = positionals.find((name) => !allAreas.some((area) => area === name))
if (unknown !== undefined) {
  console.error(`Unknown area "${unknown}". The areas are: ${allAreas.join(', ')}.`)
  process.exit(2)
}
const areas = allAreas.filter((area) => positionals.length === 0 || positionals.includes(area))
mkdirSync(folder, { recursive: true })
for (const area of areas) {
  if (values.fresh) rmSync(getReportPath(area), { force: true })
  if (!existsSync(getReportPath(area))) await mutateArea(area)
}

const all = areas.map((area) => ({ area, mutants: readMutants(area) }))
for (const { mutants } of all)
  for (const { status, file, location, mutatorName, replacement } of mutants)
    if (unnoticed.includes(status))
      console.log(
        `${file}:${location.start.line} ${mutatorName}: ${replacement?.replace(/\s+/g, ' ').slice(0, 80)}`,
      )
console.log()
for (const { area, mutants } of all) console.log(`${area}: ${formatScore(mutants)}`)
const mutants = all.flatMap((one) => one.mutants)
console.log(`all: ${formatScore(mutants)}`)
const tried = mutants.filter(({ status }) => [...noticed, ...unnoticed].includes(status))
const found = tried.filter(({ status }) => noticed.includes(status))
process.exitCode = found.length < minScore * tried.length ? 1 : 0
