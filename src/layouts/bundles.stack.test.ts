import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'

const site = join(readRunningStack().buildEnvironment.BUILD_OUTPUT, 'client')
const pagefind = /^pagefind\//

/** Strings in zod's validators and in CodeMirror that minifying keeps. */
const zodMark = 'invalid_type'
const codeMirrorMark = 'cm-scroller'

const scripts = globSync('**/*.js', { cwd: site }).filter((file) => !pagefind.test(file))
const readFile = (file: string) => readFileSync(join(site, file), 'utf8')

/** Lists scripts and everything that they import. */
function listImports(files: Iterable<string>, pattern: RegExp): ReadonlySet<string> {
  const found = new Set(files)
  for (const file of found) {
    for (const [, name] of readFile(file).matchAll(pattern)) found.add(`_astro/${name}`)
  }
  return found
}

const importsAtOnce = /(?:from|import)"\.\/([^"]+\.js)"/g
/** Matches scripts that are imported immediately or later. */
const allImports = /["'`]\.\/([\w.-]+\.js)["'`]/g

const editorScripts = listImports(
  scripts.filter((file) => readFile(file).includes('[data-desk-editor]')),
  allImports,
)

it('no script of a page contains zod or CodeMirror, except the editor’s', () => {
  expect(readFileSync('node_modules/zod/v4/core/schemas.js', 'utf8')).toContain(zodMark)
  const hasMark = (file: string) =>
    [zodMark, codeMirrorMark].some((mark) => readFile(file).includes(mark))
  expect([...editorScripts].filter(hasMark).length).toBeGreaterThan(0)
  const others = listImports(
    scripts.filter((file) => !editorScripts.has(file)),
    allImports,
  )
  expect(others.size).toBeGreaterThan(20)
  expect([...others].filter(hasMark)).toEqual([])
})

it('the editor’s scripts weigh at most 250 kB', () => {
  const sizes = [...editorScripts].map((file) => brotliCompressSync(readFile(file)).length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000)
})

it('readers’ pages and the desk share no script', () => {
  const pages = globSync('**/*.html', { cwd: site })
  const named = pages.flatMap((page) =>
    [...readFile(page).matchAll(/(?:src|href)="\/(_astro\/[^"]+\.js)"/g)].map(([, file]) => file!),
  )
  expect(named.length).toBeGreaterThan(pages.length)
  const deskScripts = scripts.filter((file) => readFile(file).includes('/desk/'))
  expect(deskScripts.length).toBeGreaterThan(3)
  const ofReaders = listImports(named, importsAtOnce)
  const ofDesk = listImports([...deskScripts, ...editorScripts], importsAtOnce)
  const shared = [...ofDesk].filter((file) => ofReaders.has(file))
  expect(shared.filter((file) => !file.includes('rolldown-runtime'))).toEqual([])
})
