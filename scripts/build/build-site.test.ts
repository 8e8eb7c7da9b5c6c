import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

const run = (script: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

it('the build refuses unknown options before it starts', () => {
  const { status, stdout, stderr } = run('scripts/build/build-site.ts', '--ful')
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(/^Unknown option --ful\.\n\nBuilds the site once.*\n\n +npm run build /)
})

it.each([
  ['scripts/build/build-site.ts', 'npm run build -- --full'],
  ['scripts/operate/doctor/doctor.ts', 'npm run doctor -- --offline'],
])('%s prints its usage with --help', (script, usage) => {
  const { status, stdout, stderr } = run(script, '--help')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toContain(usage)
})
