import { defineCommand, requireSlug } from '../command-line/command.ts'
import { openDesk } from '../command-line/desk-environment.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { callSite } from '../site/call-site.ts'
import { printStatus } from './print-sending-status.ts'
import { parseTime } from './weekly-approve.ts'

export const subcommand = defineCommand({
  usage: ['weekly schedule SLUG --at TIME'],
  summary: 'change when an approved issue is sent',
  help: '',
  options: { at: { type: 'string' } },
  async run({ at }, positionals) {
    const slug = requireSlug(positionals)
    if (at === undefined) throw new DeskError('Give the time with --at.', 'usage')
    const sendAt = parseTime(at).toISOString()
    printStatus(
      await callSite(await openDesk(), 'PUT /api/issues/:slug/schedule', { slug, sendAt }),
    )
    return 'done'
  },
})
