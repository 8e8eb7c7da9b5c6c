/**
 * Profiles a full build (npm run profile), and prints where its CPU time goes, by process or thread:
 *
 *     npm run profile                    5,000 articles
 *     npm run profile -- --size 1000
 *
 * The profiles stay in .local/profile, for Chrome's developer tools.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand, UsageError } from '../../shared/command-error.ts'
import { withBuildCorpora } from './build-corpus.ts'
import { measure } from './measure.ts'

/** The parts used here. */
type Profile = {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string }
  }[]
  readonly samples: readonly number[]
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[]
}

const folder = resolve('.local/profile')
const functionsShown = 40

/** A package, a file of ours, or a part of Node. */
function nameOwner(url: string): string {
  const name = url.split('/node_modules/').at(-1)!
  if (name !== url)
    return name
      .split('/')
      .slice(0, name.startsWith('@') ? 2 : 1)
      .join('/')
  return url.replace(`file://${process.cwd()}/`, '').replace(/^file:.*\/compiled\//, 'compiled ')
}

function printLargest(title: string, seconds: ReadonlyMap<string, number>, shown: number) {
  const largestFirst = [...seconds].sort(([, one], [, other]) => other - one)
  console.log(`\n  ${title}`)
  for (const [name, value] of largestFirst.slice(0, shown)) {
    if (value >= 0.05) console.log(`  ${value.toFixed(2).padStart(7)} s  ${name}`)
  }
}

function printProfile(file: string) {
  const { nodes, samples, timeDeltas }: Profile = JSON.parse(readFileSync(file, 'utf8'))
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const byFunction = new Map<string, number>()
  const byOwner = new Map<string, number>()
  let total = 0
  for (const [index, id] of samples.entries()) {
    const { functionName, url } = frames.get(id)!
    if (functionName === '(idle)') continue
    const seconds = timeDeltas[index]! / 1e6
    const owner = nameOwner(url)
    const name = `${functionName || '(anonymous)'}  ${owner}`
    total += seconds
    byFunction.set(name, (byFunction.get(name) ?? 0) + seconds)
    byOwner.set(owner || functionName, (byOwner.get(owner || functionName) ?? 0) + seconds)
  }
  if (total < 0.5) return
  console.log(`\n${file}: ${total.toFixed(1)} s`)
  printLargest('By file or package', byOwner, functionsShown / 2)
  printLargest('By function', byFunction, functionsShown)
}

async function main() {
  const { values } = parseArgs({ options: { size: { type: 'string', default: '5000' } } })
  const size = Number(values.size)
  if (!Number.isSafeInteger(size) || size <= 0)
    throw new UsageError('--size must be a whole number above zero.')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await withBuildCorpora([size], async ([corpus]) => {
    const env = { ...corpus!.env, NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` }
    const { wallSeconds, userSeconds } = await measure(
      process.execPath,
      ['scripts/build/build-site.ts'],
      env,
    )
    for (const name of readdirSync(folder).sort()) printProfile(join(folder, name))
    console.log(
      `\n${size} articles, profiled: ${wallSeconds.toFixed(1)} s, user CPU ${userSeconds?.toFixed(1)} s`,
    )
  })
}

await runCommand(main)
process.exit()
