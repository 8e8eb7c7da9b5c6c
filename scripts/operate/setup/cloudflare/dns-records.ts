/** Adds DNS records for email. Never replaces a record: an existing SPF is extended, an existing DMARC policy is kept. */
import { z } from 'zod'
import { type Finding, forCheck } from '../run/finding.ts'
import type { SetupContext } from '../run/step.ts'
import { type Cloudflare, connectCloudflare, findZone } from './connect-cloudflare.ts'

export type DnsRecord = {
  readonly type: 'TXT' | 'MX' | 'CNAME'
  /** The full name. */
  readonly name: string
  /** A text without quotation marks, or a host without a last dot. */
  readonly content: string
  readonly priority?: number
}

const storedSchema = z.object({
  id: z.string(),
  type: z.string(),
  name: z.string(),
  content: z.string(),
})
type StoredRecord = z.infer<typeof storedSchema>

/** Joins a text's parts of up to 255 characters, each in quotation marks. */
export const normalizeText = (content: string) =>
  content.replace(/^"|"$/g, '').replace(/"\s+"/g, '')

const isSpf = (text: string) => /^v=spf1(?: |$)/i.test(text)
const isDmarc = (text: string) => /^v=DMARC1\s*;/i.test(text)

/** Mechanisms that cost the receiver a lookup. Source: RFC 7208, 4.6.4. */
const lookups = /^[+?~-]?(?:include:|a$|a[:/]|mx$|mx[:/]|ptr|exists:|redirect=)/i
const maxLookups = 10

/** Inserts before `all` the mechanisms of `wanted` that `existing` lacks. Null if that would need too many lookups. */
export function mergeSpf(existing: string, wanted: string): string | null {
  const terms = existing.trim().split(/\s+/)
  const isAll = (term: string) => /^[+?~-]?all$/i.test(term)
  const missing = wanted
    .trim()
    .split(/\s+/)
    .slice(1)
    .filter(
      (term) => !isAll(term) && !terms.some((one) => one.toLowerCase() === term.toLowerCase()),
    )
  if (missing.length === 0) return existing
  const place = terms.findIndex((term) => isAll(term) || /^redirect=/i.test(term))
  const merged = place < 0 ? [...terms, ...missing] : terms.toSpliced(place, 0, ...missing)
  return merged.filter((term) => lookups.test(term)).length > maxLookups ? null : merged.join(' ')
}

const sameHost = (one: string, other: string) =>
  one.replace(/\.$/, '').toLowerCase() === other.replace(/\.$/, '').toLowerCase()

const deleteOthers = 'Delete all but one at Cloudflare, then run the same command again.'

type Writer = {
  add(record: DnsRecord): Promise<void>
  update(id: string, content: string): Promise<void>
}

/** `stored` are the records of the same name. */
export function planRecord(
  record: DnsRecord,
  stored: readonly StoredRecord[],
  writer: Writer,
): Finding {
  const check = forCheck(`${record.type} ${record.name}`)
  const add = () => check.change(`add ${record.content}`, () => writer.add(record))
  const texts = stored
    .filter(({ type }) => type === 'TXT')
    .map(({ id, content }) => ({ id, text: normalizeText(content) }))
  if (record.type === 'TXT' && isDmarc(record.content)) {
    const policies = texts.filter(({ text }) => isDmarc(text))
    if (policies.length > 1)
      return check.problem('several policies, which makes them invalid', deleteOthers)
    return policies[0] ? check.ok(`keeps ${policies[0].text}`) : add()
  }
  if (record.type === 'TXT' && isSpf(record.content)) {
    const [existing, second] = texts.filter(({ text }) => isSpf(text))
    if (second) return check.problem('several SPF records, which makes them invalid', deleteOthers)
    if (!existing) return add()
    const merged = mergeSpf(existing.text, record.content)
    if (merged === null) {
      const remedy =
        'Remove a sender that isn’t used any more from the record, then run the same command again.'
      return check.problem(`the SPF record would need more than ${maxLookups} lookups`, remedy)
    }
    if (merged === existing.text) return check.ok(merged)
    return check.change(`extend the SPF record to: ${merged}`, () =>
      writer.update(existing.id, merged),
    )
  }
  const others = stored.filter(
    ({ type }) => type === record.type || type === 'CNAME' || record.type === 'CNAME',
  )
  if (others.length === 0) return add()
  const isSame = ({ type, content }: StoredRecord) =>
    type === record.type &&
    (type === 'TXT' ? normalizeText(content) === record.content : sameHost(content, record.content))
  if (others.some(isSame)) return check.ok('exists')
  // A name can have several texts, but only one DKIM key or host.
  if (record.type === 'TXT' && !/\bp=/.test(record.content)) return add()
  const list = others.map(({ type, content }) => `${type} ${content}`).join(', ')
  return check.problem(
    `has another value: ${list}`,
    'If nothing uses it, delete it at Cloudflare, then run the same command again.',
  )
}

const quote = (text: string) => (text.match(/.{1,255}/g) ?? []).map((part) => `"${part}"`).join(' ')

const defaultPriority = 10

function createWriter(cloudflare: Cloudflare, zoneId: string): Writer {
  const path = `/zones/${zoneId}/dns_records`
  return {
    async add({ type, name, content, priority }) {
      const value = type === 'TXT' ? quote(content) : content
      const body = {
        type,
        name,
        content: value,
        ttl: 1,
        ...(type === 'MX' ? { priority: priority ?? defaultPriority } : {}),
      }
      await cloudflare.write('POST', path, body)
    },
    async update(id, content) {
      await cloudflare.write('PATCH', `${path}/${id}`, { content: quote(content) })
    },
  }
}

/**
 * Inspects the records in the site's zone at Cloudflare. Those of a domain elsewhere are listed for a person until the
 * email service has verified the domain.
 */
export async function planRecords(
  context: SetupContext,
  records: readonly DnsRecord[],
  isVerified: boolean,
): Promise<Finding[]> {
  const cloudflare = connectCloudflare(context)
  const zone = await findZone(cloudflare, context)
  if (!zone) return [forCheck('DNS').skipped('waits for the zone')]
  const writer = createWriter(cloudflare, zone.id)
  const findings: Finding[] = []
  for (const record of records) {
    if (record.name !== zone.name && !record.name.endsWith(`.${zone.name}`)) {
      if (isVerified) continue
      const { type, name, content, priority } = record
      const value = type === 'MX' ? `${content}, priority ${priority ?? defaultPriority}` : content
      const text = `add this record at the domain’s DNS provider, then have the email service verify the domain: ${value}`
      findings.push(forCheck(`${type} ${name}`).person(text))
      continue
    }
    const path = `/zones/${zone.id}/dns_records?name=${record.name}`
    const stored = (await cloudflare.read(path, z.array(storedSchema))) ?? []
    // Several mail servers can share a name.
    const isOther = (one: StoredRecord) =>
      one.type === 'MX' &&
      !sameHost(one.content, record.content) &&
      records.some(
        ({ type, name, content }) =>
          type === 'MX' && name === record.name && sameHost(content, one.content),
      )
    const others = stored.filter((one) => !isOther(one))
    findings.push(planRecord(record, others, writer))
  }
  return findings
}
