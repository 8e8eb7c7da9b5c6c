import type { OutputOf } from '../../../src/contracts/endpoints/endpoint.ts'
import type { Api } from '../../../src/contracts/endpoints/endpoints.ts'
import { defineCommand, parseSlug } from '../command-line/command.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { printText } from '../command-line/terminal.ts'
import { openSite } from '../site/access-key.ts'
import { callSite } from '../site/call-site.ts'
import { exclusionText } from './sending-text.ts'

export const subcommand = defineCommand({
  usage: ['weekly who SLUG ADDRESS'],
  summary: 'show whether an address got an issue, and if not, why',
  help: '',
  options: {},
  async run(_values, [slug, email, ...others]) {
    if (slug === undefined || email === undefined || others.length > 0)
      throw new DeskError('Name an issue’s slug and an email address.', 'usage')
    parseSlug(slug)
    const found = await callSite(await openSite(), 'POST /api/issues/:slug/recipient', {
      slug,
      email,
    })
    printText(`${email}: ${describeRecipient(found)}`)
    return 'done'
  },
})

type Recipient = OutputOf<Api['POST /api/issues/:slug/recipient']>

const outcomeText = {
  notApproved: 'the issue isn’t approved',
  notFrozen: 'the issue hasn’t been sent yet',
  notInAudience: 'didn’t get it',
  waiting: 'will get it, but hasn’t yet',
  accepted: 'sent, but the provider hasn’t reported a delivery',
  delivered: 'delivered',
  softBounce: 'not delivered: the address temporarily refused it',
  hardBounce: 'not delivered: the address doesn’t exist',
  complaint: 'delivered, and reported as spam',
  dropped: 'didn’t get it, because the address’s status changed after the recipients were fixed',
  rejected: 'not sent: the provider rejected it',
  refused: 'not sent: the provider refused the call; "weekly resume" tries again',
  unknown: 'unknown: the provider’s response was lost, and the email won’t be sent again',
  cancelled: 'didn’t get it: the issue was cancelled',
} as const satisfies Record<Recipient['outcome'], string>

export function describeRecipient({ outcome, version, reason }: Recipient): string {
  const audience = version ? ` (as a ${version})` : ''
  return outcomeText[outcome] + (reason ? `: ${exclusionText[reason]}` : '') + audience
}
