import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type LocalServer, startLocalServer } from '../../../functions/testing/local-server.ts'
import {
  checkMailDomain,
  findMailDomain,
  type MailDomain,
  type MailRecords,
} from './check-mail-domain.ts'
import { joinParts, probeMailDomain } from './probe-dns.ts'

const mail: MailDomain = {
  domain: 'weekly.verandah.news',
  selector: 'resend',
  returnPath: 'send.weekly.verandah.news',
}
const complete: MailRecords = {
  spf: ['v=spf1 include:amazonses.com ~all', 'another text'],
  dkim: [`p=${'A'.repeat(200)}`],
  dmarc: ['v=DMARC1; p=none; rua=mailto:a@verandah.news'],
  returnPath: ['10 feedback-smtp.eu-west-1.amazonses.com.'],
}
const check = (changes: Partial<MailRecords>) =>
  checkMailDomain(mail, { isKnown: true, value: { ...complete, ...changes } })
    .filter(({ status }) => status !== 'ok')
    .map((finding) => finding.check)

describe('The Weekly’s domain', () => {
  it.each<[string, Partial<MailRecords>, readonly string[]]>([
    ['is complete', {}, []],
    ['has a DKIM key with a version', { dkim: [`v=DKIM1; k=rsa; p=${'A'.repeat(200)}`] }, []],
    ['has no SPF', { spf: ['another text'] }, ['SPF']],
    ['has two SPF records', { spf: ['v=spf1 -all', 'v=spf1 ~all'] }, ['SPF']],
    ['has a revoked DKIM key', { dkim: ['v=DKIM1; p='] }, ['DKIM']],
    ['has no DKIM key', { dkim: [] }, ['DKIM']],
    ['has no DMARC', { dmarc: [] }, ['DMARC']],
    ['has DMARC without a policy', { dmarc: ['v=DMARC1; rua=mailto:a@b.co'] }, ['DMARC']],
    ['has no return path', { returnPath: [] }, ['the return path']],
  ])('has all its problems reported, and no others: it %s', (_, changes, expected) => {
    expect(check(changes)).toEqual(expected)
  })

  it('isn’t checked if it’s an example domain, and is skipped without a DNS answer', () => {
    expect(findMailDomain({})).toBeNull()
    expect(checkMailDomain(null, { isKnown: false, reason: 'x' })).toEqual([])
    const [finding] = checkMailDomain(mail, { isKnown: false, reason: 'offline' })
    expect(finding?.status).toBe('skipped')
  })
})

describe('DNS over HTTPS', () => {
  let server: LocalServer
  let answers: Readonly<Record<string, object>>
  beforeEach(async () => {
    server = await startLocalServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://127.0.0.1')
      const key = `${searchParams.get('type')} ${searchParams.get('name')}`
      response.end(JSON.stringify(answers[key] ?? { Status: 3 }))
    })
  })
  afterEach(() => server.stop())

  it('reads long texts, follows aliases, and accepts a missing name as an answer', async () => {
    answers = {
      'TXT resend._domainkey.weekly.verandah.news': {
        Status: 0,
        Answer: [
          { type: 5, data: 'resend.dkim.example.' },
          { type: 16, data: '"v=DKIM1; " "p=AAAA"' },
        ],
      },
      'MX send.weekly.verandah.news': { Status: 0, Answer: [{ type: 15, data: '10 mx.example.' }] },
    }
    expect(await probeMailDomain(mail, server.url)).toEqual({
      isKnown: true,
      value: { spf: [], dkim: ['v=DKIM1; p=AAAA'], dmarc: [], returnPath: ['10 mx.example.'] },
    })
  })

  it('is unknown if the resolver fails', async () => {
    answers = { 'TXT _dmarc.weekly.verandah.news': { Status: 2 } }
    expect((await probeMailDomain(mail, server.url)).isKnown).toBe(false)
  })

  it.each([
    ['"a" "b"', 'ab'],
    ['"a"', 'a'],
    ['v=spf1', 'v=spf1'],
  ])('joins the parts of %s', (data, expected) => {
    expect(joinParts(data)).toBe(expected)
  })
})
