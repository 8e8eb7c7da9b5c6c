import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readRunningStack } from '../../../scripts/build/running-stack.ts'

const { buildEnvironment } = readRunningStack()
const site = join(buildEnvironment.BUILD_OUTPUT, 'client')
const readFile = (path: string) => readFileSync(join(site, path), 'utf8')

/** Not the scripts of islands. */
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

  it('is one file, the same on each page, and alone on all but articles and the offer', () => {
    const [first, ...others] = pages.map(findScripts)
    expect(first).toHaveLength(1)
    for (const scripts of others) expect(scripts).toContain(first![0])
    expect(others.map(({ length }) => length)).toEqual([1, 2, 2])
  })

  it('imports no other file, and takes at most 2,423 bytes, compressed', () => {
    const [file, ...imported] = [...collectImports(findScripts('index.html')[0]!)]
    expect(imported).toEqual([])
    expect(brotliCompressSync(readFile(file!)).length).toBeLessThanOrEqual(2423)
  })
})
