import type { InputOf } from '../../../src/contracts/endpoints/endpoint.ts'
import type { Api } from '../../../src/contracts/endpoints/endpoints.ts'
import { formatValue, getDecimals, toMinorUnits } from '../../../src/domain/currency.ts'
import { formatMoney } from '../../../src/domain/money.ts'
import { maxCreditChange } from '../../../src/domain/referral/limits.ts'
import { subscriptionEmails } from '../../../src/domain/subscription/effect-kinds.ts'
import { currency, currencyName } from '../../../src/publication/offer.ts'
import { yesOption } from '../command-line/ask-to-confirm.ts'
import { defineCommand, dryRunHelp, dryRunOption, parseChoice } from '../command-line/command.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { parseMessage } from '../command-line/message-option.ts'
import { printText } from '../command-line/terminal.ts'
import { parseFutureOption, timeHelp } from '../command-line/time-option.ts'
import { refundPayment } from '../readers/refund-payment.ts'
import { requireAccessKey } from '../site/access-key.ts'
import { callSite } from '../site/call-site.ts'

const actions = [
  'find',
  'history',
  'grant',
  'end-grant',
  'payments',
  'refund',
  'resend',
  'cancel',
  'credit',
  'grant-credit',
  'remove-credit',
  'end-sessions',
  'hide-profile',
  'show-profile',
] as const
type ReaderAction = (typeof actions)[number]

const isReaderAction = (name: string | undefined): name is ReaderAction =>
  actions.includes(name as ReaderAction)

const describeReaderQuery = (action: string) =>
  action.endsWith('-profile')
    ? 'an email address, a uid, a PayPal subscription ID or a handle'
    : 'an email address, a uid or a PayPal subscription ID'

export const command = defineCommand({
  usage: [
    'reader find READER',
    'reader history READER',
    'reader grant READER --until TIME [--message WORDS] [--dry-run]',
    'reader end-grant READER [--message WORDS] [--dry-run]',
    'reader payments READER',
    'reader refund READER [--payment ID] [--message WORDS] [--yes] [--dry-run]',
    'reader resend READER [TEMPLATE] [--message WORDS] [--dry-run]',
    'reader cancel READER [--now] [--message WORDS] [--dry-run]',
    'reader credit READER',
    'reader grant-credit READER --amount AMOUNT --message WORDS [--dry-run]',
    'reader remove-credit READER --amount AMOUNT --message WORDS [--dry-run]',
    'reader end-sessions READER [--dry-run]',
    'reader hide-profile READER|HANDLE [--message WORDS] [--dry-run]',
    'reader show-profile READER|HANDLE [--dry-run]',
  ],
  summary: 'shows and changes a reader’s subscription, sessions and public page',
  help: `READER is an email address, a uid or a PayPal subscription ID (I-…).

  find        show the reader’s account and subscription, and any imported access not yet claimed
  history     list the changes to the subscription, newest first, with who made them
  grant       give complimentary access until a time, with or without a subscription
  end-grant   end complimentary access, and remove imported access not yet claimed
  payments    list the payments, oldest first: amount, date, state, the period that each pays for, and
              any refund with its reason
  refund      refund a payment in full, or the rest of one that was returned in part. Shows the period that
              it pays for and the effect on the reader’s access, then asks for confirmation.
              Refunding the only payment for the current period ends the subscription. If several payments
              can be refunded, or one already has been, name one with --payment. If the command is
              interrupted, run it again: nothing is refunded twice
  resend      send an email again, with current details; without TEMPLATE, list the templates that apply
  cancel      cancel as the reader would: no more billing, access until the end of the paid period;
              with --now, access also ends straight away, without a refund
  credit      list the reader’s referral credit
  grant-credit, remove-credit
              add to the referral credit or reduce it, but never below zero
  end-sessions
              log the reader out everywhere; to keep the reader out, disable the account in Firebase first
  hide-profile
              hide the reader’s public page, /reader/HANDLE, within a minute; the reader can’t undo this
  show-profile
              show the page again, unless the reader has turned it off; both commands remove its reports

  --until TIME      ${timeHelp}
  --payment ID      the payment to refund: its PayPal ID, as “payments” lists it
  --amount AMOUNT   such as 20, in the publication’s currency
  --message WORDS   the reason, for the history
  --yes             refund without asking
${dryRunHelp}

Every change to a subscription is recorded in the reader’s history with your name. You need the role
support or operator; “grant”, “end-grant”, “cancel --now” and credit need an operator’s.`,
  options: {
    ...dryRunOption,
    ...yesOption,
    until: { type: 'string' },
    payment: { type: 'string' },
    amount: { type: 'string' },
    now: { type: 'boolean', default: false },
    message: { type: 'string' },
  },
  async run(values, [action, readerQuery, template, ...others]) {
    if (!isReaderAction(action))
      throw new DeskError(`"reader" must be followed by one of ${actions.join(', ')}.`, 'usage')
    const reader = others.length === 0 ? readerQuery?.trim() : undefined
    if (!reader || (template !== undefined && action !== 'resend')) {
      throw new DeskError(
        `Name exactly one reader after "${action}": ${describeReaderQuery(action)}.`,
        'usage',
      )
    }
    await runAction(action, values, reader, template)
    return 'done'
  },
})

