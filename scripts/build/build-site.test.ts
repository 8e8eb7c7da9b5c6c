import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

const run = (script: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

it('refuses unknown options before it builds', () => {
  const { status, stdout, stderr } = run('scripts/build/build-site.ts', '--ful')
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(/^Unknown option --ful\.\n\nBuilds the site once.*\n\n +npm run build /)
})

it.each([
  ['scripts/build/build-site.ts', 'npm run build -- --full'],
  ['scripts/operate/doctor/doctor.ts', 'npm run doctor -- --offline'],
])('prints the usage of %s', (script, usage) => {
  const { status, stdout, stderr } = run(script, '--help')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toContain(usage)
})
