import { maxReasonLength } from '../../../src/contracts/endpoints/books-endpoints.ts'
import { parseMonth } from '../../../src/domain/books/accounts.ts'
import { formatAccounts, formatAccountsCsv, formatOpenPoints } from '../accounts/format-accounts.ts'
import { defineCommand } from '../command-line/command.ts'
import { findEditorName, requireEditorName } from '../command-line/editor-name.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { printText } from '../command-line/terminal.ts'
import { openSite } from '../site/access-key.ts'
import { callSite } from '../site/call-site.ts'

export const command = defineCommand({
  usage: [
    'accounts',
    'accounts --month MONTH [--csv]',
    'accounts explain ID --reason TEXT [--by NAME]',
  ],
  summary: 'shows a month’s accounts, and anything that doesn’t balance',
  help: `  (nothing)       unexplained money movements, records and access, each with the next step
  --month MONTH   a month’s accounts by country and plan, in the publication’s time zone, such as 2026-11
  --csv           as CSV: one line for each country, plan, currency and kind
  explain         record why a movement appears at PayPal, or why PayPal doesn’t list a record

  --reason TEXT   up to ${maxReasonLength} characters, without a reader’s name or address
  --by NAME       your name, without an access key (default: DESK_EDITOR, then git’s user.name)

The books are compared with PayPal every night. “accounts” alone exits with 1 if they don’t balance.`,
  options: {
    month: { type: 'string' },
    csv: { type: 'boolean', default: false },
    reason: { type: 'string' },
    by: { type: 'string' },
  },
  async run({ month, csv, reason, by }, [action, id, ...others]) {
    if (action !== undefined) {
      if (action !== 'explain' || id === undefined || others.length > 0)
        throw new DeskError('"accounts" can only be followed by "explain" and one ID.', 'usage')
      if (!reason?.trim()) throw new DeskError('Add the reason with --reason TEXT.', 'usage')
      const site = await openSite()
      const signer = 'keys' in site ? { by: requireEditorName(findEditorName(by)) } : {}
      const input = { id, reason: reason.trim(), ...signer }
      await callSite(site, 'PUT /api/accounts/movements/:id', input)
      console.log(`${id}: explained. The next nightly comparison takes this into account.`)
      return 'done'
    }
    if (month === undefined) {
      if (csv)
        throw new DeskError('--csv needs a month. Add one, such as --month 2026-11.', 'usage')
      const open = await callSite(await openSite(), 'GET /api/accounts', {})
      printText(formatOpenPoints(open).join('\n'))
      return open.nextStep === null ? 'done' : 'refused'
    }
    const parsed = parseMonth(month)
    if (!parsed)
      throw new DeskError(`"${month}" isn’t a valid month. Name a month such as 2026-11.`, 'usage')
    const accounts = await callSite(await openSite(), 'GET /api/accounts/:month', { month: parsed })
    if (csv) process.stdout.write(formatAccountsCsv(accounts))
    else printText(formatAccounts(accounts).join('\n'))
    return 'done'
  },
})
