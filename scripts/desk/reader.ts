import { defineCommand, writingHelp, writingOptions } from './command.ts'
import { Stop } from './ending.ts'
import { openDesk } from './environment.ts'
import { instantExample, parseInstant, printInstant } from './instant.ts'
import { changeReader } from './readers/change-reader.ts'
import { findReader } from './readers/find-reader.ts'
import { sayHistory } from './readers/history.ts'
import { refund } from './readers/refund.ts'
import { resend } from './readers/resend.ts'
import { sayReader } from './readers/say-reader.ts'

const steps = ['find', 'history', 'grant', 'end-grant', 'refund', 'resend', 'cancel'] as const
type Step = (typeof steps)[number]

const isStep = (name: string | undefined): name is Step => steps.includes(name as Step)

function parseUntil(text: string | undefined): Date {
  const until = parseInstant(text ?? '')
  if (!until) throw new Stop(`--until takes a time with its zone: ${instantExample}`, 'usage')
  if (until.getTime() <= Date.now()) throw new Stop(`${printInstant(until)} is over.`)
  return until
}

export const command = defineCommand({
  usage: [
    'reader find READER',
    'reader history READER',
    'reader grant READER --until TIME [--message WORDS] [--dry-run]',
    'reader end-grant READER [--message WORDS] [--dry-run]',
    'reader refund READER [--payment ID] [--message WORDS] [--dry-run]',
    'reader resend READER LETTER [--message WORDS] [--dry-run]',
    'reader cancel READER [--now] [--message WORDS] [--dry-run]',
  ],
  summary: 'a reader’s subscription: how it stands, what happened, and what you do about it',
  help: `A READER is an e-mail address, a uid, or PayPal’s number of the subscription (I-…).

  find        who it is, where they stand, and what they have paid for
  history     everything that has happened to their subscription, newest first, and who did it
  grant       opens everything until a time, with or without a subscription; end-grant ends that
  refund      gives the latest payment back, whole, or the one that --payment names; with the payment
              that the subscription runs on it ends
  resend      a letter once more, with what is so now; without its name, says which would be true
  cancel      as the reader would: no more billing, access to the end of what is paid; with --now
              access ends at once as well, and nothing is given back

  --until TIME      with its zone: ${instantExample}
  --message WORDS   why, for the history
${writingHelp}

What you do stands in the reader's history with your name. refund needs PAYPAL_CLIENT_ID and
PAYPAL_SECRET.`,
  options: {
    ...writingOptions,
    until: { type: 'string' },
    payment: { type: 'string' },
    now: { type: 'boolean', default: false },
    message: { type: 'string' },
  },
  async run(values, [step, words, letter, ...others]) {
    if (!isStep(step)) throw new Stop(`"reader" takes one of ${steps.join(', ')}.`, 'usage')
    const isWhole = words !== undefined && others.length === 0
    if (!isWhole || (letter !== undefined && step !== 'resend')) {
      throw new Stop('Name one reader.', 'usage')
    }
    const until = step === 'grant' ? parseUntil(values.until) : null
    const desk = await openDesk(values.by)
    const reader = await findReader(desk, words)
    const options = { message: values.message, dryRun: values['dry-run'] }
    switch (step) {
      case 'find':
        sayReader(reader, new Date())
        break
      case 'history':
        await sayHistory(desk, reader.uid)
        break
      case 'grant':
      case 'end-grant':
        await changeReader(desk, reader, { kind: 'grant', until }, options)
        if (!options.dryRun) sayReader(await findReader(desk, reader.uid), new Date())
        break
      case 'refund':
        await refund(desk, reader, values.payment, options)
        break
      case 'resend':
        await resend(desk, reader, letter, options)
        break
      case 'cancel':
        await changeReader(desk, reader, { kind: values.now ? 'endNow' : 'cancel' }, options)
        break
    }
    return 'done'
  },
})
