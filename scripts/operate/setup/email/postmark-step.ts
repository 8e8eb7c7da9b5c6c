/**
 * Postmark: a server, the senders' domains with their DNS records, the newsletter's stream, and a webhook for each stream.
 * Source: Postmark's developer documentation. A person has to have the account approved.
 */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type DnsRecord, planRecords } from '../cloudflare/dns-records.ts'
import { type Finding, forCheck, type Question } from '../run/finding.ts'
import { type Service, ServiceError } from '../run/service.ts'
import type { SetupContext } from '../run/step.ts'
import { checkSenders, inspectVariables, isReady, listSenders } from './senders.ts'

const tokenQuestion: Question = {
  name: 'POSTMARK_ACCOUNT_TOKEN',
  text: 'Postmark’s account token',
  isSecret: true,
}

const askForToken = (message: string): Finding =>
  forCheck('Postmark').person(message, 'https://account.postmarkapp.com/api_tokens', [
    tokenQuestion,
  ])

const failureSchema = z.object({ ErrorCode: z.number(), Message: z.string() })

export const connectPostmark = (context: SetupContext, kind: 'Account' | 'Server', token: string) =>
  context.connect('postmark', {
    describeFailure(body) {
      const failure = failureSchema.safeParse(body).data
      return failure ? { code: String(failure.ErrorCode), message: failure.Message } : null
    },
    authorize(request) {
      request.headers.set(`X-Postmark-${kind}-Token`, token)
      request.headers.set('Accept', 'application/json')
      return request
    },
  })

const connectAccount = (context: SetupContext) =>
  connectPostmark(context, 'Account', context.secrets.require('POSTMARK_ACCOUNT_TOKEN'))

/** The limit is far above what an account has. */
const all = 'count=500&offset=0'

const serversSchema = z.object({
  Servers: z.array(z.object({ Name: z.string(), ApiTokens: z.array(z.string()) })),
})

export async function inspectPostmarkAccount(context: SetupContext): Promise<readonly Finding[]> {
  if (!context.secrets.get('POSTMARK_ACCOUNT_TOKEN'))
    return [askForToken('have the account approved for sending, and copy its account token')]
  try {
    await connectAccount(context).read(`/servers?${all}`, serversSchema)
    return [forCheck('Postmark').ok('its token works')]
  } catch (error) {
    if (!(error instanceof ServiceError && error.status === 401)) throw error
    return [askForToken('Postmark refuses the token: copy the account token again')]
  }
}

const domainsSchema = z.object({
  Domains: z.array(z.object({ ID: z.int(), Name: z.string() })),
})
/** The pending key is the one to add; without one the key is in use. */
const domainSchema = z.object({
  DKIMVerified: z.boolean(),
  DKIMHost: z.string().default(''),
  DKIMTextValue: z.string().default(''),
  DKIMPendingHost: z.string().default(''),
  DKIMPendingTextValue: z.string().default(''),
  ReturnPathDomain: z.string(),
  ReturnPathDomainCNAMEValue: z.string(),
  ReturnPathDomainVerified: z.boolean(),
})

async function inspectDomain(
  context: SetupContext,
  account: Service,
  name: string,
  id: number | undefined,
): Promise<readonly Finding[]> {
  const check = forCheck(`domain ${name}`)
  if (id === undefined) {
    const body = { Name: name, ReturnPathDomain: `pm-bounces.${name}` }
    const add = () => account.write('POST', '/domains', { body })
    return [check.change('add it to Postmark', add)]
  }
  const found = await account.read(`/domains/${id}`, domainSchema)
  if (!found) return [check.skipped('waits for Postmark')]
  const records: readonly DnsRecord[] = [
    {
      type: 'TXT',
      name: found.DKIMPendingHost || found.DKIMHost,
      content: found.DKIMPendingTextValue || found.DKIMTextValue,
    },
    { type: 'CNAME', name: found.ReturnPathDomain, content: found.ReturnPathDomainCNAMEValue },
    { type: 'TXT', name: `_dmarc.${name}`, content: 'v=DMARC1; p=none' },
  ]
  const isVerified = found.DKIMVerified && found.ReturnPathDomainVerified
  const findings = await planRecords(context, records, isVerified)
  if (isVerified) return [check.ok('verified'), ...findings]
  if (!findings.every(({ status }) => status === 'ok')) return findings
  const missing = [
    ...(found.DKIMVerified ? [] : ['verifyDkim']),
    ...(found.ReturnPathDomainVerified ? [] : ['verifyReturnPath']),
  ]
  const verify = check.change('have Postmark verify the domain’s DNS records', async () => {
    for (const action of missing) await account.write('PUT', `/domains/${id}/${action}`, {})
  })
  return [...findings, verify]
}

