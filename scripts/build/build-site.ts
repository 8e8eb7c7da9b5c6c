/**
 * Builds the site once. The variables are described in src/content/build-environment.ts.
 *
 *     npm run build             builds what has changed
 *     npm run build -- --full   reads every document, which also finds deletions made by hand
 *     npm run build -- --environment staging   with the values that `npm run setup` has stored for it
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { execa } from 'execa'
import { readBuildEnvironment } from '../../src/content/build-environment.ts'
import { CommandError, runCommand } from '../shared/command-error.ts'
import { type BuildReport, reportPath } from './build-publication.ts'
import {
  getOutputFolder,
  listBuildVariables,
  nameDeployedConfiguration,
  parseEnvironmentName,
  readStoredSettings,
  writeBuiltConfiguration,
} from './deploy-environment.ts'

const buildProcess = join(import.meta.dirname, 'build-process.ts')

/** Rendered pages are short-lived: with V8's default, garbage collection takes a fifth of the CPU time. */
const semiSpaceFlag = '--max-semi-space-size=32'

/** Builds in a child process, whose memory is freed afterwards. */
export async function buildSite(
  environment: Readonly<Record<string, string>>,
  onLine: (line: string) => void,
  signal?: AbortSignal,
): Promise<BuildReport> {
  const parsed = readBuildEnvironment(environment)
  const build = execa(process.execPath, [semiSpaceFlag, buildProcess], {
    stdin: 'ignore',
    all: true,
    reject: false,
    ...(signal ? { cancelSignal: signal } : {}),
    env: {
      ...environment,
      // React is slow in development mode.
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      FORCE_COLOR: '0',
    },
  })
  const lines: string[] = []
  for await (const line of build.iterable({ from: 'all' })) {
    if (!line.trim()) continue
    lines.push(line)
    onLine(line)
  }
  const { failed } = await build
  // The adapter names the last build, but `wrangler deploy` must always deploy the live site.
  nameDeployedConfiguration(getOutputFolder('live'))
  if (failed) {
    throw new CommandError(
      `The build failed. The live site is unchanged.\n${lines.slice(-30).join('\n')}`,
    )
  }
  return JSON.parse(readFileSync(reportPath(parsed.BUILD_STATE), 'utf8'))
}

async function main() {
  const { values } = parseArgs({
    options: { full: { type: 'boolean', default: false }, environment: { type: 'string' } },
  })
  const overrides = values.full ? { CONTENT_SYNC: 'full' } : {}
  const print = (line: string) => console.log(line)
  if (values.environment === undefined) return void (await buildSite(overrides, print))
  const environment = parseEnvironmentName(values.environment)
  const settings = readStoredSettings(environment)
  if (!settings) {
    const setup = `npm run setup -- --environment ${environment}`
    throw new CommandError(`The ${environment} site isn’t set up yet. Run: ${setup}`)
  }
  await buildSite({ ...listBuildVariables(environment, settings), ...overrides }, print)
  writeBuiltConfiguration(environment, settings)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runCommand(main)
