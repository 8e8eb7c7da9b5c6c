/**
 * Deploys the last build to its environment, after the migrations of the statistics. Refuses a build for another one.
 *
 *     npm run deploy                            the live site
 *     npm run deploy -- --environment staging   the staging site
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { execa } from 'execa'
import {
  type EnvironmentName,
  getOutputFolder,
  parseEnvironmentName,
  readBuiltTarget,
} from '../build/deploy-environment.ts'
import { CommandError, runCommand } from '../shared/command-error.ts'

/** Throws unless the build in `output` is for this environment. */
export function assertBuiltFor(environment: EnvironmentName, output: string) {
  const build = `npm run build -- --environment ${environment}`
  const target = readBuiltTarget(output)
  if (!target) throw new CommandError(`There is no build in ${output}. Run: ${build}`)
  if (target.environment === environment) return
  const built = target.environment ?? 'no environment'
  throw new CommandError(
    `The build in ${output} is for ${built}, not for ${environment}. Nothing was deployed. Run: ${build}`,
  )
}

const deployFolder = join('.wrangler', 'deploy')

/** Names the configuration that wrangler deploys. */
function nameConfiguration(output: string) {
  mkdirSync(deployFolder, { recursive: true })
  const configPath = relative(deployFolder, join(output, 'server', 'wrangler.json'))
  writeFileSync(
    join(deployFolder, 'config.json'),
    JSON.stringify({ configPath, auxiliaryWorkers: [] }),
  )
}

async function runWrangler(...args: string[]) {
  const command = ['node_modules/wrangler/bin/wrangler.js', ...args]
  const { exitCode } = await execa(process.execPath, command, { stdio: 'inherit', reject: false })
  if (exitCode !== 0)
    throw new CommandError(
      'wrangler failed: see its output above. Fix the cause, then run the same command again.',
    )
}

/** D1 commands don't read the file that `deploy` reads: without `--config`, staging would migrate the live database. */
export function listDeployCommands(environment: EnvironmentName): readonly (readonly string[])[] {
  const configuration = join(getOutputFolder(environment), 'server', 'wrangler.json')
  return [
    // Migrations only add, so the running version and a rollback still work.
    ['d1', 'migrations', 'apply', 'STATISTICS', '--remote', '--config', configuration],
    ['deploy', '--env', environment],
  ]
}

async function main() {
  const { values } = parseArgs({ options: { environment: { type: 'string', default: 'live' } } })
  const environment = parseEnvironmentName(values.environment)
  const output = getOutputFolder(environment)
  assertBuiltFor(environment, output)
  nameConfiguration(output)
  try {
    for (const command of listDeployCommands(environment)) await runWrangler(...command)
  } finally {
    nameConfiguration(getOutputFolder('live'))
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runCommand(main)
