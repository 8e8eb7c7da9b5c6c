import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestFolder } from '../../shared/testing/test-folder.ts'

it('the screenshot command refuses a name that no view starts with, and deletes nothing', () => {
  const sheet = '.local/contact-sheets/phone-light.png'
  const folder = createTestFolder({ [sheet]: '' })
  const { stderr, status } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'take-screenshots.ts'), 'menu', 'nosuch'],
    { encoding: 'utf8', cwd: folder },
  )
  expect(stderr).toMatch(
    /^No view begins with "nosuch"\. Views are listed in src\/journeys\/testing\/;/,
  )
  expect(status).toBe(2)
  expect(existsSync(join(folder, sheet))).toBe(true)
})