type Values = {
  readonly 'dry-run': boolean
  readonly yes: boolean
  readonly now: boolean
  readonly until?: string | undefined
  readonly payment?: string | undefined
  readonly amount?: string | undefined
  readonly message?: string | undefined
}

async function runAction(action: ReaderAction, values: Values, reader: string, template?: string) {
  const message = parseMessage(values.message)
  const common = { reader, dryRun: values['dry-run'], ...(message ? { message } : {}) }
  switch (action) {
    case 'find':
      return find({ reader, show: 'account' })
    case 'history':
    case 'payments':
    case 'credit':
      return find({ reader, show: action })
    case 'resend':
      if (template === undefined) return find({ reader, show: 'emails' })
      return support({
        ...common,
        act: 'resend',
        template: parseChoice('TEMPLATE', template, subscriptionEmails),
      })
    case 'cancel':
      return values.now
        ? money({ ...common, act: 'endNow' })
        : support({ ...common, act: 'cancel' })
    case 'end-sessions':
      return support({ ...common, act: 'endSessions' })
    case 'hide-profile':
      return support({ ...common, act: 'hideProfile' })
    case 'show-profile':
      return support({ ...common, act: 'showProfile' })
    case 'refund': {
      const { payment } = values
      const refund = { reader, ...(message ? { message } : {}), ...(payment ? { payment } : {}) }
      const options = { dryRun: values['dry-run'], isConfirmed: values.yes }
      return refundPayment(requireAccessKey(), refund, options)
    }
    case 'grant': {
      const until = parseFutureOption('--until', values.until).toISOString()
      return money({ ...common, act: 'grant', until })
    }
    case 'end-grant':
      return money({ ...common, act: 'grant', until: null })
    case 'grant-credit':
    case 'remove-credit': {
      if (!message) throw new DeskError('Add the reason with --message WORDS.', 'usage')
      const act = action === 'grant-credit' ? 'grantCredit' : 'removeCredit'
      return money({ ...common, act, amount: parseAmount(values.amount), message })
    }
  }
}

/** Accepts “20” and “13.99”, and refuses “13.9” and, in a currency without decimals, “13.99”. */
const amountPattern = getDecimals(currency) === 0 ? /^\d{1,9}$/ : /^\d{1,7}(?:\.\d\d)?$/

/** Returns minor units. */
function parseAmount(text: string | undefined): number {
  const amount = text && amountPattern.test(text) ? toMinorUnits(text, currency) : 0
  if (amount >= 1 && amount <= maxCreditChange) return amount
  const most = formatMoney({ minorUnits: maxCreditChange, currency })
  throw new DeskError(
    `--amount must be in ${currencyName}, such as ${formatValue(1399, currency)}, at most ${most}.`,
    'usage',
  )
}

type Route = `POST /api/desk/readers/${'find' | 'support' | 'money'}`

const call =
  <R extends Route>(route: R) =>
  async (input: InputOf<Api[R]>): Promise<void> => {
    const { lines } = await callSite<R>(requireAccessKey(), route, input)
    printText(lines.join('\n'))
  }
const find = call('POST /api/desk/readers/find')
const support = call('POST /api/desk/readers/support')
const money = call('POST /api/desk/readers/money')
