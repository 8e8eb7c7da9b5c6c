import { updateReader } from '../../../functions/identity/reader-records.ts'
import { staffRoles } from '../../../src/domain/staff/staff.ts'
import { defineCommand, parseChoice } from '../command-line/command.ts'
import { openDesk } from '../command-line/desk-environment.ts'
import { DeskError, firestoreError } from '../command-line/exit-status.ts'
import { checkReaderQuery, findReader } from '../readers/find-reader.ts'

const choices = [...staffRoles, 'none'] as const

export const command = defineCommand({
  usage: ['role READER', 'role READER editor|none [--dry-run]'],
  summary: 'shows or changes who sees the desk’s pages in a browser',
  help: `READER is an email address or a uid. Without a role, the current one is printed.

  editor   sees /desk/statistics when logged in; everybody else gets “page not found” there
  none     takes the role away; it works from the next page on

The account’s email address must be confirmed, because anybody can create an account with any address.

  --dry-run   show what would be written, and write nothing`,
  options: { 'dry-run': { type: 'boolean', default: false } },
  async run(values, [readerQuery, roleName, ...others]) {
    if (readerQuery === undefined || others.length > 0)
      throw new DeskError(
        'Name one reader, by email address or uid, and one role at most.',
        'usage',
      )
    const choice = roleName === undefined ? null : parseChoice('The role', roleName, choices)
    checkReaderQuery(readerQuery)
    const desk = await openDesk()
    const reader = await findReader(desk, readerQuery)
    if (!reader?.profile) throw new DeskError(`Reader not found: ${readerQuery.trim()}`)
    const { uid, profile } = reader
    const format = (role: string | null) => role ?? 'none'
    if (choice === null) {
      console.log(`${uid}: ${format(profile.role)}`)
      return 'done'
    }
    const role = choice === 'none' ? null : choice
    if (profile.role === role) {
      console.log(`${uid}: no change`)
      return 'done'
    }
    if (role !== null && !profile.emailVerified)
      throw new DeskError(`${uid}: the email address isn’t confirmed. Nothing was changed.`)
    if (values['dry-run']) {
      console.log(
        `${uid}: would be ${format(profile.role)} → ${format(role)}. Nothing was written.`,
      )
      return 'done'
    }
    const changed = await updateReader(desk.firestore, uid, (current) =>
      // The address may have changed meanwhile.
      role !== null && !current.emailVerified ? null : { role },
    )
    if (!changed.ok) {
      if (changed.failure.kind === 'notFound') throw new DeskError(`Reader not found: ${uid}`)
      throw firestoreError(`${uid}: not changed`, changed.failure)
    }
    if (changed.value.role !== role) throw new DeskError(`${uid}: not changed. Try again.`)
    console.log(`${uid}: ${format(profile.role)} → ${format(role)}`)
    return 'done'
  },
})
