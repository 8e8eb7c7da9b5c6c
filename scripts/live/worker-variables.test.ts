import { describe, expect, it } from 'vitest'
import { planIds } from '../../src/domain/plan.ts'
import { checkWorkerVariables } from './worker-variables.ts'

const environment = { SITE_URL: 'https://verandah.news', PAYPAL_CLIENT_ID: 'client' }
const plans = Object.fromEntries(planIds.map((plan) => [plan, `P-${plan}`]))
const good = {
  PAYPAL_CLIENT_ID: 'client',
  PAYPAL_WEBHOOK_ID: 'W-1',
  PAYPAL_PLANS: JSON.stringify(plans),
  MAIL_URL: 'https://api.resend.com/emails',
  MAIL_FROM: 'The Verandah <letters@verandah.news>',
  SITE_URL: 'https://verandah.news/',
}
const problems = (changes: Readonly<Record<string, unknown>>) =>
  checkWorkerVariables({ vars: { ...good, ...changes } }, environment).map(
    ({ status, check, ...finding }) => [status, check, 'says' in finding ? finding.says : ''],
  )
const { [planIds[0]]: first, ...fivePlans } = plans

describe('the variables in wrangler.toml', () => {
  it('are what the Worker takes', () => {
    expect(problems({})).toEqual([])
    // Whatever else somebody has put there is not the Worker's.
    expect(problems({ SOMETHING: 7 })).toEqual([])
  })

  it.each<[string, string, unknown, RegExp]>([
    ['plans that are no JSON', 'PAYPAL_PLANS', `{annual_99:"${first}"}`, /malformed.*not JSON/],
    ['a plan too few', 'PAYPAL_PLANS', JSON.stringify(fivePlans), RegExp(planIds[0])],
    ['a plan too many', 'PAYPAL_PLANS', JSON.stringify({ ...plans, lifelong: 'P-7' }), /lifelong/],
    [
      'a plan without an id',
      'PAYPAL_PLANS',
      JSON.stringify({ ...plans, annual_99: '' }),
      /annual_99/,
    ],
    ['plans as a table', 'PAYPAL_PLANS', plans, /malformed/],
    ['no webhook', 'PAYPAL_WEBHOOK_ID', '', /malformed/],
    ['a mail service without an address', 'MAIL_URL', 'api.resend.com', /malformed/],
    [
      'a mail service in the clear',
      'MAIL_URL',
      'http://api.resend.com/emails',
      /not an address of https/,
    ],
    [
      'a mail service on this machine',
      'MAIL_URL',
      'https://localhost/emails',
      /not an address of https/,
    ],
    ['no sender', 'MAIL_FROM', '', /malformed/],
    ['a site that is no address', 'SITE_URL', 'verandah.news', /malformed/],
    ['a hook’s event that is too long', 'REBUILD_HOOK_EVENT', 'x'.repeat(101), /malformed/],
    [
      'another site than the build’s',
      'SITE_URL of the Worker',
      'https://verandah.example',
      /another/,
    ],
    ['another client of PayPal’s', 'PAYPAL_CLIENT_ID of the Worker', 'sandbox', /another/],
  ])('with %s are a problem: %s', (_, check, value, says) => {
    const found = problems({ [check.split(' ')[0]!]: value })
    expect(found).toContainEqual(['problem', check, expect.stringMatching(says)])
    // Names and forms, and no value.
    expect(JSON.stringify(found)).not.toContain(first)
  })
})
