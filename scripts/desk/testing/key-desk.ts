/** Test harness that runs the desk with nothing but an access key and the site's address. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { stack } from '../../../functions/testing/edge-client.ts'
import { commitWrites, createReader } from '../../../functions/testing/test-readers.ts'
import type { StaffRole } from '../../../src/domain/staff/staff.ts'

/** Removes the lines about progress, which are printed only when work takes more than ten seconds. */
const removeProgress = (printed: string) => printed.replace(/^[a-z ]+: \d+ of \d+\n?/gm, '')

/** Creates a member of staff with an access key. */
export async function openKeyDesk(role: StaffRole) {
  const folder = mkdtempSync(join(tmpdir(), 'key-desk-'))
  const person = await createReader()
  await commitWrites([{ set: `users/${person.uid}`, fields: { role }, merge: true }])
  const created = await person.client.fetchJson('POST /api/desk/keys', { name: 'A test' })
  const { key: accessKey } = created as { key: string }

  async function run(...args: readonly string[]) {
    const command = [join(process.cwd(), 'scripts/desk/desk.ts'), ...args]
    const { exitCode, stdout, stderr } = await execa(process.execPath, command, {
      extendEnv: false,
      env: {
        HOME: folder,
        INIT_CWD: folder,
        STACK: folder,
        SITE_URL: stack.siteUrl,
        DESK_ACCESS_KEY: accessKey,
      },
      stdin: 'ignore',
      reject: false,
    })
    return { code: exitCode, out: stdout, errors: removeProgress(stderr) }
  }

  return {
    folder,
    uid: person.uid,
    run,
    /** Opens the link that a refused command has printed, and confirms it. */
    async confirm(errors: string) {
      const [address = ''] = /https?:\/\/\S+\/desk\/keys\?confirm=\S+/.exec(errors) ?? []
      const token = new URL(address).searchParams.get('confirm')
      return person.client.send('POST /api/desk/confirmation', { token })
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
