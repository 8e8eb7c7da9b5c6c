import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { lockStack } from './stack-lock.ts'

it('refuses a second start, and doesn’t seem to stop the first', () => {
  const folder = mkdtempSync(join(tmpdir(), 'start-'))
  const lock = lockStack(join(folder, '.local', 'default'))
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [resolve('scripts/dev/stack/start.ts')],
    { cwd: folder, encoding: 'utf8' },
  )
  lock.release()
  rmSync(folder, { recursive: true })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr.trim()).toBe(
    `This stack is already running (process ${process.pid}). Stop it with Ctrl-C in its terminal first.`,
  )
})
