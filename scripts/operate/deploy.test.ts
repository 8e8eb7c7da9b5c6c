import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestFolder } from '../shared/testing/test-folder.ts'
import { assertBuiltFor, listDeployCommands, runWithInput } from './deploy.ts'

const build = (targetEnvironment?: string) =>
  createTestFolder({
    [join('server', 'wrangler.json')]: JSON.stringify({ name: 'verandah', targetEnvironment }),
  })

it.each([
  ['a build for the other environment', build('live'), 'was made for live, not for staging'],
  ['a build for none', build(), 'was made without --environment, not for staging'],
  ['no build', createTestFolder(), 'There is no build'],
])('a deploy refuses %s', (_, output, message) => {
  expect(() => assertBuiltFor('staging', output)).toThrow(message)
})

it('a deploy accepts a build for the environment', () => {
  expect(() => assertBuiltFor('staging', build('staging'))).not.toThrow()
})

it('a deploy to staging migrates the database that staging’s build names', () => {
  const { migrate, deploy } = listDeployCommands('staging', false)
  expect(migrate.join(' ')).toMatch(/--config \S*staging\S*wrangler\.json$/)
  expect(deploy).toEqual(['deploy', '--env', 'staging'])
})

it('the deployment reads secrets from standard input, so they aren’t written to a file', async () => {
  expect(listDeployCommands('live', true).deploy).toContain('/dev/stdin')
  const program = 'process.stdout.write(require("node:fs").readFileSync("/dev/stdin"))'
  const { stdout } = await runWithInput([process.execPath, '-e', program], '{"A":"b"}', {})
  expect(stdout).toBe('{"A":"b"}')
})
