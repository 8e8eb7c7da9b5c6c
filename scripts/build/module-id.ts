/**
 * Identifies a module's behaviour, to renew its cached results when it changes: its source, all
 * modules it imports, the installed versions of their packages, and Node (for its Unicode tables
 * and compression).
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'

export type ModuleSources = {
  /** In import order, the entry first. */
  readonly modules: readonly URL[]
  readonly packages: readonly string[]
}

/** Leaves out type imports, which load nothing. */
const staticImport =
  /^(?:import|export)\b(?!\s+type\b)(?<names>(?:[\w$*{},]|\s(?!(?:import|export)\b))*)['"](?<specifier>[^'"]+)['"]/gm
const dynamicImport = /\bimport\(\s*['"](?<specifier>[^'"]+)['"]\s*\)/g

function findImports(source: string): string[] {
  // An exported string isn't an import.
  const isImport = (names: string) => /^$|[\s}]from$/.test(names.trimEnd())
  const statics = [...source.matchAll(staticImport)].filter(({ groups }) =>
    isImport(groups!.names!),
  )
  return [...statics, ...source.matchAll(dynamicImport)].map(({ groups }) => groups!.specifier!)
}

/** Adds the package and its dependencies to `found`, by the paths of their manifests. */
function addPackage(name: string, from: string | URL, found: Map<string, string>) {
  const path = findPackageJSON(name, from)
  if (!path) throw new Error(`${from} needs the package ${name}, which isn’t installed.`)
  if (found.has(path)) return
  const manifest: {
    readonly name: string
    readonly version: string
    readonly dependencies?: Readonly<Record<string, string>>
  } = JSON.parse(readFileSync(path, 'utf8'))
  found.set(path, `${manifest.name}@${manifest.version}`)
  for (const dependency of Object.keys(manifest.dependencies ?? {})) {
    addPackage(dependency, path, found)
  }
}

export function findSources(entry: URL): ModuleSources {
  const modules = new Map([[entry.href, entry]])
  const packages = new Map<string, string>()
  // Iterating a Map includes entries that are added during the loop.
  for (const module of modules.values()) {
    for (const specifier of findImports(readFileSync(module, 'utf8'))) {
      if (specifier.startsWith('node:')) continue
      if (!specifier.startsWith('.')) {
        addPackage(specifier, module, packages)
        continue
      }
      const imported = new URL(specifier, module)
      modules.set(imported.href, imported)
    }
  }
  return { modules: [...modules.values()], packages: [...packages.values()].sort() }
}

export function computeModuleId(entry: URL): string {
  const { modules, packages } = findSources(entry)
  const hash = createHash('sha256').update(JSON.stringify([process.version, packages]))
  for (const module of modules) hash.update('\0').update(readFileSync(module))
  return hash.digest('hex')
}
