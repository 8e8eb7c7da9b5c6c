/** Finds everything that is missing at Cloudflare before anything is created. */
import { z } from 'zod'
import { type Finding, forCheck, type Question } from '../run/finding.ts'
import { getDomain, type SetupContext, type Step } from '../run/step.ts'
import {
  type Cloudflare,
  connectCloudflare,
  createTokenLink,
  dashboard,
  findZone,
  isFailure,
  isRefusedToken,
  type Zone,
} from './connect-cloudflare.ts'

/** The token's permissions. `probe` shows whether reading is allowed; only a write shows a missing “edit”. */
const permissions = [
  { key: 'workers_scripts', type: 'edit', name: 'Workers Scripts', probe: 'workers/scripts' },
  { key: 'workers_r2', type: 'edit', name: 'Workers R2 Storage', probe: 'r2/buckets' },
  { key: 'd1', type: 'edit', name: 'D1', probe: 'd1/database' },
  { key: 'queues', type: 'edit', name: 'Queues', probe: 'queues' },
  { key: 'account_settings', type: 'read', name: 'Account Settings', probe: '' },
  { key: 'billing', type: 'read', name: 'Billing', probe: '' },
  {
    key: 'workers_routes',
    type: 'edit',
    name: 'Workers Routes',
    probe: '/zones/ZONE/workers/routes',
  },
  { key: 'dns', type: 'edit', name: 'DNS', probe: '/zones/ZONE/dns_records?per_page=5' },
  { key: 'zone', type: 'read', name: 'Zone', probe: '' },
] as const
const emailPermission = {
  key: 'email_sending',
  type: 'edit',
  name: 'Email Sending',
  probe: '/zones/ZONE/email/sending/subdomains',
} as const

const listPermissions = ({ settings }: SetupContext) =>
  settings.get('EMAIL_SERVICE') === 'cloudflare' ? [...permissions, emailPermission] : permissions

const tokenQuestion: Question = { name: 'CLOUDFLARE_API_TOKEN', text: 'The token', isSecret: true }

const askForToken = (context: SetupContext, message: string) =>
  forCheck('Cloudflare’s token').person(
    message,
    createTokenLink(
      [...listPermissions(context), { key: 'account_api_tokens', type: 'edit' }],
      'setup',
    ),
    [tokenQuestion],
  )

const accountsSchema = z.array(z.object({ id: z.string(), name: z.string() }))

async function chooseAccount(context: SetupContext, cloudflare: Cloudflare): Promise<Finding> {
  const { settings } = context
  const check = forCheck('account')
  const accounts = (await cloudflare.read('/accounts', accountsSchema)) ?? []
  const stored = settings.get('CLOUDFLARE_ACCOUNT_ID')
  const account = accounts.length === 1 ? accounts[0] : accounts.find(({ id }) => id === stored)
  if (stored && account?.id !== stored) {
    return askForToken(
      context,
      `the token has no access to the account ${stored}: create another one in that account`,
    )
  }
  if (account) {
    settings.set('CLOUDFLARE_ACCOUNT_ID', account.id)
    settings.set('CLOUDFLARE_ACCOUNT_NAME', account.name)
    return check.ok(`${account.name} (${account.id})`)
  }
  if (accounts.length === 0)
    return askForToken(
      context,
      'the token has no access to any account: create another one with “Account Settings: Read”',
    )
  const list = accounts.map(({ id, name }) => `${name}: ${id}`).join(', ')
  const findMistake = (answer: string) =>
    accounts.some(({ id }) => id === answer) ? null : 'Type one of the IDs.'
  const question = {
    name: 'CLOUDFLARE_ACCOUNT_ID',
    text: 'The account’s ID',
    isSecret: false,
    findMistake,
  }
  return check.person(`the token has access to several accounts, so choose one: ${list}`, null, [
    question,
  ])
}

function checkZone(context: SetupContext, zone: Zone | null): Finding {
  const domain = getDomain(context.settings)
  const account = context.settings.require('CLOUDFLARE_ACCOUNT_ID')
  const check = forCheck('zone')
  if (!zone) {
    return check.person(
      `add ${domain} to Cloudflare, on any plan`,
      `${dashboard}/${account}/domains/overview`,
    )
  }
  if (zone.status === 'active') return check.ok(zone.name)
  const servers = zone.name_servers.join(' and ')
  return check.person(
    `set the nameservers of ${zone.name} at its registrar: ${servers}`,
    `${dashboard}/${account}/${zone.name}`,
  )
}

