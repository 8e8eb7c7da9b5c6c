/** Sets up the chosen email service: Resend and Postmark by their APIs, Amazon with values that a person enters. */
import { type Finding, forCheck, type Question } from '../run/finding.ts'
import type { SetupContext, Step } from '../run/step.ts'
import { inspectPostmark, inspectPostmarkAccount } from './postmark-step.ts'
import { inspectResend, inspectResendAccount } from './resend-step.ts'
import { checkSenders, inspectVariables, listSenders } from './senders.ts'

type Provider = {
  /** Finds missing resources before any is created. */
  readonly inspectAccount: (context: SetupContext) => Promise<readonly Finding[]>
  readonly inspect: (context: SetupContext) => Promise<readonly Finding[]>
}

type Manual = {
  readonly provider: string
  readonly link: string
  /** Instructions for a person at the service, followed by the webhook's address. */
  readonly todo: string
  readonly webhook: string
  readonly questions: readonly Question[]
}

const ask = (name: string, text: string): Question => ({ name, text, isSecret: true })

/** Asks for the values of a service that isn't set up here. */
const createManualProvider = ({ provider, link, todo, webhook, questions }: Manual): Provider => {
  const check = forCheck(provider)
  return {
    async inspectAccount({ secrets, settings }) {
      if (questions.every(({ name }) => secrets.get(name)))
        return [check.ok('its values are known')]
      const address = `${settings.require('SITE_URL')}/api/webhooks/mail/${webhook}`
      return [check.person(`${todo} ${address}`, link, questions)]
    },
    async inspect(context) {
      const senders = listSenders(context)
      const keys = questions.map(
        ({ name }) => [getWorkerName(name), context.secrets.require(name)] as const,
      )
      const variables = inspectVariables(context, provider, senders, Object.fromEntries(keys))
      return [...checkSenders(senders), variables]
    },
  }
}

/** Answers are stored under other names until all are known: with only some of them, the Worker refuses to start. */
const getWorkerName = (question: string) => question.replace(/^ASKED_/, '')

const providers: Readonly<Record<string, Provider>> = {
  resend: { inspectAccount: inspectResendAccount, inspect: inspectResend },
  postmark: { inspectAccount: inspectPostmarkAccount, inspect: inspectPostmark },
  ses: createManualProvider({
    provider: 'ses',
    link: 'https://console.aws.amazon.com/ses/home',
    todo: 'leave the sandbox, verify both senders’ domains with a MAIL FROM, and create configuration sets “account” and “weekly” that publish to an SNS topic with SignatureVersion 2, whose subscription is:',
    webhook: 'ses',
    questions: [
      ask('ASKED_MAIL_KEY', 'The key for account emails, as “key id:secret:region”'),
      ask('ASKED_WEEKLY_MAIL_KEY', 'The key for the newsletter, as “key id:secret:region”'),
      ask('ASKED_WEEKLY_MAIL_EVENTS', 'The ARN of the topic'),
    ],
  }),
}

const findProvider = ({ settings }: SetupContext) =>
  providers[settings.require('EMAIL_SERVICE')] ?? null

const reportUnused = ({ settings }: SetupContext): Finding => {
  const service = settings.require('EMAIL_SERVICE')
  const check = forCheck('emails')
  return service === 'none'
    ? check.warning('none are sent', 'Choose a service: remove EMAIL_SERVICE from the settings.')
    : check.warning(
        `setup can’t configure ${service}`,
        'See MAIL_PROVIDER in scripts/operate/environment.md.',
      )
}

export const emailAccountStep: Step = {
  name: 'email-account',
  title: 'the email service’s account',
  isPreflight: true,
  needs: ['answers'],
  inspect: async (context) =>
    findProvider(context)?.inspectAccount(context) ?? [reportUnused(context)],
}

export const emailStep: Step = {
  name: 'email',
  title: 'the senders’ domains, their DNS records, keys and the webhook',
  needs: ['email-account', 'cloudflare-account'],
  inspect: async (context) => findProvider(context)?.inspect(context) ?? [reportUnused(context)],
}
