import { describe, expect, it } from 'vitest'
import {
  checkBotCheck,
  checkBucket,
  checkQueueThere,
  checkSecrets,
  checkSelling,
} from './cloudflare.ts'
import type { Finding } from './finding.ts'
import {
  checkBuiltConfiguration,
  checkWorkerConfiguration,
  type WorkerConfiguration,
} from './worker-configuration.ts'
import {
  workerMail,
  workerPayPal,
  workerRebuild,
  workerSecrets,
  workerVariables,
} from './worker-names.ts'
import { queueAnswer, readConfiguration } from './wrangler.ts'

const now = new Date('2026-12-01')
const environment = { SITE_URL: 'https://verandah.news', FIREBASE_PROJECT_ID: 'live' }
/** The repository's own, but for what differs from one publication to the next. */
const good: WorkerConfiguration = {
  ...(await readConfiguration())!,
  routes: [{ pattern: 'verandah.news' }],
  vars: {},
  compatibility_date: '2026-10-15',
  r2_buckets: [{ binding: 'MEDIA', bucket_name: 'pictures' }],
}

const named = (findings: readonly Finding[], status: Finding['status']) =>
  findings.filter((finding) => finding.status === status).map(({ check }) => check)
const problemsOf = (configuration: WorkerConfiguration) =>
  named(checkWorkerConfiguration(configuration, environment, now), 'problem')

