/**
 * Resend: the senders' domains with their DNS records, a key for each that can only send, and a webhook. Source:
 * Resend's OpenAPI file. A key's permissions are fixed when it is created, and its value is shown once.
 */
import { z } from 'zod'
import { type DnsRecord, planRecords } from '../cloudflare/dns-records.ts'
import { type Finding, forCheck, type Question } from '../run/finding.ts'
import { type Service, ServiceError } from '../run/service.ts'
import { pollUntil, type SetupContext } from '../run/step.ts'
import { checkSenders, inspectVariables, isReady, listSenders, type Sender } from './senders.ts'

const keyQuestion: Question = { name: 'RESEND_KEY', text: 'Resend’s key', isSecret: true }

const askForKey = (message: string): Finding =>
  forCheck('Resend').person(message, 'https://resend.com/api-keys', [keyQuestion])

const failureSchema = z.object({ name: z.string().default(''), message: z.string() })

export function connectResend(context: SetupContext): Service {
  const key = context.secrets.require('RESEND_KEY')
  return context.connect('resend', {
    describeFailure(body) {
      const failure = failureSchema.safeParse(body).data
      return failure ? { code: failure.name, message: failure.message } : null
    },
    authorize(request) {
      request.headers.set('Authorization', `Bearer ${key}`)
      return request
    },
  })
}

export async function inspectResendAccount(context: SetupContext): Promise<readonly Finding[]> {
  if (!context.secrets.get('RESEND_KEY'))
    return [
      askForKey(
        'create a key with “Full access” and, for more than 100 emails a day, choose a paid plan',
      ),
    ]
  try {
    await connectResend(context).read('/domains')
    return [forCheck('Resend').ok('its key has full access')]
  } catch (error) {
    if (!(error instanceof ServiceError && [400, 401, 403].includes(error.status))) throw error
    return [askForKey('Resend refuses the key: create another one with “Full access”')]
  }
}

/** Resend's regions by the beginnings of Firestore's locations, so that both are near the readers. */
const regions = [
  ['eu', 'eu-west-1'],
  ['asia', 'ap-northeast-1'],
  ['australia', 'ap-northeast-1'],
  ['southamerica', 'sa-east-1'],
] as const

const chooseRegion = (location: string) =>
  regions.find(([beginning]) => location.startsWith(beginning))?.[1] ?? 'us-east-1'

/** Reads a list page by page. */
async function readList<Item extends z.ZodType<{ readonly id: string }>>(
  resend: Service,
  path: string,
  item: Item,
): Promise<readonly z.output<Item>[]> {
  const schema = z.object({ data: z.array(item), has_more: z.boolean().default(false) })
  const items: z.output<Item>[] = []
  for (;;) {
    const last = items.at(-1)
    const after = last ? `&after=${last.id}` : ''
    const page = await resend.read(`${path}?limit=100${after}`, schema)
    items.push(...(page?.data ?? []))
    if (!page?.has_more || page.data.length === 0) return items
  }
}

const domainSchema = z.object({ id: z.string(), name: z.string(), status: z.string() })
type Domain = z.infer<typeof domainSchema>
const recordsSchema = z.object({
  records: z
    .array(
      z.object({
        record: z.string(),
        name: z.string(),
        type: z.enum(['MX', 'TXT', 'CNAME', 'CAA']),
        value: z.string(),
        priority: z.int().optional(),
      }),
    )
    .default([]),
})

/** Resend's names leave out the end that is the same as the domain's: “send.weekly” for weekly.example.com. */
export function completeName(name: string, domain: string): string {
  if (name === domain || name.endsWith(`.${domain}`)) return name
  const labels = domain.split('.')
  for (let count = labels.length - 1; count > 0; count--) {
    const start = labels.slice(0, count).join('.')
    if (name === start || name.endsWith(`.${start}`))
      return [name, ...labels.slice(count)].join('.')
  }
  return name === '' || name === '@' ? domain : `${name}.${domain}`
}

async function listRecords(resend: Service, { id, name: domain }: Domain): Promise<DnsRecord[]> {
  const found = await resend.read(`/domains/${id}`, recordsSchema)
  const records = (found?.records ?? []).flatMap(({ record, type, name, value, priority }) =>
    (record === 'SPF' || record === 'DKIM') && type !== 'CAA'
      ? [
          {
            type,
            name: completeName(name, domain),
            content: value,
            ...(priority === undefined ? {} : { priority }),
          },
        ]
      : [],
  )
  return [...records, { type: 'TXT', name: `_dmarc.${domain}`, content: 'v=DMARC1; p=none' }]
}

async function verifyDomain(context: SetupContext, resend: Service, { id }: Domain) {
  await resend.write('POST', `/domains/${id}/verify`, {})
  // The status stays that of an earlier verification for a moment.
  await context.wait(10_000)
  await pollUntil(context, 10, async () => {
    const found = await resend.read(`/domains/${id}`, z.object({ status: z.string() }))
    return !['not_started', 'pending'].includes(found?.status ?? '')
  })
}

