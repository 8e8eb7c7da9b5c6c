import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { createTestFolder } from '../../shared/testing/test-folder.ts'
import { lockStack } from './stack-lock.ts'

it('the stack refuses a second start, and doesn’t report that the first one has stopped', () => {
  const folder = createTestFolder()
  const lock = lockStack(join(folder, '.local', 'default'))
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [resolve('scripts/dev/stack/start.ts')],
    { cwd: folder, encoding: 'utf8' },
  )
  lock.release()
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr.trim()).toBe(
    `This stack is already running (process ${process.pid}). Stop it with Ctrl-C in its terminal first.`,
  )
})
