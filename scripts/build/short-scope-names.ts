/**
 * Shortens the classes by which Astro scopes styles, such as `astro-vk2brgym`, which are on most elements of a page and
 * in most selectors, and don't compress. The new names begin with a capital letter, as no other class does. Classes of
 * CSS modules get their file's number instead of a hash and a line.
 */
import { readdirSync } from 'node:fs'
import { relative } from 'node:path'
import type { Plugin } from 'vite'

const scopeClass = /\bastro-[a-z0-9]{8}\b/g
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const laterCharacters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Returns A, B … Z, Aa, Ba … Za, Ab … */
export function nameScope(index: number): string {
  const first = letters[index % letters.length]!
  const turn = Math.floor(index / letters.length)
  if (turn === 0) return first
  if (turn > laterCharacters.length) throw new Error('Too many components for short scope names.')
  return first + laterCharacters[turn - 1]
}

/** Sorts the paths, so that each build assigns the same names. */
export const listSources = (extension: string): string[] =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith(extension))
    .sort()

export function createModuleClassNames() {
  const modules = listSources('.module.css')
  return (name: string, file: string): string => {
    const number = modules.indexOf(relative('', file.split('?', 1)[0]!).replaceAll('\\', '/'))
    if (number < 0) throw new Error(`${file} isn’t a CSS module of src/.`)
    return `_${name}_${number}`
  }
}

export function shortenScope(code: string, path: string, names: ReadonlyMap<string, string>) {
  const found = new Set(code.match(scopeClass))
  if (found.size > 1) throw new Error(`${path} has several scopes: ${[...found].join(', ')}`)
  const name = names.get(path)
  return name === undefined ? code : code.replace(scopeClass, name)
}

export function createShortScopeNames(): Plugin {
  let names: ReadonlyMap<string, string>
  let root = ''
  let isFound = false
  return {
    name: 'short-scope-names',
    apply: 'build',
    sharedDuringBuild: true,
    configResolved(config) {
      root = `${config.root.replace(/\/$/, '')}/`
    },
    buildStart() {
      names ??= new Map(listSources('.astro').map((path, index) => [path, nameScope(index)]))
    },
    transform(code, id) {
      const [file] = id.split('?', 1)
      if (!file?.endsWith('.astro') || !file.startsWith(root)) return undefined
      const shortened = shortenScope(code, file.slice(root.length), names)
      isFound ||= shortened !== code
      return { code: shortened, map: null }
    },
    generateBundle() {
      if (!isFound) this.error('Astro no longer scopes styles as short-scope-names.ts expects.')
    },
  }
}
