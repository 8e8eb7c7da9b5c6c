import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readRunningStack } from '../../../scripts/shared/running-stack.ts'

const { buildEnvironment } = readRunningStack()
const site = join(buildEnvironment.BUILD_OUTPUT, 'client')
const readFile = (path: string) => readFileSync(join(site, path), 'utf8')

/** Lists a page's scripts without those of islands. */
function findScripts(file: string): string[] {
  const html = readFile(file)
  return [...html.matchAll(/<script type="module" src="([^"]+)"><\/script>/g)].map(
    ([, path]) => path!,
  )
}

function collectImports(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found
  found.add(path)
  for (const [, specifier] of readFile(path).matchAll(/(?:from|import)\s*["'](\.[^"']+)["']/g)) {
    collectImports(posix.join(posix.dirname(path), specifier!), found)
  }
  return found
}

describe('every page’s script', () => {
  const pages = ['index.html', 'latest.html', 'subscribe.html', 'fathers-in-pencil.html']

  it('consists of two files on each page, which are the only scripts except on articles and the offer', () => {
    const [common, ...others] = pages.map(findScripts)
    expect(common).toHaveLength(2)
    for (const scripts of others) expect(scripts).toEqual(expect.arrayContaining(common!))
    expect(others.map(({ length }) => length)).toEqual([2, 3, 3])
  })

  it('weighs at most 8 kB on an article, compressed, in three files', () => {
    const files = new Set<string>()
    for (const script of findScripts('fathers-in-pencil.html')) collectImports(script, files)
    expect(files.size).toBe(3)
    const bytes = [...files].map((file) => brotliCompressSync(readFile(file)).length)
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(8000)
  })

  it('imports no other file, and weighs at most 2,423 bytes, compressed', () => {
    const [file, ...imported] = [...collectImports(findScripts('index.html')[0]!)]
    expect(imported).toEqual([])
    expect(brotliCompressSync(readFile(file!)).length).toBeLessThanOrEqual(2423)
  })
})
