/**
 * `npm run lock`, after `npm install`: adds to package-lock.json the optional packages for other platforms (npm leaves
 * them out, but `npm ci` requires them) and missing integrities, and removes this registry's addresses.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { execa } from 'execa'
import { fetchIntegrities } from './fetch-integrities.ts'
import { needsIntegrity } from './find-lock-problems.ts'

type Entry = {
  version?: string
  resolved?: string
  link?: boolean
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

const path = 'package-lock.json'
const lock = JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, Entry> }
const fields = ['version', 'dist.integrity', 'license', 'os', 'cpu', 'libc', 'engines', 'bin']
const links = ['dependencies', 'optionalDependencies', 'peerDependencies']

/** Returns the path of the package that Node would load for `name` from `from`, or null. */
function findPackage(from: string, name: string): string | null {
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

/** Returns the platform in a package's name, for a package that this registry lacks. */
function guessPlatform(name: string): { os?: string[]; cpu?: string[] } {
  const os = /android|darwin|freebsd|netbsd|openbsd|sunos|aix|openharmony|win32|linux/.exec(
    name,
  )?.[0]
  const cpu = /arm64|x64|ia32|arm(?=-|v|$)|ppc64|riscv64|s390x|loong64|mips64el|wasm32/.exec(
    name,
  )?.[0]
  return { ...(os ? { os: [os] } : {}), ...(cpu ? { cpu: [cpu] } : {}) }
}

async function fetchManifest(name: string, range: string): Promise<Manifest> {
  try {
    const { stdout } = await execa('npm', [
      'view',
      `${name}@${range}`,
      ...fields,
      ...links,
      '--json',
    ])
    const found = JSON.parse(stdout) as Manifest | Manifest[]
    const manifest = Array.isArray(found) ? found.at(-1) : found
    if (manifest) return manifest
  } catch (error) {
    if (!/E404/.test(String((error as { stderr?: string }).stderr))) throw error
  }
  return { version: range.replace(/^[^\d]*/, ''), ...guessPlatform(name) }
}

function satisfiesExactly(entry: Entry | undefined, range: string): boolean {
  return !/^\d/.test(range) || entry?.version === range
}

let added = 0
const queue = Object.keys(lock.packages)
for (let from = queue.shift(); from !== undefined; from = queue.shift()) {
  const entry = lock.packages[from]!
  const requiredPackages = {
    ...entry.optionalDependencies,
    ...(entry.optional ? entry.dependencies : {}),
  }
  const missing = Object.entries(requiredPackages).filter(([name, range]) => {
    const at = findPackage(from, name)
    return at === null || !satisfiesExactly(lock.packages[at], range)
  })
  const manifests = await Promise.all(
    missing.map(async ([name, range]) => ({ name, manifest: await fetchManifest(name, range) })),
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
const incomplete = Object.entries(lock.packages).flatMap(([path, entry]) => {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const { version } = entry
  return version && needsIntegrity(path, entry) ? [{ entry, name, version }] : []
})
const integrities = incomplete.length > 0 ? await fetchIntegrities(incomplete) : []
for (const [index, { entry }] of incomplete.entries()) {
  if (integrities[index]) entry.integrity = integrities[index]
}
for (const entry of Object.values(lock.packages)) if (!entry.link) delete entry.resolved
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([one], [other]) => (one < other ? -1 : 1)),
)
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
console.log(
  `${path}: ${added} packages of other platforms and ${integrities.filter(Boolean).length} integrities added`,
)