const createDomain = async (context: SetupContext, resend: Service, name: string) => {
  const region = chooseRegion(context.settings.get('DATABASE_LOCATION') ?? '')
  const body = { name, region, open_tracking: false, click_tracking: false }
  await resend.write('POST', '/domains', { body })
}

async function inspectDomain(
  context: SetupContext,
  resend: Service,
  name: string,
  found: Domain | undefined,
): Promise<readonly Finding[]> {
  const check = forCheck(`domain ${name}`)
  if (!found)
    return [check.change('add the domain to Resend', () => createDomain(context, resend, name))]
  const isVerified = found.status === 'verified'
  const records = await planRecords(context, await listRecords(resend, found), isVerified)
  const isComplete = records.every(({ status }) => status === 'ok')
  if (isVerified) return [check.ok('verified'), ...records]
  if (!isComplete) return records
  return [
    ...records,
    check.change('have Resend verify the domain’s DNS records, which takes a few minutes', () =>
      verifyDomain(context, resend, found),
    ),
  ]
}

const keySchema = z.object({ id: z.string(), name: z.string() })

/** Returns the name of the setup's own copy: the Worker gets the key together with the other values. */
const tokenName = ({ prefix }: Sender) => `RESEND_${prefix}_KEY`

async function inspectKey(
  { secrets, configuration }: SetupContext,
  resend: Service,
  sender: Sender,
  domain: Domain,
): Promise<Finding> {
  const name = `${configuration().name} ${sender.kind}`
  const check = forCheck(`key “${name}”`)
  if (secrets.get(tokenName(sender))) return check.ok('in the recovery file')
  const keys = await readList(resend, '/api-keys', keySchema)
  const lost = keys.filter((key) => key.name === name)
  const text = lost.length > 0 ? 'replace the key, because its value is lost' : 'create it'
  return check.change(text, async () => {
    for (const { id } of lost) await resend.write('DELETE', `/api-keys/${id}`, {})
    const body = { name, permission: 'sending_access', domain_id: domain.id }
    const schema = z.object({ token: z.string() })
    const { token } = await resend.write('POST', '/api-keys', { body }, schema)
    secrets.set(tokenName(sender), token)
  })
}

/** The events that functions/platform/adapters/mail/resend-events.ts handles. */
const events: readonly string[] = [
  'email.delivered',
  'email.bounced',
  'email.complained',
  'email.failed',
  'email.suppressed',
]
const webhookSchema = z.object({
  id: z.string(),
  endpoint: z.string(),
  events: z.array(z.string()).nullish(),
  status: z.string().default('enabled'),
})
const webhookSecret = 'RESEND_WEBHOOK_SECRET'

async function inspectWebhook(
  { settings, secrets }: SetupContext,
  resend: Service,
): Promise<Finding> {
  const check = forCheck('webhook')
  const endpoint = `${settings.require('SITE_URL')}/api/webhooks/mail/resend`
  const list = await readList(resend, '/webhooks', webhookSchema)
  const found = list.find((webhook) => webhook.endpoint === endpoint)
  if (!found) {
    return check.change(`create ${endpoint}`, () =>
      resend.write('POST', '/webhooks', { body: { endpoint, events } }),
    )
  }
  const missing = events.filter((event) => !found.events?.includes(event))
  if (missing.length > 0 || found.status !== 'enabled') {
    return check.change(`turn the webhook on for ${events.join(', ')}`, async () => {
      const all = [...new Set([...(found.events ?? []), ...events])]
      const body = { endpoint, events: all, status: 'enabled' }
      await resend.write('PATCH', `/webhooks/${found.id}`, { body })
    })
  }
  const schema = z.object({ signing_secret: z.string() })
  const details = await resend.read(`/webhooks/${found.id}`, schema)
  if (!details) return check.skipped('waits for the webhook')
  if (secrets.get(webhookSecret) === details.signing_secret) return check.ok(endpoint)
  return check.change('store its signing secret', async () =>
    secrets.set(webhookSecret, details.signing_secret),
  )
}

export async function inspectResend(context: SetupContext): Promise<readonly Finding[]> {
  const senders = listSenders(context)
  const resend = connectResend(context)
  const known = await readList(resend, '/domains', domainSchema)
  const findings: Finding[] = [...checkSenders(senders)]
  for (const sender of senders) {
    const found = known.find(({ name }) => name === sender.domain)
    findings.push(...(await inspectDomain(context, resend, sender.domain, found)))
    if (found) findings.push(await inspectKey(context, resend, sender, found))
  }
  findings.push(await inspectWebhook(context, resend))
  if (!isReady(findings)) return findings
  const { secrets } = context
  const keys = {
    ...Object.fromEntries(
      senders.map((sender) => [`${sender.prefix}_KEY`, secrets.require(tokenName(sender))]),
    ),
    WEEKLY_MAIL_EVENTS: secrets.require(webhookSecret),
  }
  return [...findings, inspectVariables(context, 'resend', senders, keys)]
}