describe('the Worker’s configuration', () => {
  it('has no problem once it has an address', () => {
    expect(problemsOf(good)).toEqual([])
    expect(problemsOf({ ...good, routes: ['verandah.news/*'] })).toEqual([])
    expect(problemsOf({ ...good, vars: { FIREBASE_PROJECT_ID: 'live' } })).toEqual([])
    const events = { ANALYTICS_URL: 'https://api.segment.io' }
    expect(problemsOf({ ...good, vars: events })).toEqual([])
    const hook = { REBUILD_HOOK_URL: 'https://api.github.com/repos/a/b/dispatches' }
    expect(problemsOf({ ...good, vars: hook })).toEqual([])
  })

  it.each<[string, Partial<WorkerConfiguration>, string]>([
    ['a further address', { workers_dev: true }, 'doors'],
    ['further addresses by default', { workers_dev: undefined }, 'doors'],
    ['previews', { preview_urls: true }, 'doors'],
    ['no address', { routes: [] }, 'route'],
    ['another address', { routes: [{ pattern: 'other.news' }] }, 'route'],
    ['an address that only looks alike', { routes: ['verandah.news.evil.net/*'] }, 'route'],
    [
      'no Worker first',
      { assets: { binding: 'ASSETS', run_worker_first: false } },
      'run_worker_first',
    ],
    [
      'sealed bodies served',
      { assets: { binding: 'ASSETS', run_worker_first: ['/api/*'] } },
      'run_worker_first',
    ],
    [
      'sealed bodies exempt',
      { assets: { binding: 'ASSETS', run_worker_first: ['/*', '!/sealed/*'] } },
      'run_worker_first',
    ],
    ['no pictures', { r2_buckets: [] }, 'bindings'],
    ['no Images', { images: undefined }, 'bindings'],
    ['a limit less', { ratelimits: good.ratelimits.slice(1) }, 'bindings'],
    ['no queue', { queues: { producers: [], consumers: [] } }, 'bindings'],
    [
      'nobody at the end of the queue',
      { queues: { ...good.queues, consumers: [] } },
      'the queue of rebuilds',
    ],
    [
      'another queue at its end',
      { queues: { ...good.queues, consumers: [{ queue: 'another', max_concurrency: 1 }] } },
      'the queue of rebuilds',
    ],
    [
      'several builds at a time',
      { queues: { ...good.queues, consumers: [{ queue: good.queues.producers[0]!.queue }] } },
      'the queue of rebuilds',
    ],
    ['no clock', { triggers: { crons: [] } }, 'the clock'],
    ['a slow clock', { triggers: { crons: ['0 * * * *'] } }, 'the clock'],
    [
      'a hook on this machine',
      { vars: { REBUILD_HOOK_URL: 'http://127.0.0.1/x' } },
      'REBUILD_HOOK_URL',
    ],
    ['a hook in the clear', { vars: { REBUILD_HOOK_URL: 'http://ci.dev/x' } }, 'REBUILD_HOOK_URL'],
    [
      'a hook that is a key',
      {
        vars: {
          REBUILD_HOOK_URL: 'https://api.cloudflare.com/client/v4/workers/builds/deploy_hooks/1',
        },
      },
      'REBUILD_HOOK_URL',
    ],
    ['a key of the hook in the file', { vars: { REBUILD_HOOK_TOKEN: 'x' } }, 'REBUILD_HOOK_TOKEN'],
    ['no date', { compatibility_date: undefined }, 'compatibility_date'],
    ['a date to come', { compatibility_date: '2026-12-02' }, 'compatibility_date'],
    ['a secret in the file', { vars: { SESSION_KEYS: '1:x' } }, 'SESSION_KEYS'],
    ['a key of the bot check in the file', { vars: { RECAPTCHA_SECRET: 'x' } }, 'RECAPTCHA_SECRET'],
    ['a stand-in in the file', { vars: { FIRESTORE_URL: 'http://x' } }, 'FIRESTORE_URL'],
    ['a key of the mail service in the file', { vars: { MAIL_KEY: 'x' } }, 'MAIL_KEY'],
    ['PayPal’s secret in the file', { vars: { PAYPAL_SECRET: 'x' } }, 'PAYPAL_SECRET'],
    ['a key of events in the file', { vars: { ANALYTICS_WRITE_KEY: 'x' } }, 'ANALYTICS_WRITE_KEY'],
    ['events to nobody', { vars: { ANALYTICS_URL: 'http://localhost:8025' } }, 'ANALYTICS_URL'],
    ['events to a path', { vars: { ANALYTICS_URL: 'https://a.dev/v1' } }, 'ANALYTICS_URL'],
    [
      'another project',
      { vars: { FIREBASE_PROJECT_ID: 'staging' } },
      'FIREBASE_PROJECT_ID of the Worker',
    ],
  ])('has a problem with %s', (_, changed, check) => {
    expect(problemsOf({ ...good, ...changed } as WorkerConfiguration)).toEqual([check])
  })

  it('is warned of when its date is old', () => {
    const old = { ...good, compatibility_date: '2024-01-01' }
    const findings = checkWorkerConfiguration(old, environment, now)
    expect(named(findings, 'warning')).toEqual(['compatibility_date'])
  })

  it('has to be that of the build', () => {
    expect(checkBuiltConfiguration(good, good)).toEqual([])
    expect(checkBuiltConfiguration(good, null)).toEqual([])
    const changed = checkBuiltConfiguration(good, { ...good, routes: [] })
    expect(named(changed, 'problem')).toEqual(['wrangler.toml'])
  })
})

