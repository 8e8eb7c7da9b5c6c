import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'look-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('refuses a name that no view begins with, and deletes nothing', () => {
  const sheets = join(folder, '.local', 'contact-sheets')
  mkdirSync(sheets, { recursive: true })
  writeFileSync(join(sheets, 'phone-light.png'), '')
  const { stderr, status } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'take-screenshots.ts'), 'menu', 'nosuch'],
    { encoding: 'utf8', cwd: folder },
  )
  expect(stderr).toMatch(
    /^No view begins with "nosuch"\. Views are listed in src\/journeys\/testing\/;/,
  )
  expect(status).toBe(2)
  expect(existsSync(join(sheets, 'phone-light.png'))).toBe(true)
})
