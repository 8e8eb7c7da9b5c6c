import { formatTime } from '../../../src/content/manuscript/local-time.ts'
import type { StaffGift } from '../../../src/contracts/endpoints/staff-gift-endpoints.ts'
import { parseGiftCode } from '../../../src/domain/gift/gift-code.ts'
import type { KeySite } from '../../shared/fetch-signed.ts'
import { defineCommand, dryRunHelp, dryRunOption } from '../command-line/command.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { parseMessage } from '../command-line/message-option.ts'
import { printText } from '../command-line/terminal.ts'
import { parseFutureOption, timeHelp } from '../command-line/time-option.ts'
import { formatGiftLine, printGift } from '../gift/print-gift.ts'
import { requireAccessKey } from '../site/access-key.ts'
import { callSite } from '../site/call-site.ts'

const actions = ['find', 'show', 'resend', 'void', 'refund', 'extend'] as const
type GiftAction = (typeof actions)[number]

const isGiftAction = (name: string | undefined): name is GiftAction =>
  actions.includes(name as GiftAction)

export const command = defineCommand({
  usage: [
    'gift find CODE|ORDER|EMAIL|UID',
    'gift show GIFT',
    'gift resend GIFT [--message WORDS] [--dry-run]',
    'gift void GIFT [--message WORDS] [--dry-run]',
    'gift refund GIFT [--message WORDS] [--dry-run]',
    'gift extend GIFT --until TIME [--message WORDS] [--dry-run]',
  ],
  summary: 'shows and changes gift subscriptions',
  help: `GIFT is a gift’s code or its PayPal order ID.

  find      list gifts by code, order, or the email address or uid of the buyer, recipient or reader
  show      show a gift and its history
  resend    email the card to the recipient again
  void      stop the link and the code from working, without a refund
  refund    refund the payment in full: if the gift hasn’t been redeemed, its link stops working;
            if it has, the time that is left ends and the reader’s billing resumes
  extend    change the time until which the gift can be redeemed to a later one

  --until TIME      ${timeHelp}
  --message WORDS   the reason, for the history
${dryRunHelp}`,
  options: {
    ...dryRunOption,
    until: { type: 'string' },
    message: { type: 'string' },
  },
  async run(values, [action, query, ...others]) {
    if (!isGiftAction(action))
      throw new DeskError(`"gift" must be followed by one of ${actions.join(', ')}.`, 'usage')
    if (query === undefined || others.length > 0) {
      const wanted = action === 'find' ? 'code, order ID, email address or uid' : 'code or order ID'
      throw new DeskError(`Name exactly one ${wanted} after "${action}".`, 'usage')
    }
    const message = parseMessage(values.message)
    const dryRun = values['dry-run']
    const change = { dryRun, ...(message ? { message } : {}) }
    switch (action) {
      case 'find':
        await printFound(requireAccessKey(), query.trim())
        break
      case 'show':
        printGift(await requireGift(requireAccessKey(), query.trim()))
        break
      case 'extend': {
        const until = parseFutureOption('--until', values.until)
        const site = requireAccessKey()
        const { id } = await requireGift(site, query.trim())
        const input = { id, ...change, until: until.toISOString() }
        await callSite(site, 'PUT /api/desk/gifts/:id/deadline', input)
        printChange(id, `redeemable until ${formatTime(until)}`, dryRun)
        break
      }
      default: {
        const site = requireAccessKey()
        const { id } = await requireGift(site, query.trim())
        const states = await callSite(site, changeRoutes[action], { id, ...change })
        const text = action === 'resend' ? 'emails the card again' : describeStates(states)
        printChange(id, text, dryRun)
      }
    }
    return 'done'
  },
})

const changeRoutes = {
  resend: 'POST /api/desk/gifts/:id/card',
  void: 'POST /api/desk/gifts/:id/void',
  refund: 'POST /api/desk/gifts/:id/refund',
} as const

const findGifts = async (site: KeySite, query: string): Promise<readonly StaffGift[]> =>
  (await callSite(site, 'POST /api/desk/gifts/search', { query })).gifts

async function printFound(site: KeySite, query: string) {
  const gifts = await findGifts(site, query)
  for (const gift of gifts) printText(formatGiftLine(gift))
  if (gifts.length === 0)
    throw new DeskError(
      `No gifts found: ${query}. Try the code, PayPal’s order ID, or the buyer’s or recipient’s email address.`,
    )
}

/** A person can have several gifts, so only a code or an order names one. */
async function requireGift(site: KeySite, query: string): Promise<StaffGift> {
  const code = parseGiftCode(query)
  const gifts = await findGifts(site, query)
  const gift = gifts.find((one) => one.id === query || (code !== null && one.code === code))
  if (gift) return gift
  throw new DeskError(`Gift not found: ${query}. Use its code or PayPal’s order ID.`)
}

const describeStates = ({ before, after }: Readonly<Record<'before' | 'after', string>>) =>
  before === after ? `no change, ${after}` : `${before} → ${after}`

const printChange = (id: string, change: string, dryRun: boolean) =>
  console.log(`${id}: ${change}${dryRun ? '\nNothing was written.' : ''}`)
