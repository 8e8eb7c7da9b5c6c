/** The command line against the Worker, with nothing but an access key. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, expect, it } from 'vitest'
import { stack } from '../../../functions/testing/edge-client.ts'
import { commitWrites, createReader } from '../../../functions/testing/test-readers.ts'

const folder = mkdtempSync(join(tmpdir(), 'desk-login-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the desk without the stack's variables. */
async function runDesk(args: readonly string[], input = '') {
  const { exitCode, stdout, stderr } = await execa(
    process.execPath,
    ['scripts/desk/desk.ts', ...args],
    { extendEnv: false, env: { HOME: folder, STACK: folder }, input, reject: false },
  )
  return { code: exitCode, out: stdout, errors: stderr }
}

it('the desk logs in, says whose key it is, and logs out', async () => {
  const operator = await createReader()
  await commitWrites([{ set: `users/${operator.uid}`, fields: { role: 'operator' }, merge: true }])
  const created = await operator.client.fetchJson('POST /api/desk/keys', { name: 'A test' })
  const { key: accessKey } = created as { key: string }
  const login = await runDesk(['login', stack.siteUrl], `${accessKey}\n`)
  expect(login).toMatchObject({ code: 0, errors: '' })
  expect(login.out).not.toContain(accessKey)
  expect((await runDesk(['whoami'])).out).toContain(`<${operator.email}>, operator`)
  expect((await runDesk(['stats'])).code).toBe(0)
  expect((await runDesk(['logout'])).code).toBe(0)
  expect((await runDesk(['whoami'])).code).toBe(1)
})
