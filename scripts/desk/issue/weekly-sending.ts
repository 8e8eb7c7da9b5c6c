/** The subcommands for an issue that is being sent. */
import { askToConfirm, yesOption } from '../command-line/ask-to-confirm.ts'
import { defineCommand, requireSlug } from '../command-line/command.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { printText } from '../command-line/terminal.ts'
import { parseTimeOption } from '../command-line/time-option.ts'
import { requireAccessKey } from '../site/access-key.ts'
import { callSite } from '../site/call-site.ts'
import { formatStats, printStatus } from './print-sending-status.ts'

/** Calls one endpoint with the slug, and prints the status that it returns. */
const defineStatusCommand = (
  name: string,
  summary: string,
  route: 'GET /api/issues/:slug/sending' | `POST /api/issues/:slug/${'pause' | 'resume'}`,
) =>
  defineCommand({
    usage: [`weekly ${name} SLUG`],
    summary,
    help: '',
    options: {},
    async run(_values, positionals) {
      const slug = requireSlug(positionals)
      printStatus(await callSite(requireAccessKey(), route, { slug }))
      return 'done'
    },
  })

export const pause = defineStatusCommand(
  'pause',
  'stop sending an issue straight away',
  'POST /api/issues/:slug/pause',
)

export const resume = defineStatusCommand(
  'resume',
  'continue sending an issue',
  'POST /api/issues/:slug/resume',
)

export const status = defineStatusCommand(
  'status',
  'show an issue’s progress, sending rate and time left',
  'GET /api/issues/:slug/sending',
)

export const stats = defineCommand({
  usage: ['weekly stats SLUG'],
  summary: 'show how many emails were delivered, bounced or reported as spam',
  help: '',
  options: {},
  async run(_values, positionals) {
    const slug = requireSlug(positionals)
    const sending = await callSite(requireAccessKey(), 'GET /api/issues/:slug/sending', { slug })
    printText(formatStats(sending).join('\n'))
    return 'done'
  },
})

export const schedule = defineCommand({
  usage: ['weekly schedule SLUG --at TIME'],
  summary: 'change when an approved issue is sent',
  help: '',
  options: { at: { type: 'string' } },
  async run({ at }, positionals) {
    const slug = requireSlug(positionals)
    if (at === undefined) throw new DeskError('Add the time with --at TIME.', 'usage')
    const input = { slug, sendAt: parseTimeOption('--at', at).toISOString() }
    printStatus(await callSite(requireAccessKey(), 'PUT /api/issues/:slug/schedule', input))
    return 'done'
  },
})

export const cancel = defineCommand({
  usage: ['weekly cancel SLUG [--yes]'],
  summary: 'cancel an issue for good',
  help: '',
  options: yesOption,
  async run({ yes }, positionals) {
    const slug = requireSlug(positionals)
    const site = requireAccessKey()
    printStatus(await callSite(site, 'GET /api/issues/:slug/sending', { slug }))
    await askToConfirm('No more readers will get this issue. Cancel it?', yes)
    printStatus(await callSite(site, 'POST /api/issues/:slug/cancel', { slug }))
    return 'done'
  },
})
