/** Sets up the chosen email service by its API. */
import { getSettingsPath } from '../../../build/deploy-environment.ts'
import { type Finding, forCheck } from '../run/finding.ts'
import type { SetupContext, Step } from '../run/step.ts'
import { inspectAmazon, inspectAmazonAccount, inspectAmazonEvents } from './amazon-step.ts'
import { inspectCloudflareAccount, inspectCloudflareEmail } from './cloudflare-email-step.ts'
import { type FindDelivery, findPostmarkDelivery, findResendDelivery } from './find-delivery.ts'
import { inspectPostmark, inspectPostmarkAccount } from './postmark-step.ts'
import { inspectResend, inspectResendAccount } from './resend-step.ts'

type Provider = {
  /** Finds missing resources before any is created. */
  readonly inspectAccount: (context: SetupContext) => Promise<readonly Finding[]>
  readonly inspect: (context: SetupContext) => Promise<readonly Finding[]>
  /** The changes that are possible only once the site responds. */
  readonly inspectEvents?: (context: SetupContext) => Promise<readonly Finding[]>
  readonly findDelivery?: FindDelivery
}

const providers: Readonly<Record<string, Provider>> = {
  resend: {
    inspectAccount: inspectResendAccount,
    inspect: inspectResend,
    findDelivery: findResendDelivery,
  },
  postmark: {
    inspectAccount: inspectPostmarkAccount,
    inspect: inspectPostmark,
    findDelivery: findPostmarkDelivery,
  },
  ses: {
    inspectAccount: inspectAmazonAccount,
    inspect: inspectAmazon,
    inspectEvents: inspectAmazonEvents,
  },
  cloudflare: { inspectAccount: inspectCloudflareAccount, inspect: inspectCloudflareEmail },
}

/** Null if no emails are sent. */
export const findProvider = ({ settings }: SetupContext): Provider | null =>
  providers[settings.require('EMAIL_SERVICE')] ?? null

const reportUnused = ({ environment }: SetupContext): Finding =>
  forCheck('emails').warning(
    'none are sent',
    `To choose a service, remove EMAIL_SERVICE from ${getSettingsPath(environment)}, then run the same command again.`,
  )

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
