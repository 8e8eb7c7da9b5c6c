/** What the doctor learns from wrangler: our configuration, and names that Cloudflare holds. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Answer } from './finding.ts'
import { type WorkerConfiguration, workerConfigurationSchema } from './worker-configuration.ts'

const file = 'wrangler.toml'

/** Null where the file is not there, or wrangler refuses it. */
export async function readConfiguration(): Promise<WorkerConfiguration | null> {
  // Loaded here, because it takes a second.
  const { unstable_readConfig } = await import('wrangler')
  try {
    return workerConfigurationSchema.parse(
      unstable_readConfig({ config: file }, { hideWarnings: true }),
    )
  } catch {
    return null
  }
}

/** The copy that lies in a build. */
export function readBuiltConfiguration(output: string): WorkerConfiguration | null {
  const path = join(output, 'server', 'wrangler.json')
  if (!existsSync(path)) return null
  return workerConfigurationSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
}

type Outcome = { readonly code: number; readonly output: string; readonly errors: string }

/** Asks Cloudflare as whoever wrangler is logged in as; never opens a browser to log in. */
function runWrangler(...args: string[]): Promise<Outcome> {
  return new Promise((done) => {
    const command = ['node_modules/wrangler/bin/wrangler.js', ...args, '--config', file]
    const child = spawn(process.execPath, command, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, CI: '1', NO_COLOR: '1', FORCE_COLOR: '0' },
      timeout: 60_000,
    })
    let [output, errors] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk
    })
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk
    })
    child.on('error', (error) => done({ code: 1, output, errors: error.message }))
    child.on('close', (code) => done({ code: code ?? 1, output, errors }))
  })
}

function reasonOf({ output, errors }: Outcome): string {
  if (/CLOUDFLARE_API_TOKEN|not authenticated|not logged in/i.test(errors + output)) {
    return 'wrangler is not logged in: npm run wrangler -- login, or CLOUDFLARE_API_TOKEN'
  }
  return 'wrangler could not ask Cloudflare'
}

const secretsSchema = z.array(z.object({ name: z.string() }))

/** Names alone: Cloudflare gives nobody the values. Null where the Worker does not exist yet. */
export async function askSecrets(): Promise<Answer<readonly string[] | null>> {
  const outcome = await runWrangler('secret', 'list', '--format', 'json')
  if (outcome.code === 0) {
    const secrets = secretsSchema.safeParse(parseJson(outcome.output))
    if (secrets.success) return { asked: true, value: secrets.data.map(({ name }) => name) }
  }
  if (/Worker ".*" not found/.test(outcome.errors)) return { asked: true, value: null }
  return { asked: false, because: reasonOf(outcome) }
}

/** Whether the bucket exists. */
export async function askBucket(name: string): Promise<Answer<boolean>> {
  const outcome = await runWrangler('r2', 'bucket', 'info', name, '--json')
  if (outcome.code === 0) return { asked: true, value: true }
  // The code is R2's for a bucket that does not exist.
  if (/bucket does not exist|code: 10006/i.test(outcome.errors))
    return { asked: true, value: false }
  return { asked: false, because: reasonOf(outcome) }
}

/** Whether the queue exists. */
export async function askQueue(name: string): Promise<Answer<boolean>> {
  return queueAnswer(await runWrangler('queues', 'info', name))
}

/** Wrangler has no JSON here: it shows the queue, or says in words that there is none. */
export function queueAnswer(outcome: Outcome): Answer<boolean> {
  if (outcome.code === 0) return { asked: true, value: true }
  if (/Queue ".*" does not exist/.test(outcome.errors + outcome.output)) {
    return { asked: true, value: false }
  }
  return { asked: false, because: reasonOf(outcome) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
