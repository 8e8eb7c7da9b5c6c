import { yesOption } from '../command-line/ask-to-confirm.ts'
import { defineCommand, writeHelp, writeOptions } from '../command-line/command.ts'
import { openDesk } from '../command-line/desk-environment.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { parseFutureOption, timeHelp } from '../command-line/time-option.ts'
import { endSessions } from '../readers/end-sessions.ts'
import { checkReaderQuery, findReader } from '../readers/find-reader.ts'
import { applyOperatorChange } from '../readers/operator-change.ts'
import { printReader } from '../readers/print-reader.ts'
import { printSubscriptionHistory } from '../readers/print-subscription-history.ts'
import { printPayments } from '../readers/reader-payments.ts'
import { printProfile, setProfileHidden } from '../readers/reader-profile.ts'
import {
  changeCredit,
  describeCredit,
  parseCreditChange,
  printLedger,
} from '../readers/referral-credit.ts'
import { refundPayment } from '../readers/refund-payment.ts'
import { resendEmail } from '../readers/resend-email.ts'
import {
  findWaitingGrant,
  printWaitingGrant,
  removeWaitingGrant,
} from '../readers/waiting-grant.ts'

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
              with --now, access also ends at once, without a refund
  credit      list the reader’s referral credit
  grant-credit, remove-credit
              add to the referral credit or reduce it, but never below zero
  end-sessions
              log the reader out everywhere; disable the account in Firebase first to keep them out
  hide-profile
              hide the reader’s public page, /reader/HANDLE, within a minute; the reader can’t undo this
  show-profile
              show the page again, unless the reader has turned it off; both commands remove its reports

  --until TIME      ${timeHelp}
  --payment ID      the payment to refund: its PayPal ID, as “payments” lists it
  --amount AMOUNT   such as 20, in the publication’s currency
  --message WORDS   the reason, for the history
  --yes             refund without asking
${writeHelp}

Every change to a subscription is recorded in the reader’s history with your name. "payments" and
"refund" need PAYPAL_CLIENT_ID and PAYPAL_SECRET.`,
  options: {
    ...writeOptions,
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
    const hasOneReader = readerQuery !== undefined && others.length === 0
    if (!hasOneReader || (template !== undefined && action !== 'resend')) {
      throw new DeskError(
        `Name exactly one reader after "${action}": ${describeReaderQuery(action)}.`,
        'usage',
      )
    }
    checkReaderQuery(readerQuery)
    const until = action === 'grant' ? parseFutureOption('--until', values.until) : null
    const creditChange =
      action === 'grant-credit' || action === 'remove-credit'
        ? parseCreditChange(values.amount, values.message)
        : null
    const desk = await openDesk(values.by)
    const options = { message: values.message, dryRun: values['dry-run'] }
    if (action === 'hide-profile' || action === 'show-profile') {
      await setProfileHidden(desk, readerQuery, action === 'hide-profile', options)
      return 'done'
    }
    const reader = await findReader(desk, readerQuery)
    if (action === 'find' || action === 'end-grant') {
      const waiting = await findWaitingGrant(desk, reader?.profile?.email ?? readerQuery)
      if (waiting && action === 'find') printWaitingGrant(waiting)
      else if (waiting) await removeWaitingGrant(desk, waiting, options)
      if (waiting && !reader) return 'done'
    }
    if (!reader) throw new DeskError(`Reader not found: ${readerQuery.trim()}. Check the spelling.`)
    switch (action) {
      case 'find':
        printReader(reader, new Date(), await describeCredit(desk, reader.uid))
        await printProfile(desk, reader.uid)
        break
      case 'history':
        await printSubscriptionHistory(desk, reader.uid)
        break
      case 'payments':
        await printPayments(desk, reader)
        break
      case 'grant':
      case 'end-grant':
        await applyOperatorChange(desk, reader, { kind: 'grant', until }, options)
        if (!options.dryRun) printReader((await findReader(desk, reader.uid)) ?? reader, new Date())
        break
      case 'refund':
        await refundPayment(desk, reader, {
          ...options,
          payment: values.payment,
          isConfirmed: values.yes,
        })
        break
      case 'resend':
        await resendEmail(desk, reader, template, options)
        break
      case 'cancel':
        await applyOperatorChange(desk, reader, { kind: values.now ? 'endNow' : 'cancel' }, options)
        break
      case 'end-sessions':
        await endSessions(desk, reader, options)
        break
      case 'credit':
        await printLedger(desk, reader)
        break
      case 'grant-credit':
      case 'remove-credit':
        await changeCredit(desk, reader, action, creditChange!, options.dryRun)
        break
    }
    return 'done'
  },
})
