/** Checks The Weekly's domain as receiving servers do: SPF, DKIM, DMARC and its own return path. */
import { site } from '../../../src/publication/identity.ts'
import type { Environment } from '../../shared/operator-environment.ts'
import { type Finding, forCheck, type ProbeResult } from '../setup/run/finding.ts'

export type MailDomain = {
  readonly domain: string
  /** The DKIM selector: DNS can't list selectors, so it's a setting. */
  readonly selector: string
  /** The host that bounces are sent to. */
  readonly returnPath: string
}

/**
 * Returns null while the publication has its example address, and for a provider whose names nobody has set: its records are
 * checked by the step `email` of `setup`.
 */
export function findMailDomain({
  WEEKLY_MAIL_PROVIDER: provider = 'resend',
  WEEKLY_DKIM_SELECTOR: selector = provider === 'resend' ? provider : undefined,
  WEEKLY_RETURN_PATH: returnPath = 'send',
}: Environment): MailDomain | null {
  if (selector === undefined) return null
  const domain = site.newsletterEmail.split('@')[1] ?? ''
  if (/(?:^|\.)example\.(?:com|org|net)$/.test(domain)) return null
  return { domain, selector, returnPath: `${returnPath}.${domain}` }
}

/** Texts, or hosts, by name. */
export type MailRecords = {
  readonly spf: readonly string[]
  readonly dkim: readonly string[]
  readonly dmarc: readonly string[]
  readonly returnPath: readonly string[]
}

export const listMailNames = ({ domain, selector, returnPath }: MailDomain) =>
  ({
    spf: { name: returnPath, type: 'TXT' },
    dkim: { name: `${selector}._domainkey.${domain}`, type: 'TXT' },
    dmarc: { name: `_dmarc.${domain}`, type: 'TXT' },
    returnPath: { name: returnPath, type: 'MX' },
  }) as const

const isSpf = (text: string) => /^v=spf1(?: |$)/i.test(text)
const isDkim = (text: string) => /(?:^|;)\s*p=[A-Za-z0-9+/=\s]{20,}/.test(text)
const isDmarc = (text: string) => /^v=DMARC1\s*;.*\bp=(?:none|quarantine|reject)\b/i.test(text)

export function checkMailDomain(
  mail: MailDomain | null,
  answer: ProbeResult<MailRecords>,
): Finding[] {
  if (!mail) return []
  if (!answer.isKnown) return [forCheck('The Weekly’s domain').skipped(answer.reason)]
  const { spf, dkim, dmarc, returnPath } = answer.value
  const names = listMailNames(mail)
  const report = (what: string, isFine: boolean, found: string, message: string, remedy: string) =>
    isFine ? forCheck(what).ok(found) : forCheck(what).warning(message, remedy)
  const spfCount = spf.filter(isSpf).length
  return [
    report(
      'SPF',
      spfCount === 1,
      names.spf.name,
      `${names.spf.name} has ${spfCount === 0 ? 'no SPF record' : 'several SPF records, which makes them invalid'}`,
      'Add the one TXT record that your email provider shows for its sending domain.',
    ),
    report(
      'DKIM',
      dkim.some(isDkim),
      names.dkim.name,
      `${names.dkim.name} has no key`,
      'Add the record that your email provider shows, and set WEEKLY_DKIM_SELECTOR to its selector.',
    ),
    report(
      'DMARC',
      dmarc.filter(isDmarc).length === 1,
      names.dmarc.name,
      `${names.dmarc.name} has ${dmarc.length > 1 ? 'several records, which makes them invalid' : 'no policy'}`,
      `Add a TXT record at ${names.dmarc.name}, at least “v=DMARC1; p=none”.`,
    ),
    report(
      'the return path',
      returnPath.length > 0,
      names.returnPath.name,
      `${names.returnPath.name} can’t receive bounces: it has no MX record`,
      'Add the MX record that your email provider shows, and set WEEKLY_RETURN_PATH to its first label.',
    ),
  ]
}
