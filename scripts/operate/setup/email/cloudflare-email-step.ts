/**
 * Cloudflare Email Service, for emails about accounts and purchases only: its terms don't allow newsletters. Source: its API
 * reference and the calls of wrangler. The Worker needs no key, and Cloudflare keeps the list of bounced addresses itself.
 */
import { z } from 'zod'
import { getSettingsPath } from '../../../build/deploy-environment.ts'
import {
  type Cloudflare,
  connectCloudflare,
  findZone,
  type Zone,
} from '../cloudflare/connect-cloudflare.ts'
import { type DnsRecord, normalizeText, planRecords } from '../cloudflare/dns-records.ts'
import { type Finding, forCheck } from '../run/finding.ts'
import { pollUntil, type SetupContext } from '../run/step.ts'
import { checkSenders, inspectVariables, isReady, listSenders } from './senders.ts'

/** The token's permission is checked with the others (cloudflare/account-step.ts). */
export async function inspectCloudflareAccount({
  environment,
  settings,
}: SetupContext): Promise<readonly Finding[]> {
  const check = forCheck('The Weekly')
  const other = settings.get('WEEKLY_MAIL_PROVIDER')
  if (other) return [check.ok(`sent by ${other}`)]
  const remedy = `To send it, change EMAIL_SERVICE in ${getSettingsPath(environment)} to resend, postmark or ses, then run the same command again.`
  return [check.warning('isn’t sent: Cloudflare doesn’t allow newsletters', remedy)]
}

const domainSchema = z.object({
  tag: z.string(),
  name: z.string(),
  enabled: z.boolean(),
})
const recordsSchema = z.array(
  z.object({
    type: z.string(),
    name: z.string(),
    content: z.string(),
    priority: z.int().optional(),
  }),
)

const isKnownType = (type: string): type is DnsRecord['type'] =>
  ['TXT', 'MX', 'CNAME'].includes(type)

async function listRecords(cloudflare: Cloudflare, path: string, domain: string) {
  const found = (await cloudflare.read(`${path}/dns`, recordsSchema)) ?? []
  const records = found.flatMap(({ type, name, content, priority }): DnsRecord[] =>
    isKnownType(type)
      ? [
          {
            type,
            name,
            content: normalizeText(content),
            ...(priority === undefined ? {} : { priority }),
          },
        ]
      : [],
  )
  const policy = { type: 'TXT', name: `_dmarc.${domain}`, content: 'v=DMARC1; p=none' } as const
  return records.some(({ name }) => name === policy.name) ? records : [...records, policy]
}

async function inspectDomain(
  context: SetupContext,
  zone: Zone,
  domain: string,
): Promise<readonly Finding[]> {
  const cloudflare = connectCloudflare(context)
  const check = forCheck(`domain ${domain}`)
  const collection = `/zones/${zone.id}/email/sending/subdomains`
  const read = async () =>
    (await cloudflare.read(collection, z.array(domainSchema)))?.find(({ name }) => name === domain)
  const found = await read()
  if (!found) {
    return [
      check.change('turn on sending', () => cloudflare.write('POST', collection, { name: domain })),
    ]
  }
  const path = `${collection}/${found.tag}`
  const records = await planRecords(
    context,
    await listRecords(cloudflare, path, domain),
    found.enabled,
  )
  if (found.enabled) return [check.ok('sends emails'), ...records]
  if (!records.every(({ status }) => status === 'ok')) return records
  // A repeated call turns sending on.
  const wait = check.change('wait until Cloudflare has verified its DNS records', async () => {
    await cloudflare.write('POST', collection, { name: domain })
    await pollUntil(context, 5, async () => (await read())?.enabled === true)
  })
  return [...records, wait]
}

export async function inspectCloudflareEmail(context: SetupContext): Promise<readonly Finding[]> {
  const senders = listSenders(context).filter(({ kind }) => kind === 'account')
  const zone = await findZone(connectCloudflare(context), context)
  if (!zone) return [forCheck('domain').skipped('waits for the zone')]
  const findings: Finding[] = [...checkSenders(senders)]
  for (const { domain } of senders) {
    const isInZone = domain === zone.name || domain.endsWith(`.${zone.name}`)
    const remedy = `Change subscriptionsEmail in src/publication/identity.ts to an address of ${zone.name}.`
    findings.push(
      ...(isInZone
        ? await inspectDomain(context, zone, domain)
        : [forCheck(`domain ${domain}`).problem(`isn’t part of ${zone.name}`, remedy)]),
    )
  }
  if (!isReady(findings)) return findings
  return [...findings, inspectVariables(context, 'cloudflare', senders, {})]
}
