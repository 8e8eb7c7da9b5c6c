import { askToConfirm, yesOption } from '../command-line/ask-to-confirm.ts'
import { defineCommand, requireSlug } from '../command-line/command.ts'
import { openDesk } from '../command-line/desk-environment.ts'
import { callSite } from '../site/call-site.ts'
import { printStatus } from './print-sending-status.ts'

export const subcommand = defineCommand({
  usage: ['weekly cancel SLUG [--yes]'],
  summary: 'end the sending for good',
  help: '',
  options: yesOption,
  async run({ yes }, positionals) {
    const slug = requireSlug(positionals)
    const desk = await openDesk()
    printStatus(await callSite(desk, 'GET /api/issues/:slug/sending', { slug }))
    await askToConfirm('Nobody else will get this issue. Cancel it?', yes)
    printStatus(await callSite(desk, 'POST /api/issues/:slug/cancel', { slug }))
    return 'done'
  },
})
