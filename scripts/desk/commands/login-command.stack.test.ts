/** The command line against the Worker, with nothing but an access key. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectError, stack } from '../../../functions/testing/edge-client.ts'
import {
  commitWrites,
  createReader,
  type TestReader,
} from '../../../functions/testing/test-readers.ts'

const folder = mkdtempSync(join(tmpdir(), 'desk-login-'))
const reader = await createReader()
let operator: TestReader
let accessKey: string

beforeAll(async () => {
  operator = await createReader()
  await commitWrites([{ set: `users/${operator.uid}`, fields: { role: 'operator' }, merge: true }])
  const created = await operator.client.fetchJson('POST /api/desk/keys', { name: 'A test' })
  accessKey = (created as { key: string }).key
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the desk without the stack's variables or a key stored on this computer. */
async function runDesk(
  args: readonly string[],
  { env = {}, input = '' }: { readonly env?: Record<string, string>; readonly input?: string } = {},
) {
  const command = ['scripts/desk/desk.ts', ...args]
  const { exitCode, stdout, stderr } = await execa(process.execPath, command, {
    extendEnv: false,
    env: { HOME: folder, STACK: folder, ...env },
    input,
    reject: false,
  })
  return { code: exitCode, out: stdout, errors: stderr }
}
const runWithKey = (...args: readonly string[]) =>
  runDesk(args, { env: { SITE_URL: stack.siteUrl, DESK_ACCESS_KEY: accessKey } })

it('the desk shows the statistics with an access key', async () => {
  const shown = await runWithKey('stats', 'plans')
  expect(shown).toMatchObject({ code: 0, errors: '' })
  expect(shown.out).toContain('What the numbers mean')
  const missing = await runWithKey('stats', 'story', 'no-such-story')
  expect(missing.errors).toContain('articles/no-such-story: not found')
})

it('the desk changes a role once the change is confirmed in a browser', async () => {
  const refused = await runWithKey('role', reader.email, 'writer')
  expect(refused).toMatchObject({ code: 1, out: '' })
  const [address] = /https?:\/\/\S+\/desk\/keys\?confirm=\S+/.exec(refused.errors)!
  const token = new URL(address).searchParams.get('confirm')
  await expectError(reader.client.send('POST /api/desk/confirmation', { token }), 404, 'not_found')
  const confirmed = await operator.client.send('POST /api/desk/confirmation', { token })
  expect(confirmed.status).toBe(204)
  const changed = await runWithKey('role', reader.email, 'writer')
  expect(changed).toMatchObject({ code: 0, out: `${reader.uid}: none → writer` })
  expect((await runWithKey('role', reader.email)).out).toBe(`${reader.uid}: writer`)
  expect((await runWithKey('log', '--staff')).out).toContain(`role of ${reader.uid}: none → writer`)
})

it('the desk logs in, says whose key it is, and logs out', async () => {
  const login = await runDesk(['login', stack.siteUrl], { input: `${accessKey}\n` })
  expect(login).toMatchObject({ code: 0, errors: '' })
  expect(login.out).not.toContain(accessKey)
  expect((await runDesk(['whoami'])).out).toContain(`<${operator.email}>, operator`)
  expect((await runDesk(['stats'])).code).toBe(0)
  expect((await runDesk(['logout'])).code).toBe(0)
  expect((await runDesk(['whoami'])).code).toBe(1)
})

it('the desk has no access with an unknown key', async () => {
  const login = await runDesk(['login', stack.siteUrl], {
    input: `${accessKey.slice(0, -1)}${accessKey.endsWith('z') ? 'x' : 'z'}`,
  })
  expect(login.code).toBe(1)
  expect(login.errors).toContain('doesn’t accept this access key')
})
