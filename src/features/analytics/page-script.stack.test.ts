import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { runningStack } from '../../../scripts/local/running-stack.ts'

const { buildEnvironment } = runningStack()
const site = join(buildEnvironment.BUILD_OUTPUT, 'client')
const read = (path: string) => readFileSync(join(site, path), 'utf8')

/** The scripts that a page loads whoever reads it: what islands need is no part of it. */
function scriptsOf(file: string): string[] {
  const html = read(file)
  return [...html.matchAll(/<script type="module" src="([^"]+)"><\/script>/g)].map(
    ([, path]) => path!,
  )
}

/** A script and all that it imports. */
function withImports(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found
  found.add(path)
  for (const [, specifier] of read(path).matchAll(/(?:from|import)\s*["'](\.[^"']+)["']/g)) {
    withImports(posix.join(posix.dirname(path), specifier!), found)
  }
  return found
}

describe('the script of every page', () => {
  const pages = ['index.html', 'latest.html', 'subscribe.html', 'fathers-in-pencil.html']

  it('is one file, the same on each, and alone on all but articles and the offer', () => {
    const [first, ...others] = pages.map(scriptsOf)
    expect(first).toHaveLength(1)
    for (const scripts of others) expect(scripts).toContain(first![0])
    expect(others.map(({ length }) => length)).toEqual([1, 2, 2])
  })

  it('takes at most 3 KB, compressed, with the one file that it imports', () => {
    const files = [...withImports(scriptsOf('index.html')[0]!)]
    expect(files.length).toBeLessThanOrEqual(2)
    const bytes = files.map((file) => brotliCompressSync(read(file)).length)
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(3072)
  })
})
