import { defineCommand, requireSlug } from '../command-line/command.ts'
import { openDesk } from '../command-line/desk-environment.ts'
import { callSite } from '../site/call-site.ts'
import { printStatus } from './print-sending-status.ts'

export const subcommand = defineCommand({
  usage: ['weekly resume SLUG'],
  summary: 'continue sending it',
  help: '',
  options: {},
  async run(_values, positionals) {
    const slug = requireSlug(positionals)
    printStatus(await callSite(await openDesk(), 'POST /api/issues/:slug/resume', { slug }))
    return 'done'
  },
})
