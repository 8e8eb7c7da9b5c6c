/**
 * Deploys the last build to its environment, after the migrations of the statistics. Refuses a build for another one.
 *
 *     npm run deploy                            the live site
 *     npm run deploy -- --environment staging   the staging site
 *     npm run deploy -- --secrets               also changes secrets in the same version, read as JSON from the input
 */
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { execa, type Options } from 'execa'
import { z } from 'zod'
import { parseJson } from '../../src/domain/parse-json.ts'
import {
  type EnvironmentName,
  getOutputFolder,
  nameDeployedConfiguration,
  parseEnvironmentName,
  readBuiltTarget,
} from '../build/deploy-environment.ts'
import { CommandError, runCommand } from '../shared/command-error.ts'

/** The deployed Worker's secrets by name. Others that it has are kept. */
const secretsSchema = z.record(z.string(), z.string())

/** Throws unless the build in `output` is for this environment. */
export function assertBuiltFor(environment: EnvironmentName, output: string) {
  const build = `npm run build -- --environment ${environment}`
  const target = readBuiltTarget(output)
  if (!target) throw new CommandError(`There is no build in ${output}. Run: ${build}`)
  if (target.environment === environment) return
  const built = target.environment ? `for ${target.environment}` : 'without --environment'
  throw new CommandError(
    `The build in ${output} was made ${built}, not for ${environment}. Nothing was deployed. Run: ${build}`,
  )
}

/**
 * Runs a program that reads `input` from the file /dev/stdin, so that it's in no argument and on no disk. Node would pass a
 * socket, which can't be opened as a file, so a shell makes a pipe.
 */
export const runWithInput = (command: readonly string[], input: string, options: Options) =>
  execa('sh', ['-c', 'cat | exec "$@"', 'sh', ...command], { ...options, input })

async function runWrangler(args: readonly string[], input?: string) {
  const command = [process.execPath, 'node_modules/wrangler/bin/wrangler.js', ...args]
  const output = { stdout: 'inherit', stderr: 'inherit', reject: false } as const
  const { exitCode } = await (input === undefined
    ? execa(command[0]!, command.slice(1), { ...output, stdin: 'inherit' })
    : runWithInput(command, input, output))
  if (exitCode !== 0)
    throw new CommandError(
      'wrangler failed: see its output above. Fix the cause, then run the same command again.',
    )
}

/** D1 commands don't read the file that `deploy` reads: without `--config`, staging would migrate the live database. */
export function listDeployCommands(environment: EnvironmentName, hasSecrets: boolean) {
  const configuration = join(getOutputFolder(environment), 'server', 'wrangler.json')
  return {
    // Migrations only add, so the running version and a rollback still work.
    migrate: ['d1', 'migrations', 'apply', 'STATISTICS', '--remote', '--config', configuration],
    deploy: [
      ...['deploy', '--env', environment],
      ...(hasSecrets ? ['--secrets-file', '/dev/stdin'] : []),
    ],
  } as const
}

/** Errors don't contain the input. */
function readSecrets(input: string): string {
  const secrets = secretsSchema.safeParse(parseJson(input)).data
  if (!secrets)
    throw new CommandError(
      'Nothing was deployed: --secrets reads a JSON object of names and values from standard input.',
    )
  return JSON.stringify(secrets)
}

async function main() {
  const { values } = parseArgs({
    options: {
      environment: { type: 'string', default: 'live' },
      secrets: { type: 'boolean', default: false },
    },
  })
  const environment = parseEnvironmentName(values.environment)
  const output = getOutputFolder(environment)
  assertBuiltFor(environment, output)
  const secrets = values.secrets ? readSecrets(await text(process.stdin)) : undefined
  nameDeployedConfiguration(output)
  try {
    const { migrate, deploy } = listDeployCommands(environment, values.secrets)
    await runWrangler(migrate)
    await runWrangler(deploy, secrets)
  } finally {
    nameDeployedConfiguration(getOutputFolder('live'))
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runCommand(main)
