/**
 * PayPal's app, product, plans and webhook. A plan's price is never changed, because running subscriptions would change
 * too: another price needs another plan.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type PlanId, planIds } from '../../../../src/domain/subscription/plan.ts'
import { site } from '../../../../src/publication/identity.ts'
import { askYesOrLater, type Finding, forCheck, type Question } from '../run/finding.ts'
import { type Service, ServiceError } from '../run/service.ts'
import type { SetupContext, Step } from '../run/step.ts'
import { connectPayPal, payPalUrls } from './connect-paypal.ts'
import { createPlanRequest, findDifferences, type PayPalPlan, planSchema } from './plan-terms.ts'

const dashboards = {
  live: 'https://developer.paypal.com/dashboard/applications/live',
  staging: 'https://developer.paypal.com/dashboard/applications/sandbox',
} as const

const sellingQuestion = askYesOrLater('SELLING', 'Sell subscriptions and gifts through PayPal')

const appQuestions: readonly Question[] = [
  { name: 'PAYPAL_APP', text: 'The PayPal app’s client ID', isSecret: false },
  { name: 'PAYPAL_APP_SECRET', text: 'The PayPal app’s secret', isSecret: true },
]

const isLater = ({ settings }: SetupContext) => settings.get('SELLING') === 'later'

/** The ends of the required scopes; the nightly comparison of the books needs the second. */
const neededScopes = [
  ['/services/subscriptions', 'Subscriptions'],
  ['/services/reporting/search/read', 'Transaction Search'],
] as const

export const payPalAppStep: Step = {
  name: 'paypal-app',
  title: 'the PayPal business account and app',
  isPreflight: true,
  async inspect(context) {
    const check = forCheck('PayPal’s app')
    const { settings, secrets, environment } = context
    const link = dashboards[environment]
    if (!settings.get('SELLING')) {
      const text = 'decide whether to sell now, which needs a business account and an app'
      return [check.person(text, link, [sellingQuestion])]
    }
    if (isLater(context))
      return [check.ok('not set up yet: choosing a plan opens an email to the support address')]
    if (!settings.get('PAYPAL_APP') || !secrets.get('PAYPAL_APP_SECRET')) {
      const text =
        'create an app in a business account, with “Subscriptions” and “Transaction Search”'
      return [check.person(text, link, appQuestions)]
    }
    try {
      const { scopes } = await connectPayPal(context)
      const missing = neededScopes.filter(([end]) => !scopes.some((scope) => scope.endsWith(end)))
      if (missing.length === 0) return [check.ok('the app has the features it needs')]
      const names = missing.map(([, name]) => name).join(' and ')
      return [check.person(`turn on ${names} for the app, which can take up to nine hours`, link)]
    } catch (error) {
      if (!(error instanceof ServiceError && error.status === 401)) throw error
      return [
        check.person('PayPal refuses the ID and the secret: copy both again', link, appQuestions),
      ]
    }
  },
}

const productId = `${site.name.toUpperCase().replace(/[^A-Z0-9]+/g, '-')}-SUBSCRIPTION`.slice(-50)

/** A POST repeated with the same id creates nothing. `known` lists what exists, so that a plan can be created again. */
const createRequestId = (...parts: readonly string[]) =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 36)

const write = (service: Service, path: string, body: unknown, known = '') =>
  service.write('POST', path, {
    body,
    headers: {
      'PayPal-Request-Id': createRequestId(path, JSON.stringify(body), known),
      Prefer: 'return=representation',
    },
  })

async function inspectProduct(service: Service): Promise<Finding> {
  const check = forCheck('product')
  const found = await service.read(`/v1/catalogs/products/${productId}`, z.object({}))
  if (found) return check.ok(productId)
  return check.change(`create ${productId}`, async () => {
    const product = { id: productId, name: site.name, type: 'DIGITAL' }
    await write(service, '/v1/catalogs/products', product)
  })
}

const pageSchema = z.object({
  plans: z.array(z.object({ id: z.string() })).default([]),
  total_pages: z.int().default(1),
})

/** The list has no prices, so each plan is read. */
async function listPlans(service: Service): Promise<PayPalPlan[]> {
  const found: PayPalPlan[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const query = `product_id=${productId}&page_size=20&page=${page}&total_required=true`
    const list = await service.read(`/v1/billing/plans?${query}`, pageSchema)
    last = list?.total_pages ?? 0
    for (const { id } of list?.plans ?? []) {
      const plan = await service.read(`/v1/billing/plans/${id}`, planSchema)
      if (plan) found.push(plan)
    }
  }
  return found
}

const mapSchema = z.record(z.string(), z.string())

const readStoredPlans = ({ settings }: SetupContext): Readonly<Record<string, string>> =>
  mapSchema.parse(JSON.parse(settings.get('PAYPAL_PLANS') ?? '{}'))

type PlanFindings = {
  readonly findings: readonly Finding[]
  /** PayPal's id of each of our plans; null if one is missing. */
  readonly ids: Readonly<Record<string, string>> | null
}

