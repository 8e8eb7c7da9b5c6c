/** Steps that only a person can do or check on the finished site. */
import { z } from 'zod'
import { type Finding, forCheck, type Question } from '../run/finding.ts'
import type { SetupContext, Step } from '../run/step.ts'
import { connectSite } from './connect-site.ts'

const deskEnvironment = ({ settings, secrets }: SetupContext) => ({
  SITE_URL: settings.require('SITE_URL'),
  FIREBASE_PROJECT_ID: settings.require('FIREBASE_PROJECT_ID'),
  FIREBASE_SERVICE_ACCOUNT: secrets.require('FIREBASE_SERVICE_ACCOUNT'),
  DESK_KEYS: secrets.require('DESK_KEYS'),
})

const runRole = (context: SetupContext, ...args: string[]) =>
  context.run({
    command: 'desk',
    arguments: ['role', ...args],
    environment: deskEnvironment(context),
  })

export const operatorStep: Step = {
  name: 'operator',
  title: 'the first operator of the desk',
  needs: ['secrets'],
  async inspect(context) {
    const email = context.settings.require('OPERATOR_EMAIL')
    const url = context.settings.require('SITE_URL')
    const check = forCheck(email)
    const { isDone, output } = await runRole(context, email)
    if (isDone && output.includes('operator')) return [check.ok('is an operator')]
    if (!isDone) {
      const text =
        'create an account with this address, and confirm it with the link in the email; then run the same command again'
      return [check.person(text, `${url}/login`)]
    }
    return [
      check.change('make this account an operator', async () => {
        await runRole(context, email, 'operator')
      }),
    ]
  },
}

const confirmByTyping = (name: string, text: string): Question => ({
  name,
  text: `${text} Type “yes”`,
  isSecret: false,
  findMistake: (answer) =>
    answer === 'yes' ? null : 'Type “yes”, or press Ctrl-C and run the same command again later.',
})

/** Signing up for The Weekly is the only way for anybody to request an email. */
async function sendEmail(context: SetupContext) {
  const body = { email: context.settings.require('OPERATOR_EMAIL') }
  await connectSite(context).write('POST', '/api/join-newsletter', { body }, z.unknown())
  context.settings.set('EMAIL_SENT', 'yes')
}

function inspectEmail(context: SetupContext): Finding[] {
  const { settings } = context
  const check = forCheck('email')
  if (settings.get('EMAIL_SERVICE') === 'none') return [check.ok('not set up')]
  settings.require('MAIL_FROM')
  if (settings.get('EMAIL_ARRIVED')) return [check.ok('arrives')]
  const address = settings.require('OPERATOR_EMAIL')
  if (!settings.get('EMAIL_SENT')) {
    return [
      check.change(
        `send an email to ${address}, by signing that address up for the newsletter`,
        () => sendEmail(context),
      ),
    ]
  }
  const question = confirmByTyping('EMAIL_ARRIVED', 'Has the confirmation email arrived?')
  return [check.person(`look for it at ${address}, in the spam folder too`, null, [question])]
}

function inspectPurchase({ environment, settings }: SetupContext): Finding[] {
  const check = forCheck('purchase')
  if (settings.get('SELLING') === 'later') return [check.ok('PayPal isn’t set up')]
  settings.require('PAYPAL_CLIENT_ID')
  if (settings.get('PURCHASE_TRIED')) return [check.ok('tried')]
  const url = settings.require('SITE_URL')
  if (environment === 'live') {
    const remedy = 'Try a purchase in PayPal’s sandbox: npm run setup -- --environment staging'
    return [check.warning('isn’t tried on the live site, where it would cost money', remedy)]
  }
  const question = confirmByTyping('PURCHASE_TRIED', 'Does the account show the subscription?')
  return [
    check.person('subscribe with a personal account of PayPal’s sandbox', `${url}/subscribe`, [
      question,
    ]),
  ]
}

export const tryOutStep: Step = {
  name: 'try-out',
  title: 'an email and a purchase, which a person has to check',
  needs: ['smoke-test'],
  inspect: async (context) => [...inspectEmail(context), ...inspectPurchase(context)],
}
