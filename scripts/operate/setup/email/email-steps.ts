/** The email service that was chosen. Resend is set up here; the others' values are asked for. */
import { type Finding, forCheck, type Question } from '../run/finding.ts'
import type { SetupContext, Step } from '../run/step.ts'
import { inspectResend, inspectResendAccount } from './resend-step.ts'
import { checkSenders, listSenders } from './senders.ts'

type Provider = {
  /** Finds what is missing before anything is created. */
  readonly inspectAccount: (context: SetupContext) => Promise<readonly Finding[]>
  readonly inspect: (context: SetupContext) => Promise<readonly Finding[]>
}

type Manual = {
  readonly provider: string
  readonly link: string
  /** What a person does at the service, with the webhook's address at its end. */
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
      const { secrets, settings } = context
      const senders = listSenders(context)
      const variables = senders.flatMap(({ prefix, from }) => [
        [`${prefix}_PROVIDER`, provider] as const,
        [`${prefix}_FROM`, from] as const,
      ])
      for (const { name } of questions) secrets.require(name)
      const isStored =
        variables.every(([name, value]) => settings.get(name) === value) &&
        questions.every(({ name }) => secrets.get(getWorkerName(name)) === secrets.get(name))
      return [
        ...checkSenders(senders),
        isStored
          ? check.ok('stored')
          : check.change('store senders and keys', async () => {
              for (const { name } of questions)
                secrets.set(getWorkerName(name), secrets.require(name))
              for (const [name, value] of variables) settings.set(name, value)
            }),
      ]
    },
  }
}

/** Answers have names of their own until all are known: with some of them the Worker refuses to start. */
const getWorkerName = (question: string) => question.replace(/^ASKED_/, '')

const providers: Readonly<Record<string, Provider>> = {
  resend: { inspectAccount: inspectResendAccount, inspect: inspectResend },
  postmark: createManualProvider({
    provider: 'postmark',
    link: 'https://account.postmarkapp.com',
    todo: 'verify both senders’ domains, have a server with the streams “outbound” and “broadcast” approved, and add a webhook for deliveries, bounces and complaints to each, with a long random text at its end:',
    webhook: 'postmark/TEXT',
    questions: [
      ask('ASKED_MAIL_KEY', 'The server’s token'),
      ask(
        'ASKED_WEEKLY_MAIL_KEY',
        'The token of the server with “broadcast”, which may be the same',
      ),
      ask('ASKED_WEEKLY_MAIL_EVENTS', 'The random text at the end of the webhook’s address'),
    ],
  }),
  ses: createManualProvider({
    provider: 'ses',
    link: 'https://console.aws.amazon.com/ses/home',
    todo: 'leave the sandbox, verify both senders’ domains with a MAIL FROM, and create configuration sets “account” and “weekly” that publish to an SNS topic with SignatureVersion 2, whose subscription is:',
    webhook: 'ses',
    questions: [
      ask('ASKED_MAIL_KEY', 'The key for accounts, as “key id:secret:region”'),
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
        `${service} isn’t set up here`,
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
