import { describe, expect, it } from 'vitest'
import { planIds } from '../../../../src/domain/subscription/plan.ts'
import {
  createExchangeValidator,
  loadOpenApiDocuments,
} from '../../../dev/fakes/paypal/openapi-validator.ts'
import type { Step } from '../run/step.ts'
import {
  createPayPalManagement,
  type PayPalManagement,
  startFakePayPalManagement,
} from '../testing/fake-paypal-management.ts'
import { createWriteLog } from '../testing/fake-service.ts'
import { createStepSite, describeStepRules } from '../testing/step-rules.ts'
import { payPalAppStep, payPalStep } from './paypal-steps.ts'

const steps: readonly Step[] = [payPalAppStep, payPalStep]

async function createSite(environment: 'live' | 'staging' = 'live') {
  const log = createWriteLog()
  const payPal = createPayPalManagement()
  const url = await startFakePayPalManagement(payPal, log)
  const site = createStepSite({
    steps,
    log,
    environment,
    variables: { PAYPAL_URL: url },
    answers: {
      'Sell subscriptions': ['yes'],
      'The PayPal app’s client ID': ['paypal-app-of-test'],
      'The PayPal app’s secret': ['paypal-secret-of-test'],
    },
  })
  return { ...site, payPal }
}

describeStepRules('PayPal', steps, createSite, ({ payPal }) => ({
  products: [...payPal.products],
  plans: payPal.plans,
  webhooks: payPal.webhooks,
}))

const readPlans = (site: Awaited<ReturnType<typeof createSite>>) =>
  JSON.parse(site.openContext().settings.require('PAYPAL_PLANS'))

describe('the setup of PayPal', () => {
  it('stores all of the Worker’s values together', async () => {
    const site = await createSite('staging')
    await site.run()
    const { settings, secrets } = site.openContext()
    expect(settings.all()).toMatchObject({
      PAYPAL_CLIENT_ID: 'paypal-app-of-test',
      PAYPAL_WEBHOOK_ID: 'WH-1',
      PAYPAL_URL: 'https://api-m.sandbox.paypal.com',
    })
    expect(Object.keys(readPlans(site))).toEqual(planIds)
    expect(secrets.get('PAYPAL_SECRET')).toBe('paypal-secret-of-test')
  })

  it('changes nothing for a publication that will sell subscriptions later', async () => {
    const site = await createSite()
    const { outcomes } = await site.run('apply', { 'Sell subscriptions': ['later'] })
    expect(Object.fromEntries(outcomes)).toEqual({ 'paypal-app': 'done', paypal: 'done' })
    expect(site.log.writes).toEqual([])
  })

  it('creates a new plan for another price, and leaves the old plan unchanged', async () => {
    const site = await createSite()
    await site.run()
    const old = site.payPal.plans[0]!
    const cycles = structuredClone(old.billing_cycles) as {
      pricing_scheme: { fixed_price: { value: string } }
    }[]
    cycles[0]!.pricing_scheme.fixed_price.value = '89.00'
    old.billing_cycles = cycles
    const before = structuredClone(old)
    const { output } = await site.run()
    expect(output).toContain('price: 89.00 USD, not 99.00 USD')
    expect(output).toContain('P-1 (')
    expect(site.payPal.plans[0]).toEqual(before)
    expect(site.payPal.plans).toHaveLength(planIds.length + 1)
    expect(readPlans(site)[planIds[0]]).toBe(`P-${planIds.length + 1}`)
  })

  it.each<[string, Record<string, unknown>]>([
    [
      'a setup fee',
      { payment_preferences: { setup_fee: { currency_code: 'USD', value: '5.00' } } },
    ],
    ['a tax', { taxes: { percentage: '7', inclusive: false } }],
    ['a quantity', { quantity_supported: true }],
    ['a status that sells nothing', { status: 'INACTIVE' }],
  ])('doesn’t use a plan with %s', async (_, change) => {
    const site = await createSite()
    await site.run()
    Object.assign(site.payPal.plans[0]!, change)
    await site.run()
    expect(readPlans(site)[planIds[0]]).toBe(`P-${planIds.length + 1}`)
  })

  it('uses existing plans and an existing webhook, and keeps the webhook’s other events', async () => {
    const site = await createSite()
    await site.run()
    const { settings } = site.openContext()
    const other = await createSite()
    const [webhook] = site.payPal.webhooks
    other.payPal.plans.push(...site.payPal.plans)
    for (const [id, product] of site.payPal.products) other.payPal.products.set(id, product)
    other.payPal.webhooks.push({
      ...webhook!,
      event_types: [{ name: 'VAULT.PAYMENT-TOKEN.CREATED' }, ...webhook!.event_types.slice(2)],
    })
    await other.run()
    expect(other.log.writes).toEqual(['paypal PATCH /v1/notifications/webhooks/WH-1'])
    expect(other.payPal.webhooks[0]!.event_types).toHaveLength(webhook!.event_types.length + 1)
    expect(readPlans(other)).toEqual(JSON.parse(settings.require('PAYPAL_PLANS')))
  })

  it.each<[string, (state: PayPalManagement) => void, string]>([
    [
      'a wrong secret',
      (state) => (state.secret = 'another'),
      'PayPal refuses the ID and the secret',
    ],
    ['missing permissions', (state) => (state.scopes = 'openid'), 'Transaction Search'],
    [
      'a refusal',
      (state) => (state.refusal = 'CURRENCY_NOT_SUPPORTED'),
      'CURRENCY_NOT_SUPPORTED in words. (422, CURRENCY_NOT_SUPPORTED)',
    ],
  ])('names %s', async (_, change, message) => {
    const site = await createSite()
    change(site.payPal)
    const { output, outcomes } = await site.run()
    expect(output).toContain(message)
    expect([...outcomes.values()]).not.toContain('todo')
    expect(outcomes.get('paypal')).not.toBe('done')
  })

  const documents = loadOpenApiDocuments()
  it.skipIf(!documents)('makes only calls that PayPal’s description allows', async () => {
    const site = await createSite()
    await site.run()
    const validate = createExchangeValidator(documents!)
    for (const exchange of site.payPal.exchanges) {
      const problems =
        validate(exchange)?.filter((problem) => problem.startsWith('request')) ?? null
      expect({ exchange, problems }).toEqual({ exchange, problems: [] })
    }
  })
})
