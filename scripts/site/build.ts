/**
 * Builds the site once. The environment says from where and to where (src/content/environment.ts).
 * Templates are compiled by Astro where the code has changed; otherwise new content alone is built,
 * with the templates of the last time.
 *
 *     npm run build            what changed
 *     npm run build -- --full  reads every document again and finds deletions made by hand
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuildReport, reportPath } from '../../src/content/build.ts'
import { parseBuildEnvironment } from '../../src/content/environment.ts'

const buildProcess = join(import.meta.dirname, 'build-process.ts')

/** Pages are short-lived: with V8's usual room for young objects a fifth of the CPU collects them. */
const roomForGarbage = '--max-semi-space-size=64'

/** Builds in a process of its own, whose memory goes when the build is over. */
export function buildSite(
  environment: Readonly<Record<string, string>>,
  onLine: (line: string) => void,
  signal?: AbortSignal,
): Promise<BuildReport> {
  const parsed = parseBuildEnvironment({ ...process.env, ...environment })
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [roomForGarbage, buildProcess], {
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal ? { signal } : {}),
      env: {
        ...process.env,
        ...environment,
        // React has a slow half that is for developing.
        NODE_ENV: 'production',
        ASTRO_TELEMETRY_DISABLED: '1',
        FORCE_COLOR: '0',
      },
    })
    const lines: string[] = []
    const listen = (chunk: Buffer) => {
      for (const line of chunk.toString().split('\n')) {
        if (!line.trim()) continue
        lines.push(line)
        onLine(line)
      }
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.on('error', reject)
    child.on('close', (code) => {
      pointWranglerToDist()
      if (code === 0) resolve(JSON.parse(readFileSync(reportPath(parsed.BUILD_STATE), 'utf8')))
      else
        reject(
          new Error(
            `The build failed; the site that was live stays live.\n${lines.slice(-30).join('\n')}`,
          ),
        )
    })
  })
}

/**
 * The adapter notes for wrangler which build came last. A build elsewhere, such as the checks make,
 * must not be what `wrangler deploy` takes: that is always `dist`.
 */
function pointWranglerToDist() {
  const note = { configPath: '../../dist/server/wrangler.json', auxiliaryWorkers: [] }
  mkdirSync('.wrangler/deploy', { recursive: true })
  writeFileSync('.wrangler/deploy/config.json', JSON.stringify(note))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const full: Record<string, string> = process.argv.includes('--full')
    ? { CONTENT_SYNC: 'full' }
    : {}
  try {
    await buildSite(full, (line) => console.log(line))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
