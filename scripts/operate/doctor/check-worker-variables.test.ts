import { describe, expect, it } from 'vitest'
import { planIds } from '../../../src/domain/subscription/plan.ts'
import { checkWorkerVariables } from './check-worker-variables.ts'

const environment = { SITE_URL: 'https://verandah.news', PAYPAL_CLIENT_ID: 'client' }
const plans = Object.fromEntries(planIds.map((plan) => [plan, `P-${plan}`]))
const validVariables = {
  PAYPAL_CLIENT_ID: 'client',
  PAYPAL_WEBHOOK_ID: 'W-1',
  PAYPAL_PLANS: JSON.stringify(plans),
  MAIL_URL: 'https://api.resend.com/emails',
  MAIL_FROM: 'The Verandah <letters@verandah.news>',
  SITE_URL: 'https://verandah.news/',
}
const findProblems = (changes: Readonly<Record<string, unknown>>) =>
  checkWorkerVariables({ vars: { ...validVariables, ...changes } }, environment).map(
    ({ status, check, ...finding }) => [status, check, 'message' in finding ? finding.message : ''],
  )
const { [planIds[0]]: first, ...fivePlans } = plans

describe('the variables in wrangler.toml', () => {
  it('are valid for the Worker', () => {
    expect(findProblems({})).toEqual([])
    // Unknown variables aren't checked.
    expect(findProblems({ SOMETHING: 7 })).toEqual([])
  })

  it.each<[string, string, unknown, RegExp]>([
    [
      'plans that aren’t JSON',
      'PAYPAL_PLANS',
      `{annual_99:"${first}"}`,
      /invalid.*isn’t valid JSON/,
    ],
    ['a plan too few', 'PAYPAL_PLANS', JSON.stringify(fivePlans), RegExp(planIds[0])],
    ['a plan too many', 'PAYPAL_PLANS', JSON.stringify({ ...plans, lifelong: 'P-7' }), /lifelong/],
    [
      'a plan without an id',
      'PAYPAL_PLANS',
      JSON.stringify({ ...plans, annual_99: '' }),
      /annual_99/,
    ],
    ['plans as a table', 'PAYPAL_PLANS', plans, /is invalid/],
    ['no webhook', 'PAYPAL_WEBHOOK_ID', '', /is invalid/],
    ['an email service without an address', 'MAIL_URL', 'api.resend.com', /is invalid/],
    [
      'an email service in the clear',
      'MAIL_URL',
      'http://api.resend.com/emails',
      /isn’t a public https address/,
    ],
    [
      'an email service on this machine',
      'MAIL_URL',
      'https://localhost/emails',
      /isn’t a public https address/,
    ],
    ['an unknown email service', 'MAIL_PROVIDER', 'sendmail', /is invalid/],
    ['no sender', 'MAIL_FROM', '', /is invalid/],
    ['a site that isn’t an address', 'SITE_URL', 'verandah.news', /is invalid/],
    ['a hook’s event that is too long', 'REBUILD_HOOK_EVENT', 'x'.repeat(101), /is invalid/],
    [
      'another site than the build’s',
      'SITE_URL of the Worker',
      'https://verandah.example',
      /differs between/,
    ],
    ['another PayPal client', 'PAYPAL_CLIENT_ID of the Worker', 'sandbox', /differs between/],
  ])('have a problem with %s: %s', (_, check, value, message) => {
    const found = findProblems({ [check.split(' ')[0]!]: value })
    expect(found).toContainEqual(['problem', check, expect.stringMatching(message)])
    // Findings name variables and formats, never a value.
    expect(JSON.stringify(found)).not.toContain(first)
  })
})
