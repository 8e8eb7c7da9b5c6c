import { findReader, findUidsByEmail, isUid } from '../../../functions/identity/reader-records.ts'
import { changeRole } from '../../../functions/staff/change-role.ts'
import { type StaffRole, staffRoles } from '../../../src/domain/staff/staff.ts'
import type { KeySite } from '../../shared/fetch-signed.ts'
import { defineCommand, parseChoice } from '../command-line/command.ts'
import { type Desk, openDesk } from '../command-line/desk-environment.ts'
import { DeskError, firestoreError, requireStored } from '../command-line/exit-status.ts'
import { findKeySite } from '../site/access-key.ts'
import { callSite } from '../site/call-site.ts'

const choices = [...staffRoles, 'none'] as const

type Role = StaffRole | null
type Account = { readonly uid: string; readonly role: Role }
type Roles = {
  /** Returns null for somebody without a role whom the caller may not see. */
  find(query: string): Promise<Account | null>
  change(query: string, role: Role): Promise<{ readonly uid: string; readonly before: Role }>
}

export const command = defineCommand({
  usage: ['role READER', `role READER ${choices.join('|')} [--dry-run]`],
  summary: 'shows or changes what somebody can do as a member of staff',
  help: `READER is an email address or a uid. Without a role, the current one is printed.

  writer     writes drafts
  editor     also publishes, and sees the statistics
  support    looks after readers
  operator   does everything, and grants roles
  none       removes the role and its access keys straight away

The account’s email address must be confirmed, because anybody can create an account with any address. An access
key must be an operator’s, and changes with it are confirmed in a browser.

  --dry-run   show what would be written, and write nothing; not with an access key`,
  options: { 'dry-run': { type: 'boolean', default: false } },
  async run(values, [query, roleName, ...others]) {
    if (query === undefined || others.length > 0)
      throw new DeskError(
        'Name one reader, by email address or uid, and one role at most.',
        'usage',
      )
    const choice = roleName === undefined ? null : parseChoice('The role', roleName, choices)
    if (!query.includes('@') && !isUid(query.trim()))
      throw new DeskError('Name the reader by email address or uid.', 'usage')
    const site = findKeySite()
    if (site && values['dry-run'])
      throw new DeskError('With an access key, only staff are found. Leave out --dry-run.')
    const roles = site ? getRolesBySite(site) : getRolesInDatabase(await openDesk())
    const role = choice === 'none' ? null : choice
    if (choice === null || values['dry-run']) {
      const found = await roles.find(query.trim())
      if (!found) {
        console.log(`${query.trim()}: not a member of staff`)
        return 'done'
      }
      const { uid, role: before } = found
      if (choice === null) console.log(`${uid}: ${before ?? 'none'}`)
      else console.log(`${formatChange(uid, before, role, ': would be ')}. Nothing was written.`)
      return 'done'
    }
    const { uid, before } = await roles.change(query.trim(), role)
    console.log(formatChange(uid, before, role))
    return 'done'
  },
})

const formatChange = (uid: string, before: Role, after: Role, link = ': ') =>
  before === after ? `${uid}: no change` : `${uid}${link}${before ?? 'none'} → ${after ?? 'none'}`

const getRolesBySite = (site: KeySite): Roles => ({
  async find(query) {
    const { staff } = await callSite(site, 'GET /api/desk/staff', {})
    const found = staff.find(
      ({ uid, email }) => uid === query || email.toLowerCase() === query.toLowerCase(),
    )
    return found ?? null
  },
  change: (account, role) => callSite(site, 'PUT /api/desk/staff', { account, role }),
})

function getRolesInDatabase(desk: Desk): Roles {
  async function find(query: string) {
    const activity = 'Looking up the reader'
    const isAddress = query.includes('@')
    const [uid, ...others] = isAddress
      ? requireStored(activity, await findUidsByEmail(desk.firestore, query))
      : [query]
    if (others.length > 0)
      throw new DeskError(
        `Several readers have this address. Use one of these uids: ${[uid, ...others].join(', ')}`,
      )
    const found = uid && requireStored(activity, await findReader(desk.firestore, uid))
    if (!uid || !found) throw new DeskError(`Reader not found: ${query}. Check the spelling.`)
    return { uid, role: found.reader.role }
  }
  return {
    find,
    async change(query, role) {
      const { uid } = await find(query)
      const changed = await changeRole(desk.firestore, { uid, role }, null, new Date(), null)
      if (changed.ok) return changed.value
      switch (changed.failure.kind) {
        case 'notFound':
        case 'notOperator':
        case 'otherAccount':
          throw new DeskError(`Reader not found: ${uid}. Check the spelling.`)
        case 'unconfirmed':
          throw new DeskError(
            `${uid}: the email address isn’t confirmed. Nothing was changed. Ask the reader to confirm it first.`,
          )
        case 'lastOperator':
          throw new DeskError(`${uid} is the only operator. Make somebody else an operator first.`)
        default:
          throw firestoreError(`${uid}: not changed`, changed.failure)
      }
    },
  }
}