describe('what Cloudflare holds', () => {
  const secrets = (names: string[] | null, vars: WorkerConfiguration['vars'] = {}) =>
    checkSecrets({ asked: true, value: names }, { ...good, vars })
  const all = [...workerSecrets, ...workerVariables]

  it('are all the names, as secrets or variables', () => {
    expect(named(secrets(all), 'problem')).toEqual([])
    const vars = { FIREBASE_PROJECT_ID: 'live', FIREBASE_API_KEY: 'key' }
    expect(named(secrets(workerSecrets, vars), 'problem')).toEqual([])
  })

  it.each(all)('has a problem without %s', (name) => {
    const findings = secrets(all.filter((other) => other !== name))
    expect(findings).toContainEqual(
      expect.objectContaining({ status: 'problem', says: `not set: ${name}` }),
    )
  })

  it('has a problem with a Worker that does not exist yet, and with stand-ins', () => {
    expect(named(secrets(null), 'problem')).toEqual(['the Worker’s secrets'])
    expect(named(secrets([...all, 'IDENTITY_URL']), 'problem')).toEqual(['IDENTITY_URL'])
  })

  it('is warned of events that go somewhere without a key', () => {
    const vars = {
      ANALYTICS_URL: 'https://api.segment.io',
      REBUILD_HOOK_URL: 'https://ci.example.dev/build',
    }
    expect(named(secrets(all, vars), 'warning')).toEqual(['ANALYTICS_WRITE_KEY'])
    expect(named(secrets([...all, 'ANALYTICS_WRITE_KEY'], vars), 'warning')).toEqual([])
  })

  it('is warned where nobody builds the site by itself', () => {
    expect(named(secrets(all), 'warning')).toEqual([workerRebuild.url])
    expect(named(secrets([...all, workerRebuild.url]), 'warning')).toEqual([])
  })

  it.each<[string, string, readonly string[], object]>([
    ['nothing', '', [], { 'selling subscriptions': 'ok' }],
    [
      'everything',
      'client',
      [...workerPayPal, ...workerMail],
      { 'selling subscriptions': 'ok', 'letters to readers': 'ok' },
    ],
    [
      'no mail service',
      'client',
      workerPayPal,
      { 'selling subscriptions': 'ok', 'letters to readers': 'warning' },
    ],
    [
      'half of either',
      'client',
      ['PAYPAL_CLIENT_ID', 'MAIL_URL'],
      { 'selling subscriptions': 'problem', 'letters to readers': 'problem' },
    ],
    ['pages that sell alone', 'client', [], { 'selling subscriptions': 'problem' }],
    [
      'a Worker that sells alone',
      '',
      workerPayPal,
      { 'selling subscriptions': 'problem', 'letters to readers': 'warning' },
    ],
    ['the site’s address alone', '', ['SITE_URL'], { 'selling subscriptions': 'ok' }],
  ])('for selling, with %s', (_, clientId, names, expected) => {
    const answer = { asked: true, value: names } as const
    const findings = checkSelling(answer, good, { PAYPAL_CLIENT_ID: clientId })
    expect(Object.fromEntries(findings.map(({ check, status }) => [check, status]))).toEqual(
      expected,
    )
  })

  it.each([
    ['both keys of the bot check', 'site-key', ['RECAPTCHA_SECRET'], 'ok'],
    ['none', '', [], 'ok'],
    ['pages that ask for one that nobody verifies', 'site-key', [], 'problem'],
    ['a secret whose check no page makes', '', ['RECAPTCHA_SECRET'], 'problem'],
  ] as const)('with %s', (_, siteKey, names, status) => {
    const answer = { asked: true, value: names } as const
    expect(checkBotCheck(answer, { RECAPTCHA_SITE_KEY: siteKey })).toMatchObject([{ status }])
    expect(checkBotCheck({ asked: false, because: '' }, {})).toEqual([])
  })

  it('is not asked where it cannot be, and the bucket neither', () => {
    const answer = { asked: false, because: 'nobody is logged in' } as const
    const findings = [
      ...checkSecrets(answer, good),
      checkBucket(answer, good),
      checkQueueThere(answer, good),
    ]
    expect(new Set(findings.map(({ status }) => status))).toEqual(new Set(['not asked']))
    expect(findings).toHaveLength(3)
  })

  it('has a problem without the bucket', () => {
    expect(checkBucket({ asked: true, value: true }, good).status).toBe('ok')
    expect(checkBucket({ asked: true, value: false }, good)).toMatchObject({
      status: 'problem',
      says: 'pictures is not there',
    })
  })
  it('has a problem without the queue, which wrangler says in words', () => {
    const asked = (code: number, errors: string) => queueAnswer({ code, output: '', errors })
    const remedy = 'npm run wrangler -- queues create verandah-rebuilds'
    const none = asked(
      1,
      'X [ERROR] Queue "verandah-rebuilds" does not exist. To create it, run: …',
    )
    expect(checkQueueThere(asked(0, ''), good).status).toBe('ok')
    expect(checkQueueThere(none, good)).toMatchObject({
      status: 'problem',
      says: 'verandah-rebuilds is not there',
      remedy,
    })
    expect(checkQueueThere(asked(1, 'A request failed'), good).status).toBe('not asked')
  })
})