async function inspectPlans(context: SetupContext, service: Service): Promise<PlanFindings> {
  const stored = readStoredPlans(context)
  const listed = await listPlans(service)
  const used = new Map<PlanId, PayPalPlan>()
  const findings = []
  for (const plan of planIds) {
    const check = forCheck(`plan ${plan}`)
    const id = stored[plan]
    // The plan may belong to another product.
    const known = id
      ? (listed.find((one) => one.id === id) ??
        (await service.read(`/v1/billing/plans/${id}`, planSchema)))
      : null
    const differences = known ? findDifferences(known, plan) : []
    const chosen =
      known && differences.length === 0
        ? known
        : listed.find((one) => findDifferences(one, plan).length === 0)
    if (chosen) {
      used.set(plan, chosen)
      findings.push(check.ok(chosen.id))
      continue
    }
    const reason = differences.length === 0 ? '' : `, because ${id} has ${differences.join('; ')}`
    findings.push(
      check.change(`create it${reason}`, async () => {
        const known = listed.map((one) => one.id).sort()
        await write(service, '/v1/billing/plans', createPlanRequest(plan, productId), known.join())
      }),
    )
  }
  const others = listed.filter(
    ({ id, status }) => status === 'ACTIVE' && ![...used.values()].some((plan) => plan.id === id),
  )
  if (others.length > 0 && used.size === planIds.length) {
    const list = others.map(({ id, name }) => `${id} (${name})`).join(', ')
    findings.push(
      forCheck('other plans').warning(
        `payers can switch to ${list} at PayPal`,
        'Turn off every plan named here at PayPal. Its subscriptions continue.',
      ),
    )
  }
  const ids = Object.fromEntries([...used].map(([plan, { id }]) => [plan, id]))
  return { findings, ids: used.size === planIds.length ? ids : null }
}

/** Matches every event about subscriptions. */
const subscriptionEvent = 'BILLING.SUBSCRIPTION.'

/** The other events that functions/paypal-events and functions/gift handle. */
const otherEvents: readonly string[] = [
  ...['COMPLETED', 'REFUNDED', 'REVERSED'].map((event) => `PAYMENT.SALE.${event}`),
  'CHECKOUT.ORDER.APPROVED',
  ...['COMPLETED', 'PENDING', 'DENIED', 'REFUNDED', 'REVERSED'].map(
    (event) => `PAYMENT.CAPTURE.${event}`,
  ),
  ...['CREATED', 'RESOLVED'].map((event) => `CUSTOMER.DISPUTE.${event}`),
]

const eventsSchema = z.object({ event_types: z.array(z.object({ name: z.string() })) })

/** PayPal refuses a webhook with an unknown event, so only events in PayPal's list are wanted. */
async function listWantedEvents(service: Service): Promise<readonly string[]> {
  const known = await service.read('/v1/notifications/webhooks-event-types', eventsSchema)
  return (known?.event_types ?? [])
    .map(({ name }) => name)
    .filter((name) => name.startsWith(subscriptionEvent) || otherEvents.includes(name))
}

const webhooksSchema = z.object({
  webhooks: z
    .array(
      z.object({
        id: z.string(),
        url: z.string(),
        event_types: z.array(z.object({ name: z.string() })).default([]),
      }),
    )
    .default([]),
})

async function inspectWebhook(
  { settings }: SetupContext,
  service: Service,
): Promise<{ readonly finding: Finding; readonly id: string | null }> {
  const check = forCheck('webhook')
  const url = `${settings.require('SITE_URL')}/api/webhooks/paypal`
  const path = '/v1/notifications/webhooks'
  const events = await listWantedEvents(service)
  const event_types = events.map((name) => ({ name }))
  const list = await service.read(path, webhooksSchema)
  const found = list?.webhooks.find((one) => one.url === url)
  if (!found) {
    const create = () => write(service, path, { url, event_types })
    return { id: null, finding: check.change(`create ${url}`, create) }
  }
  const names = found.event_types.map(({ name }) => name)
  const missing = names.includes('*') ? [] : events.filter((name) => !names.includes(name))
  if (missing.length === 0) return { id: found.id, finding: check.ok(url) }
  // Events that were added by hand are kept.
  const value = [...new Set([...names, ...events])].map((name) => ({ name }))
  const body = [{ op: 'replace', path: '/event_types', value }]
  return {
    id: found.id,
    finding: check.change(`add ${missing.join(', ')}`, () =>
      service.write('PATCH', `${path}/${found.id}`, { body }),
    ),
  }
}

/** All variables are set together: with only some of them, the Worker refuses to start. */
function inspectVariables(context: SetupContext, plans: object, webhook: string): Finding {
  const { settings, secrets, environment } = context
  const check = forCheck('PayPal’s variables')
  const wanted = {
    PAYPAL_CLIENT_ID: settings.require('PAYPAL_APP'),
    PAYPAL_PLANS: JSON.stringify(plans),
    PAYPAL_WEBHOOK_ID: webhook,
    ...(environment === 'live' ? {} : { PAYPAL_URL: payPalUrls[environment] }),
  }
  const secret = secrets.require('PAYPAL_APP_SECRET')
  const isStored = Object.entries(wanted).every(([name, value]) => settings.get(name) === value)
  if (isStored && secrets.get('PAYPAL_SECRET') === secret) return check.ok('stored')
  return check.change('store the IDs', async () => {
    secrets.set('PAYPAL_SECRET', secret)
    for (const [name, value] of Object.entries(wanted)) settings.set(name, value)
  })
}

export const payPalStep: Step = {
  name: 'paypal',
  title: 'the PayPal product, plans and webhook',
  needs: ['paypal-app'],
  async inspect(context) {
    if (isLater(context)) return [forCheck('PayPal').ok('not set up yet')]
    const { service } = await connectPayPal(context)
    const product = await inspectProduct(service)
    const webhook = await inspectWebhook(context, service)
    if (product.status !== 'ok') return [product, webhook.finding]
    const { findings, ids } = await inspectPlans(context, service)
    const variables = ids && webhook.id ? [inspectVariables(context, ids, webhook.id)] : []
    return [product, ...findings, webhook.finding, ...variables]
  },
}
