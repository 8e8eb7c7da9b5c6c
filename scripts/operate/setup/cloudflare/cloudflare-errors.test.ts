import { describe, expect, it } from 'vitest'
import type { CloudflareState } from '../testing/cloudflare-state.ts'
import { createTestSite, listOutcomes } from '../testing/test-site.ts'
import { mergeSpf, planRecord } from './dns-records.ts'

describe('a missing requirement at Cloudflare', () => {
  it.each<[string, (state: CloudflareState) => void, string]>([
    ['a valid token', (state) => (state.token = 'another'), 'Cloudflare refuses the token'],
    ['an account', (state) => state.accounts.splice(0), 'the token has no access to any account'],
    ['one account', (state) => state.accounts.push({ id: 'b', name: 'B' }), 'several accounts'],
    ['the zone', (state) => state.zones.splice(0), 'add verandah.news to Cloudflare'],
    ['its nameservers', (state) => (state.zones[0]!.status = 'pending'), 'a.ns and b.ns'],
    ['R2', (state) => (state.hasR2 = false), 'enable R2'],
    ['the paid plan', (state) => (state.plan = ''), 'subscribe'],
    [
      'permissions',
      (state) => state.refused.add('d1/database').add('queues'),
      'D1: edit, Queues: edit',
    ],
    [
      'a free domain',
      (state) => state.domains.set('verandah.news', 'shop'),
      'another Worker, shop',
    ],
    [
      'an unused domain',
      (state) =>
        state.records.push({ id: '1', type: 'A', name: 'verandah.news', content: '192.0.2.1' }),
      'A 192.0.2.1',
    ],
  ])('is named before anything is created: %s', async (_, change, message) => {
    const site = await createTestSite()
    change(site.cloudflare)
    const { output, outcomes } = await site.run()
    expect(output).toContain(message)
    expect(['waiting', 'failed']).toContain(outcomes.get('cloudflare-account'))
    expect(outcomes.get('deploy')).toBe('blocked')
    expect(site.log.writes).toEqual([])
  })

  it('is named together with the others', async () => {
    const site = await createTestSite()
    site.cloudflare.hasR2 = false
    site.cloudflare.plan = ''
    site.cloudflare.refused.add('queues')
    const { output } = await site.run()
    for (const message of ['enable R2', 'subscribe', 'Queues: edit'])
      expect(output).toContain(message)
    expect(output).toContain('https://dash.cloudflare.com/profile/api-tokens?permissionGroupKeys=')
  })

  it('is also found after the setup', async () => {
    const site = await createTestSite()
    await site.run()
    const { cloudflare } = site
    cloudflare.buckets.delete('verandah-audiences')
    cloudflare.queues.set('verandah-issues', [])
    cloudflare.databases.get('verandah-statistics')!.pop()
    const worker = cloudflare.workers.get('verandah')!
    worker.crons = []
    worker.bindings = worker.bindings.filter(({ name }) => name !== 'SITE_URL')
    worker.secrets.delete('SESSION_KEYS')
    const { output, outcomes } = await site.run('verify', {})
    expect(output).toContain(
      'problem    bucket verandah-audiences: to do: create it\n           → Run: npm run setup -- --only cloudflare-resources',
    )
    expect(output).toContain(
      'build and deploy: migrations of verandah-statistics (0006_provider_reads.sql), variables (SITE_URL), the cron trigger, the consumer of verandah-issues',
    )
    expect(output).toContain('set SESSION_KEYS')
    expect(outcomes.get('cloudflare-resources')).toBe('failed')
  })
})

it('the Worker’s existing keys aren’t replaced if the recovery file is missing', async () => {
  const site = await createTestSite()
  const secrets = new Map([['SEALING_KEYS', 'existing']])
  site.cloudflare.workers.set('verandah', {
    bindings: [],
    migrationTag: null,
    crons: [],
    secrets,
    versions: [],
  })
  const { outcomes } = await site.run()
  expect(listOutcomes({ outcomes, findings: [] })).toMatchObject({
    keys: 'waiting',
    deploy: 'blocked',
  })
  const answers = { 'SEALING_KEYS, from your password manager': ['the-existing-keyring'] }
  expect((await site.run('apply', answers)).outcomes.get('keys')).toBe('done')
  expect(site.openContext().secrets.get('SEALING_KEYS')).toBe('the-existing-keyring')
})

it('the names of staging differ from those of the live site', async () => {
  const site = await createTestSite('staging')
  await site.run()
  expect([...site.cloudflare.workers.keys()]).toEqual(['verandah-staging'])
  expect([...site.cloudflare.buckets]).toEqual([
    'verandah-staging-media',
    'verandah-staging-audiences',
  ])
  expect([...site.cloudflare.queues.keys()]).toContain('verandah-staging-rebuilds')
})

describe('an SPF record', () => {
  it.each([
    [
      'v=spf1 include:a.net ~all',
      'v=spf1 include:b.net -all',
      'v=spf1 include:a.net include:b.net ~all',
    ],
    ['v=spf1 include:b.net ~all', 'v=spf1 include:b.net -all', 'v=spf1 include:b.net ~all'],
    ['v=spf1 a redirect=c.net', 'v=spf1 include:b.net', 'v=spf1 a include:b.net redirect=c.net'],
    ['v=spf1', 'v=spf1 include:b.net ~all', 'v=spf1 include:b.net'],
  ])('%s is extended by %s', (existing, wanted, expected) => {
    expect(mergeSpf(existing, wanted)).toBe(expected)
  })

  it('isn’t changed if it would need too many lookups', () => {
    const full = `v=spf1 ${Array.from({ length: 10 }, (_, index) => `include:${index}.net`).join(' ')} ~all`
    expect(mergeSpf(full, 'v=spf1 include:b.net ~all')).toBeNull()
  })
})

describe('a DNS record', () => {
  const writer = { add: async () => {}, update: async () => {} }
  const name = 'verandah.news'
  const store = (type: string, content: string) => ({ id: content, type, name, content })
  const spf = { type: 'TXT', name, content: 'v=spf1 include:b.net ~all' } as const
  const dmarc = { type: 'TXT', name, content: 'v=DMARC1; p=none' } as const
  const dkim = { type: 'TXT', name, content: 'p=MIGf' } as const
  const mx = { type: 'MX', name, content: 'mx.b.net' } as const
  it.each([
    ['is added', spf, [], 'change'],
    ['is added beside other texts', spf, [store('TXT', '"site-verification=1"')], 'change'],
    ['is extended', spf, [store('TXT', '"v=spf1 include:a.net ~all"')], 'change'],
    ['exists in parts', spf, [store('TXT', '"v=spf1 include:b" ".net ~all"')], 'ok'],
    [
      'isn’t added to several',
      spf,
      [store('TXT', 'v=spf1 ~all'), store('TXT', 'v=spf1 -all')],
      'problem',
    ],
    ['keeps another policy', dmarc, [store('TXT', '"v=DMARC1; p=reject"')], 'ok'],
    ['doesn’t replace another key', dkim, [store('TXT', '"v=DKIM1; p=OTHER"')], 'problem'],
    ['doesn’t replace another host', mx, [store('MX', 'mx.a.net')], 'problem'],
    ['exists with a last dot', mx, [store('MX', 'MX.b.net.')], 'ok'],
    ['doesn’t replace an alias', mx, [store('CNAME', 'a.net')], 'problem'],
  ] as const)('%s', (_, record, stored, status) => {
    expect(planRecord(record, stored, writer).status).toBe(status)
  })
})
