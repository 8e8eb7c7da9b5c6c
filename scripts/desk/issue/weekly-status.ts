import { defineCommand, requireSlug } from '../command-line/command.ts'
import { openDesk } from '../command-line/desk-environment.ts'
import { callSite } from '../site/call-site.ts'
import { printStatus } from './print-sending-status.ts'

export const subcommand = defineCommand({
  usage: ['weekly status SLUG'],
  summary: 'show its progress, the rate and the time left',
  help: '',
  options: {},
  async run(_values, positionals) {
    const slug = requireSlug(positionals)
    printStatus(await callSite(await openDesk(), 'GET /api/issues/:slug/sending', { slug }))
    return 'done'
  },
})
