import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { computeModuleId, findSources } from './module-id.ts'

describe('the sources of the sync', () => {
  const { modules, packages } = findSources(new URL('./sync-content.ts', import.meta.url))
  const names = packages.map((each) => each.slice(0, each.lastIndexOf('@')))
  const files = modules.map((module) =>
    relative(process.cwd(), fileURLToPath(module)).replaceAll('\\', '/'),
  )

  it('include the packages that render a body, and their dependencies', () => {
    const renderers = ['markdown-it', 'markdown-it-footnote', 'entities', 'linkify-it', 'zod']
    expect(names).toEqual(expect.arrayContaining(renderers))
  })

  it('include all modules that parse and render, and no others', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'src/content/markdown.ts',
        'src/content/markdown-footnotes.ts',
        'src/content/content-copy.ts',
        'scripts/build/write-content-copy.ts',
        'src/domain/publication.ts',
        'src/domain/image/image-path.ts',
      ]),
    )
    expect(files).not.toContain('scripts/build/site-files.ts')
  })
})

describe('a module id', () => {
  let folder: string
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const writePackage = (name: string, version: string, dependencies: object = {}) =>
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version, dependencies }))
  const id = () => computeModuleId(pathToFileURL(join(folder, 'entry.ts')))

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'module-id-'))
    write(
      'entry.ts',
      `import { readFileSync } from 'node:fs'\nimport type { A } from './types-alone.ts'\nimport {\n  one,\n} from './domain/one.ts'\n`,
    )
    write(
      'domain/one.ts',
      `import Renderer, { type Token } from 'renderer'\nexport const one = 1\n`,
    )
    writePackage('renderer', '1.0.0', { parser: '^2.0.0' })
    writePackage('parser', '2.0.0')
    writePackage('unrelated', '3.0.0')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it.each([
    ['a renderer is upgraded', () => writePackage('renderer', '1.0.1', { parser: '^2.0.0' })],
    ['a renderer’s dependency is upgraded', () => writePackage('parser', '2.1.0')],
    ['a module changes', () => write('domain/one.ts', 'export const one = 2\n')],
    ['a module is added', () => write('entry.ts', `export * from './domain/one.ts'\n`)],
  ])('changes when %s', (_, change) => {
    const before = id()
    change()
    expect(id()).not.toBe(before)
  })

  it('stays the same when something else changes', () => {
    const before = id()
    writePackage('unrelated', '4.0.0')
    write('types-alone.ts', 'export type A = 1\n')
    write('unrelated.ts', 'export const two = 2\n')
    expect(id()).toBe(before)
  })

  it('names the package that is missing', () => {
    rmSync(join(folder, 'node_modules/parser'), { recursive: true })
    expect(id).toThrow('parser')
  })
})
