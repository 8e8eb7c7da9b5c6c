/** Has the deployed site send an email and start a purchase, and checks both at the services. */
import { getSettingsPath } from '../../../build/deploy-environment.ts'
import { findProvider } from '../email/email-steps.ts'
import { type Finding, forCheck, type Question } from '../run/finding.ts'
import { pollUntil, type SetupContext, type Step } from '../run/step.ts'
import { connectSite } from './connect-site.ts'
import { tryCheckout } from './try-checkout.ts'

/** Signing up for The Weekly is the only email that anybody can ask for. */
async function sendEmail(context: SetupContext) {
  const body = { email: context.settings.require('OPERATOR_EMAIL') }
  await connectSite(context).write('POST', '/api/join-newsletter', { body })
  context.settings.set('EMAIL_SENT', new Date().toISOString())
}

const arrivedQuestion: Question = {
  name: 'EMAIL_ARRIVED',
  text: 'Has the confirmation email arrived? Type “yes”',
  isSecret: false,
  findMistake: (answer) =>
    answer === 'yes' ? null : 'Type “yes”, or press Ctrl-C and run the same command again later.',
}

async function inspectEmail(context: SetupContext): Promise<Finding[]> {
  const { settings } = context
  const check = forCheck('email')
  const provider = findProvider(context)
  if (!provider) return [check.ok('not set up')]
  // The test purchase doesn't depend on emails, so the step continues.
  if (!settings.get('MAIL_FROM')) return [check.skipped('waits for the step “email”')]
  const events = (await provider.inspectEvents?.(context)) ?? []
  if (settings.get('EMAIL_ARRIVED')) return [...events, check.ok('arrives')]
  const address = settings.require('OPERATOR_EMAIL')
  const sentAt = settings.get('EMAIL_SENT')
  if (sentAt === undefined) {
    const text = `send an email to ${address}, by signing that address up for the newsletter`
    return [...events, check.change(text, () => sendEmail(context))]
  }
  const find = async () =>
    (await provider.findDelivery?.(context, address, new Date(Date.parse(sentAt) || 0))) ?? null
  const delivery = await find()
  if (delivery === null) {
    const text = `look for it at ${address}, in the spam folder too`
    return [...events, check.person(text, null, [arrivedQuestion])]
  }
  if (delivery === 'delivered') {
    settings.set('EMAIL_ARRIVED', 'yes')
    return [...events, check.ok(`delivered to ${address}`)]
  }
  if (delivery === 'refused') {
    const remedy = `Find the reason in the email service’s log. To send another email, remove EMAIL_SENT from ${getSettingsPath(context.environment)}, then run the same command again.`
    return [...events, check.problem(`the email to ${address} wasn’t delivered`, remedy)]
  }
  const wait = check.change('wait until it is delivered (up to three minutes)', () =>
    pollUntil(context, 3, async () => (await find()) !== 'on its way'),
  )
  return [...events, wait]
}

function inspectPurchase(context: SetupContext): Finding[] {
  const { environment, settings } = context
  const check = forCheck('purchase')
  if (settings.get('SELLING') === 'later') return [check.ok('PayPal isn’t set up')]
  settings.require('PAYPAL_CLIENT_ID')
  if (!settings.get('CHECKOUT_TRIED')) {
    const text =
      'start a purchase as the operator, check it at PayPal and cancel it; nothing is charged'
    return [check.change(text, () => tryCheckout(context))]
  }
  const rest =
    environment === 'live'
      ? 'to try paying: npm run setup -- --environment staging'
      : `pay once with a personal sandbox account: ${settings.require('SITE_URL')}/subscribe`
  return [check.ok(`can be started, with the right plan; ${rest}`)]
}

export const tryOutStep: Step = {
  name: 'try-out',
  title: 'a test email and a test purchase on the deployed site',
  needs: ['smoke-test', 'operator'],
  inspect: async (context) => [...(await inspectEmail(context)), ...inspectPurchase(context)],
}