async function checkPermissions(
  context: SetupContext,
  cloudflare: Cloudflare,
  zone: Zone | null,
): Promise<Finding[]> {
  const account = context.settings.require('CLOUDFLARE_ACCOUNT_ID')
  const missing: string[] = []
  let hasR2 = true
  for (const { name, type, probe } of listPermissions(context)) {
    if (probe === '' || (probe.includes('ZONE') && !zone)) continue
    try {
      await cloudflare.read(probe.replace('ZONE', zone?.id ?? ''))
    } catch (error) {
      if (isFailure(error, 'noR2')) hasR2 = false
      else if (isFailure(error, 'noPermission')) missing.push(`${name}: ${type}`)
      else throw error
    }
  }
  const r2Link = `${dashboard}/${account}/r2/overview`
  return [
    missing.length === 0
      ? forCheck('permissions').ok('complete, as far as setup can check')
      : askForToken(
          context,
          `the token lacks permissions (${missing.join(', ')}): create another one`,
        ),
    hasR2
      ? forCheck('R2').ok('enabled')
      : forCheck('R2').person('enable R2, which requires a payment card', r2Link),
  ]
}

const subscriptionsSchema = z.array(z.object({ rate_plan: z.object({ id: z.string() }) }))

async function checkPaidPlan(context: SetupContext, cloudflare: Cloudflare): Promise<Finding> {
  const check = forCheck('Workers Paid')
  const account = context.settings.require('CLOUDFLARE_ACCOUNT_ID')
  const link = `${dashboard}/${account}/workers/plans`
  try {
    const subscriptions = (await cloudflare.read('subscriptions', subscriptionsSchema)) ?? []
    if (subscriptions.some(({ rate_plan }) => rate_plan.id.includes('workers_paid')))
      return check.ok('subscribed')
  } catch (error) {
    if (!isFailure(error, 'noPermission')) throw error
    return check.warning(
      'the token can’t read the account’s plans',
      `Make sure that the account has Workers Paid: ${link}`,
    )
  }
  return check.person(
    'subscribe to Workers Paid: on the free plan, queues lose messages after a day',
    link,
  )
}

const domainsSchema = z.array(z.object({ hostname: z.string(), service: z.string() }))
const recordsSchema = z.array(z.object({ type: z.string(), name: z.string(), content: z.string() }))

/** wrangler takes a domain from another Worker without asking, if it isn't run in a terminal. */
export async function checkDomainIsFree(
  context: SetupContext,
  cloudflare: Cloudflare,
  zone: Zone,
): Promise<Finding> {
  const domain = getDomain(context.settings)!
  const check = forCheck('domain')
  const { name } = context.configuration()
  const domains = (await cloudflare.read(`workers/domains?hostname=${domain}`, domainsSchema)) ?? []
  const owner = domains.find(({ hostname }) => hostname === domain)?.service
  if (owner === name) return check.ok(`${domain} belongs to ${name}`)
  const account = context.settings.require('CLOUDFLARE_ACCOUNT_ID')
  if (owner) {
    const link = `${dashboard}/${account}/workers/services/view/${owner}`
    return check.problem(
      `${domain} belongs to another Worker, ${owner}`,
      `Remove the domain there (${link}), or choose another domain for this site.`,
    )
  }
  const records =
    (await cloudflare.read(`/zones/${zone.id}/dns_records?name=${domain}`, recordsSchema)) ?? []
  const taken = records.filter(({ type }) => ['A', 'AAAA', 'CNAME'].includes(type))
  if (taken.length === 0) return check.ok(`${domain} is unused`)
  const list = taken.map(({ type, content }) => `${type} ${content}`).join(', ')
  return check.problem(
    `${domain} points elsewhere (${list})`,
    `If nobody needs that site any more, delete ${taken.length === 1 ? 'the record' : 'the records'}: ${dashboard}/${account}/${zone.name}/dns/records`,
  )
}

export const cloudflareAccountStep: Step = {
  name: 'cloudflare-account',
  title: 'the Cloudflare account, its plan and permissions, and the domain',
  isPreflight: true,
  async inspect(context) {
    if (!context.secrets.get('CLOUDFLARE_API_TOKEN'))
      return [askForToken(context, 'create a token: the link fills in its permissions')]
    const cloudflare = connectCloudflare(context)
    let account: Finding
    try {
      account = await chooseAccount(context, cloudflare)
    } catch (error) {
      if (!isRefusedToken(error)) throw error
      return [askForToken(context, 'Cloudflare refuses the token: create another one')]
    }
    if (account.status !== 'ok') return [account]
    const zone = await findZone(cloudflare, context)
    return [
      account,
      checkZone(context, zone),
      ...(await checkPermissions(context, cloudflare, zone)),
      await checkPaidPlan(context, cloudflare),
      ...(zone ? [await checkDomainIsFree(context, cloudflare, zone)] : []),
    ]
  },
}