const streamsSchema = z.object({ MessageStreams: z.array(z.object({ ID: z.string() })) })

/** A new server already has this stream. */
async function inspectStream(server: Service): Promise<Finding> {
  const check = forCheck('stream “broadcast”')
  const found = await server.read('/message-streams', streamsSchema)
  if (found?.MessageStreams.some(({ ID }) => ID === 'broadcast')) return check.ok('exists')
  return check.change('create it', async () => {
    const body = { ID: 'broadcast', Name: 'Newsletter', MessageStreamType: 'Broadcasts' }
    await server.write('POST', '/message-streams', { body })
  })
}

const secretName = 'POSTMARK_WEBHOOK_SECRET'
const webhooksSchema = z.object({
  Webhooks: z.array(z.object({ ID: z.int(), Url: z.string() })),
})
/** The events that functions/platform/adapters/mail/postmark-events.ts handles. */
const triggers = {
  Delivery: { Enabled: true },
  Bounce: { Enabled: true, IncludeContent: false },
  SpamComplaint: { Enabled: true, IncludeContent: false },
} as const

/** The end of the address is the secret by which the Worker recognises Postmark. */
async function inspectWebhook(
  { settings, secrets }: SetupContext,
  server: Service,
  stream: string,
): Promise<Finding> {
  const check = forCheck(`webhook of “${stream}”`)
  const address = `${settings.require('SITE_URL')}/api/webhooks/mail/postmark/`
  const list = await server.read(`/webhooks?MessageStream=${stream}`, webhooksSchema)
  const found = list?.Webhooks.find(({ Url }) => Url.startsWith(address))
  if (found) {
    const secret = found.Url.slice(address.length)
    if (secrets.get(secretName) === secret) return check.ok(address)
    return check.change('store its secret', async () => secrets.set(secretName, secret))
  }
  return check.change('create it', async () => {
    const secret = secrets.get(secretName) ?? randomBytes(32).toString('base64url')
    secrets.set(secretName, secret)
    const body = { Url: address + secret, MessageStream: stream, Triggers: triggers }
    await server.write('POST', '/webhooks', { body })
  })
}

export async function inspectPostmark(context: SetupContext): Promise<readonly Finding[]> {
  const senders = listSenders(context)
  const account = connectAccount(context)
  const findings: Finding[] = [...checkSenders(senders)]
  const domains = (await account.read(`/domains?${all}`, domainsSchema))?.Domains ?? []
  for (const { domain } of senders) {
    const id = domains.find(({ Name }) => Name === domain)?.ID
    findings.push(...(await inspectDomain(context, account, domain, id)))
  }
  const { name } = context.configuration()
  const servers = (await account.read(`/servers?${all}`, serversSchema))?.Servers ?? []
  const token = servers.find(({ Name }) => Name === name)?.ApiTokens[0]
  const check = forCheck(`server ${name}`)
  if (token === undefined) {
    const body = { Name: name, DeliveryType: 'Live' }
    const create = () => account.write('POST', '/servers', { body })
    return [...findings, check.change('create it', create)]
  }
  const server = connectPostmark(context, 'Server', token)
  findings.push(check.ok('exists'), await inspectStream(server))
  for (const stream of ['outbound', 'broadcast'])
    findings.push(await inspectWebhook(context, server, stream))
  if (!isReady(findings)) return findings
  const WEEKLY_MAIL_EVENTS = context.secrets.require(secretName)
  const keys = { MAIL_KEY: token, WEEKLY_MAIL_KEY: token, WEEKLY_MAIL_EVENTS }
  return [...findings, inspectVariables(context, 'postmark', senders, keys)]
}
