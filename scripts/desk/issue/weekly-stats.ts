import { defineCommand, requireSlug } from '../command-line/command.ts'
import { openDesk } from '../command-line/desk-environment.ts'
import { printText } from '../command-line/terminal.ts'
import { callSite } from '../site/call-site.ts'
import { formatStats } from './print-sending-status.ts'

export const subcommand = defineCommand({
  usage: ['weekly stats SLUG'],
  summary: 'show how many were delivered, bounced and reported as spam',
  help: '',
  options: {},
  async run(_values, positionals) {
    const slug = requireSlug(positionals)
    const status = await callSite(await openDesk(), 'GET /api/issues/:slug/sending', { slug })
    printText(formatStats(status).join('\n'))
    return 'done'
  },
})
