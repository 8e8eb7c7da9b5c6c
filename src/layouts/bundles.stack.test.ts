import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'

const site = join(readRunningStack().buildEnvironment.BUILD_OUTPUT, 'client')
const pagefind = /^pagefind\//

/** A string in zod's validators that minifying keeps. */
const zodMark = 'invalid_type'

const scripts = globSync('**/*.js', { cwd: site }).filter((file) => !pagefind.test(file))
const readFile = (file: string) => readFileSync(join(site, file), 'utf8')

it('no script of a page contains zod', () => {
  expect(readFileSync('node_modules/zod/v4/core/schemas.js', 'utf8')).toContain(zodMark)
  expect(scripts.length).toBeGreaterThan(20)
  const withZod = scripts.filter((file) => readFile(file).includes(zodMark))
  expect(withZod).toEqual([])
})

/** Of scripts, and of what they import at once. */
function listImports(files: Iterable<string>): ReadonlySet<string> {
  const found = new Set(files)
  for (const file of found) {
    for (const [, name] of readFile(file).matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g))
      found.add(`_astro/${name}`)
  }
  return found
}

it('readers’ pages and the desk share no script', () => {
  const pages = globSync('**/*.html', { cwd: site })
  const named = pages.flatMap((page) =>
    [...readFile(page).matchAll(/(?:src|href)="\/(_astro\/[^"]+\.js)"/g)].map(([, file]) => file!),
  )
  expect(named.length).toBeGreaterThan(pages.length)
  const deskScripts = scripts.filter((file) => readFile(file).includes('/desk/'))
  expect(deskScripts.length).toBeGreaterThan(3)
  const ofReaders = listImports(named)
  const shared = [...listImports(deskScripts)].filter((file) => ofReaders.has(file))
  expect(shared.filter((file) => !file.includes('rolldown-runtime'))).toEqual([])
})
