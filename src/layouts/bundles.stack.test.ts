import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'

const site = join(readRunningStack().buildEnvironment.BUILD_OUTPUT, 'client')
const pagefind = /^pagefind\//

/** A string in zod's validators that minifying keeps. */
const zodMark = 'invalid_type'

it('no script of a page contains zod', () => {
  expect(readFileSync('node_modules/zod/v4/core/schemas.js', 'utf8')).toContain(zodMark)
  const scripts = globSync('**/*.js', { cwd: site }).filter((file) => !pagefind.test(file))
  expect(scripts.length).toBeGreaterThan(20)
  const withZod = scripts.filter((file) => readFileSync(join(site, file), 'utf8').includes(zodMark))
  expect(withZod).toEqual([])
})
