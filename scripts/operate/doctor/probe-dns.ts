/** Queries Cloudflare's resolver by DNS over HTTPS (RFC 8484's JSON form). */
import { z } from 'zod'
import type { ProbeResult } from '../setup/run/finding.ts'
import { listMailNames, type MailDomain, type MailRecords } from './check-mail-domain.ts'

const resolver = 'https://cloudflare-dns.com/dns-query'

/** Milliseconds. */
const timeout = 10_000

const types = { TXT: 16, MX: 15 } as const

const answerSchema = z.object({
  Status: z.int(),
  Answer: z.array(z.object({ type: z.int(), data: z.string() })).default([]),
})

/** Joins the quoted parts in which DNS returns long texts. */
export const joinParts = (data: string) =>
  /^"/.test(data)
    ? [...data.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, part]) => part).join('')
    : data

/** Throws if the resolver isn't responding. */
async function lookUp(url: string, name: string, type: keyof typeof types) {
  const response = await fetch(`${url}?${new URLSearchParams({ name, type })}`, {
    headers: { Accept: 'application/dns-json' },
    signal: AbortSignal.timeout(timeout),
  })
  const { Status, Answer } = answerSchema.parse(await response.json())
  // NXDOMAIN is an answer too.
  if (Status !== 0 && Status !== 3) throw new Error(`status ${Status}`)
  // A CNAME record precedes the records that it leads to.
  return Answer.filter((record) => record.type === types[type]).map(({ data }) => joinParts(data))
}

export async function probeMailDomain(
  mail: MailDomain,
  url = resolver,
): Promise<ProbeResult<MailRecords>> {
  const names = listMailNames(mail)
  try {
    const [spf, dkim, dmarc, returnPath] = await Promise.all(
      [names.spf, names.dkim, names.dmarc, names.returnPath].map(({ name, type }) =>
        lookUp(url, name, type),
      ),
    )
    return {
      isKnown: true,
      value: { spf: spf!, dkim: dkim!, dmarc: dmarc!, returnPath: returnPath! },
    }
  } catch {
    return { isKnown: false, reason: 'DNS can’t be queried (cloudflare-dns.com)' }
  }
}
