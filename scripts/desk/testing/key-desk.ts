/** Test harness that runs the desk with nothing but an access key and the site's address. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { stack } from '../../../functions/testing/edge-client.ts'
import { commitWrites, createReader } from '../../../functions/testing/test-readers.ts'
import type { StaffRole } from '../../../src/domain/staff/staff.ts'
import { runDeskInProcess } from './run-in-process.ts'

/** Creates a member of staff with an access key. */
export async function openKeyDesk(role: StaffRole) {
  const folder = mkdtempSync(join(tmpdir(), 'key-desk-'))
  const person = await createReader()
  await commitWrites([{ set: `users/${person.uid}`, fields: { role }, merge: true }])
  const created = await person.client.fetchJson('POST /api/desk/keys', { name: 'A test' })
  const { key: accessKey } = created as { key: string }

  const environment = {
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    INIT_CWD: folder,
    STACK: folder,
    SITE_URL: stack.siteUrl,
    DESK_ACCESS_KEY: accessKey,
  }

  /** Runs the command as a separate process, without any other variable. */
  async function run(...args: readonly string[]) {
    const command = [join(process.cwd(), 'scripts/desk/desk.ts'), ...args]
    const { exitCode, stdout, stderr } = await execa(process.execPath, command, {
      extendEnv: false,
      env: environment,
      stdin: 'ignore',
      reject: false,
    })
    return { code: exitCode, out: stdout, errors: stderr }
  }

  /** Runs the command in the test's own process, which takes a fraction of the time. */
  async function runHere(...args: readonly string[]) {
    const { code, out, errors } = await runDeskInProcess(environment, args)
    return { code, out: out.trimEnd(), errors: errors.trimEnd() }
  }

  return {
    folder,
    uid: person.uid,
    run,
    runHere,
    /** Opens the link that a refused command has printed, and confirms it. */
    async confirm(errors: string) {
      const [address = ''] = /https?:\/\/\S+\/desk\/keys\?confirm=\S+/.exec(errors) ?? []
      const token = new URL(address).searchParams.get('confirm')
      return person.client.send('POST /api/desk/confirmation', { token })
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
