import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('the checks refuse an unknown step before any step runs', () => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['scripts/dev/checks/run-checks.ts', 'lock', 'nosuch'],
    { encoding: 'utf8' },
  )
  expect(stderr).toMatch(/^Unknown step "nosuch"\. The steps are: format, imports, .*publishing/)
  expect({ stdout, status }).toEqual({ stdout: '', status: 2 })
})
