import { defineCommand, writeHelp, writeOptions } from '../command-line/command.ts'
import { openDesk } from '../command-line/desk-environment.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { printText } from '../command-line/terminal.ts'
import { parseFutureOption, timeHelp } from '../command-line/time-option.ts'
import { applyGiftChange, refundGift } from '../gift/change-gift.ts'
import { findGifts, requireGift } from '../gift/find-gifts.ts'
import { formatGiftLine, printGift } from '../gift/print-gift.ts'

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
${writeHelp}

"refund" needs PAYPAL_CLIENT_ID and PAYPAL_SECRET.`,
  options: {
    ...writeOptions,
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
    const until = action === 'extend' ? parseFutureOption('--until', values.until) : null
    const desk = await openDesk(values.by)
    const options = { message: values.message, dryRun: values['dry-run'] }
    if (action === 'find') {
      const gifts = await findGifts(desk, query)
      if (gifts.length === 0)
        throw new DeskError(
          `No gifts found: ${query.trim()}. Try the buyer’s or recipient’s email address.`,
        )
      for (const gift of gifts) printText(formatGiftLine(gift, new Date()))
      return 'done'
    }
    const gift = await requireGift(desk, query)
    switch (action) {
      case 'show':
        printGift(gift, new Date())
        break
      case 'resend':
      case 'void':
        await applyGiftChange(desk, gift, { kind: action }, options)
        break
      case 'refund':
        await refundGift(desk, gift, options)
        break
      case 'extend':
        if (until) await applyGiftChange(desk, gift, { kind: 'extend', until }, options)
        break
    }
    return 'done'
  },
})
