/**
 * Identifies what a module does by everything that it is made of, so that what was stored by it is made
 * again when any of that changes: its source and that of the modules that it imports, directly or
 * not; the installed versions of the packages that these use; and Node, whose Unicode tables and
 * compression they rely on. The import statements decide what is covered, so nobody has to remember
 * to list a new module or package.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'

export type ModuleSources = {
  /** In the order of their imports, the entry first. */
  readonly modules: readonly URL[]
  /** Each as name@version, sorted. */
  readonly packages: readonly string[]
}

/** Import and re-export statements, but those of types alone: they load nothing. */
const staticImport =
  /^(?:import|export)\b(?!\s+type\b)(?<names>(?:[\w$*{},]|\s(?!(?:import|export)\b))*)['"](?<specifier>[^'"]+)['"]/gm
const dynamicImport = /\bimport\(\s*['"](?<specifier>[^'"]+)['"]\s*\)/g

function importsOf(source: string): string[] {
  // An export of a text of its own names nothing that it comes from.
  const isImport = (names: string) => /^$|[\s}]from$/.test(names.trimEnd())
  const statics = [...source.matchAll(staticImport)].filter(({ groups }) =>
    isImport(groups!.names!),
  )
  return [...statics, ...source.matchAll(dynamicImport)].map(({ groups }) => groups!.specifier!)
}

/** Adds the package and all that it depends on to `found`, by the places of their manifests. */
function addPackage(name: string, from: string | URL, found: Map<string, string>) {
  const path = findPackageJSON(name, from)
  if (!path) throw new Error(`${from} needs the package ${name}, which isn't installed.`)
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
  // A Map also visits what is added to it on the way.
  for (const module of modules.values()) {
    for (const specifier of importsOf(readFileSync(module, 'utf8'))) {
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

export function moduleId(entry: URL): string {
  const { modules, packages } = findSources(entry)
  const hash = createHash('sha256').update(JSON.stringify([process.version, packages]))
  for (const module of modules) hash.update('\0').update(readFileSync(module))
  return hash.digest('hex')
}
