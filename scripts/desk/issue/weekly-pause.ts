import { defineCommand, requireSlug } from '../command-line/command.ts'
import { openDesk } from '../command-line/desk-environment.ts'
import { callSite } from '../site/call-site.ts'
import { printStatus } from './print-sending-status.ts'

export const subcommand = defineCommand({
  usage: ['weekly pause SLUG'],
  summary: 'stop sending an issue, at once',
  help: '',
  options: {},
  async run(_values, positionals) {
    const slug = requireSlug(positionals)
    printStatus(await callSite(await openDesk(), 'POST /api/issues/:slug/pause', { slug }))
    return 'done'
  },
})
