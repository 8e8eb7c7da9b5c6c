import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { z } from 'zod'
import { parseJson } from '../../../src/domain/parse-json.ts'
import type { ProbeResult } from '../setup/finding.ts'
import {
  type WorkerConfiguration,
  workerConfigurationSchema,
} from './check-worker-configuration.ts'

const file = 'wrangler.toml'

/** Returns null if the file is missing, or if wrangler refuses it. */
export async function readConfiguration(): Promise<WorkerConfiguration | null> {
  // Imported on demand, because loading wrangler takes a second.
  const { unstable_readConfig } = await import('wrangler')
  try {
    return workerConfigurationSchema.parse(
      unstable_readConfig({ config: file }, { hideWarnings: true }),
    )
  } catch {
    return null
  }
}

/** Reads the configuration's copy in a build. */
export function readBuiltConfiguration(output: string): WorkerConfiguration | null {
  const path = join(output, 'server', 'wrangler.json')
  if (!existsSync(path)) return null
  return workerConfigurationSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
}

type Outcome = { readonly code: number; readonly output: string; readonly errors: string }

/** Asks Cloudflare with wrangler's login; never opens a browser to log in. */
async function runWrangler(...args: string[]): Promise<Outcome> {
  const command = ['node_modules/wrangler/bin/wrangler.js', ...args, '--config', file]
  const { exitCode, stdout, stderr } = await execa(process.execPath, command, {
    stdin: 'ignore',
    env: { CI: '1', NO_COLOR: '1', FORCE_COLOR: '0' },
    timeout: 60_000,
    reject: false,
  })
  return { code: exitCode ?? 1, output: stdout, errors: stderr }
}

function describeFailure({ output, errors }: Outcome): string {
  if (/CLOUDFLARE_API_TOKEN|not authenticated|not logged in/i.test(errors + output)) {
    return 'wrangler isn’t logged in: run "npm run wrangler -- login" or set CLOUDFLARE_API_TOKEN'
  }
  return 'wrangler couldn’t reach Cloudflare'
}

const secretsSchema = z.array(z.object({ name: z.string() }))

/** Returns the secrets' names; Cloudflare doesn't return values. Returns null if the Worker doesn't exist yet. */
export async function probeSecrets(): Promise<ProbeResult<readonly string[] | null>> {
  const outcome = await runWrangler('secret', 'list', '--format', 'json')
  if (outcome.code === 0) {
    const secrets = secretsSchema.safeParse(parseJson(outcome.output))
    if (secrets.success) return { isKnown: true, value: secrets.data.map(({ name }) => name) }
  }
  if (/Worker ".*" not found/.test(outcome.errors)) return { isKnown: true, value: null }
  return { isKnown: false, reason: describeFailure(outcome) }
}

export async function probeBucket(name: string): Promise<ProbeResult<boolean>> {
  const outcome = await runWrangler('r2', 'bucket', 'info', name, '--json')
  if (outcome.code === 0) return { isKnown: true, value: true }
  // R2's code for a missing bucket.
  if (/bucket does not exist|code: 10006/i.test(outcome.errors))
    return { isKnown: true, value: false }
  return { isKnown: false, reason: describeFailure(outcome) }
}

export async function probeQueue(name: string): Promise<ProbeResult<boolean>> {
  return parseQueueOutcome(await runWrangler('queues', 'info', name))
}

/** Wrangler has no JSON output for queues. */
export function parseQueueOutcome(outcome: Outcome): ProbeResult<boolean> {
  if (outcome.code === 0) return { isKnown: true, value: true }
  if (/Queue ".*" does not exist/.test(outcome.errors + outcome.output)) {
    return { isKnown: true, value: false }
  }
  return { isKnown: false, reason: describeFailure(outcome) }
}
