/**
 * Completes package-lock.json after `npm install`: npm leaves out the optional packages of other
 * platforms, and `npm ci` then refuses the file, here or elsewhere. Adds each missing one with its
 * version and integrity, and takes out download addresses, which name the registry of one machine.
 *
 *     npm run lock
 */
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'

type Entry = {
  version?: string
  resolved?: string
  integrity?: string
  optional?: boolean
  os?: string[]
  cpu?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
  [field: string]: unknown
}
type Manifest = Entry & { version: string; 'dist.integrity'?: string }

const run = promisify(execFile)
const path = 'package-lock.json'
const lock = JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, Entry> }
const fields = ['version', 'dist.integrity', 'license', 'os', 'cpu', 'libc', 'engines', 'bin']
const links = ['dependencies', 'optionalDependencies', 'peerDependencies']

/** Where Node would find `name` from the package at `from`, or null. */
function locate(from: string, name: string): string | null {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))
  ) {
    const candidate = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (lock.packages[candidate]) return candidate
    if (!folder) return null
  }
}

/** What a package's own name says of its platform, for one that the registry at hand does not have. */
function platformByName(name: string): { os?: string[]; cpu?: string[] } {
  const os = /android|darwin|freebsd|netbsd|openbsd|sunos|aix|openharmony|win32|linux/.exec(
    name,
  )?.[0]
  const cpu = /arm64|x64|ia32|arm(?=-|v|$)|ppc64|riscv64|s390x|loong64|mips64el|wasm32/.exec(
    name,
  )?.[0]
  return { ...(os ? { os: [os] } : {}), ...(cpu ? { cpu: [cpu] } : {}) }
}

async function describe(name: string, range: string): Promise<Manifest> {
  try {
    const { stdout } = await run('npm', ['view', `${name}@${range}`, ...fields, ...links, '--json'])
    const found = JSON.parse(stdout) as Manifest | Manifest[]
    const manifest = Array.isArray(found) ? found.at(-1) : found
    if (manifest) return manifest
  } catch (error) {
    if (!/E404/.test(String((error as { stderr?: string }).stderr))) throw error
  }
  return { version: range.replace(/^[^\d]*/, ''), ...platformByName(name) }
}

function satisfiesExactly(entry: Entry | undefined, range: string): boolean {
  return !/^\d/.test(range) || entry?.version === range
}

let added = 0
const queue = Object.keys(lock.packages)
for (let from = queue.shift(); from !== undefined; from = queue.shift()) {
  const entry = lock.packages[from]!
  const wanted = { ...entry.optionalDependencies, ...(entry.optional ? entry.dependencies : {}) }
  const missing = Object.entries(wanted).filter(([name, range]) => {
    const at = locate(from, name)
    return at === null || !satisfiesExactly(lock.packages[at], range)
  })
  const manifests = await Promise.all(
    missing.map(async ([name, range]) => ({ name, manifest: await describe(name, range) })),
  )
  for (const { name, manifest } of manifests) {
    const { 'dist.integrity': integrity, ...rest } = manifest
    const place = lock.packages[`node_modules/${name}`]
      ? `${from}/node_modules/${name}`
      : `node_modules/${name}`
    lock.packages[place] = { ...rest, ...(integrity ? { integrity } : {}), optional: true }
    queue.push(place)
    added++
  }
}
for (const entry of Object.values(lock.packages)) delete entry.resolved
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([one], [other]) => (one < other ? -1 : 1)),
)
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${path}: ${added} packages of other platforms added`)
