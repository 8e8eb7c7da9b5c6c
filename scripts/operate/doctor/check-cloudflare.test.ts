import { describe, expect, it } from 'vitest'
import type { Finding } from '../setup/finding.ts'
import { checkBucket, checkQueueExists, checkSecrets } from './check-cloudflare.ts'
import type { WorkerConfiguration } from './check-worker-configuration.ts'
import { parseQueueOutcome } from './probe-cloudflare.ts'
import { findChecks, validConfiguration } from './testing/valid-configuration.ts'
import {
  workerHealth,
  workerMail,
  workerPayPal,
  workerRebuild,
  workerSecrets,
  workerVariables,
  workerWeeklyMail,
} from './worker-variable-names.ts'

function secrets(
  value: readonly string[] | null,
  configuration: Partial<WorkerConfiguration> = {},
  environment = {},
) {
  const answer = { isKnown: true, value } as const
  return checkSecrets(answer, { ...validConfiguration, ...configuration }, environment)
}

/** Lists the statuses by check. */
const listStatuses = (findings: readonly Finding[]) =>
  Object.fromEntries(findings.map(({ check, status }) => [check, status]))

describe('the Worker’s settings at Cloudflare', () => {
  const all = [...workerSecrets, ...workerVariables]

  it('may be secrets or variables', () => {
    expect(findChecks(secrets(all), 'problem')).toEqual([])
    const vars = { FIREBASE_PROJECT_ID: 'live', FIREBASE_API_KEY: 'key' }
    expect(findChecks(secrets(workerSecrets, { vars }), 'problem')).toEqual([])
  })

  it.each(all)('have a problem without %s', (name) => {
    const findings = secrets(all.filter((other) => other !== name))
    expect(findings).toContainEqual(
      expect.objectContaining({ status: 'problem', message: `not set: ${name}` }),
    )
  })

  it('have a problem if the Worker is missing, or if addresses of fakes are set', () => {
    expect(findChecks(secrets(null), 'problem')).toEqual(['the Worker’s secrets'])
    expect(findChecks(secrets([...all, 'IDENTITY_URL']), 'problem')).toEqual(['IDENTITY_URL'])
  })

  it('have a warning for events without a key', () => {
    const vars = {
      ANALYTICS_URL: 'https://api.segment.io',
      REBUILD_HOOK_URL: 'https://ci.example.dev/build',
    }
    expect(findChecks(secrets([...all, workerHealth], { vars }), 'warning')).toEqual([
      'ANALYTICS_WRITE_KEY',
    ])
    expect(
      findChecks(secrets([...all, 'ANALYTICS_WRITE_KEY', workerHealth], { vars }), 'warning'),
    ).toEqual([])
  })

  it('have a warning if nothing builds the site automatically, or nothing monitors the site', () => {
    expect(findChecks(secrets([...all, workerHealth]), 'warning')).toEqual([workerRebuild.url])
    expect(findChecks(secrets([...all, workerRebuild.url]), 'warning')).toEqual([workerHealth])
  })

  const mail = 'emails to readers'
  it.each<[string, string, readonly string[], object]>([
    ['nothing', '', [], { PayPal: 'ok' }],
    [
      'everything',
      'client',
      [...workerPayPal, ...workerMail, 'MAIL_EVENTS'],
      { PayPal: 'ok', [mail]: 'ok' },
    ],
    [
      'emails without events',
      'client',
      [...workerPayPal, ...workerMail],
      { PayPal: 'ok', [mail]: 'warning' },
    ],
    ['no email service', 'client', workerPayPal, { PayPal: 'ok', [mail]: 'warning' }],
    [
      'half of either',
      'client',
      ['PAYPAL_CLIENT_ID', 'MAIL_URL'],
      { PayPal: 'problem', [mail]: 'problem' },
    ],
    ['only pages that sell', 'client', [], { PayPal: 'problem' }],
    ['only a Worker that sells', '', workerPayPal, { PayPal: 'problem', [mail]: 'warning' }],
    ['only the site’s address', '', ['SITE_URL'], { PayPal: 'ok' }],
  ])('are checked for payments with %s', (_, clientId, names, expected) => {
    const { PayPal, [mail]: mailStatus } = listStatuses(
      secrets(names, {}, { PAYPAL_CLIENT_ID: clientId }),
    )
    expect({ PayPal, [mail]: mailStatus }).toEqual(expected)
  })

  it.each([
    ['both keys', 'site-key', ['RECAPTCHA_SECRET'], 'ok'],
    ['no key', '', [], 'ok'],
    ['only the pages’ key', 'site-key', [], 'problem'],
    ['only the Worker’s key', '', ['RECAPTCHA_SECRET'], 'problem'],
  ] as const)('are checked for the bot check with %s', (_, siteKey, names, status) => {
    const findings = secrets(names, {}, { RECAPTCHA_SITE_KEY: siteKey })
    expect(listStatuses(findings)['the bot check']).toBe(status)
  })

  it('aren’t checked offline, and neither is the bucket', () => {
    const answer = { isKnown: false, reason: 'not logged in' } as const
    const findings = [
      ...checkSecrets(answer, validConfiguration, {}),
      checkBucket(answer, validConfiguration),
      checkQueueExists(answer, validConfiguration),
    ]
    expect(new Set(findings.map(({ status }) => status))).toEqual(new Set(['skipped']))
    expect(findings).toHaveLength(3)
  })

  it('are reported if no bucket or queue is configured', () => {
    const answer = { isKnown: false, reason: '--offline' } as const
    const configuration = {
      ...validConfiguration,
      r2_buckets: [],
      queues: { ...validConfiguration.queues, producers: [] },
    }
    const skipped = { status: 'skipped', reason: 'not configured' }
    expect(checkBucket(answer, configuration)).toMatchObject(skipped)
    expect(checkQueueExists(answer, configuration)).toMatchObject(skipped)
  })

  it('have a problem without the bucket', () => {
    expect(checkBucket({ isKnown: true, value: true }, validConfiguration).status).toBe('ok')
    expect(checkBucket({ isKnown: true, value: false }, validConfiguration)).toMatchObject({
      status: 'problem',
      message: 'pictures not found',
    })
  })
  it('have a problem without the queue, which wrangler reports only in words', () => {
    const isKnown = (code: number, errors: string) =>
      parseQueueOutcome({ code, output: '', errors })
    const remedy = 'npm run wrangler -- queues create verandah-rebuilds'
    const none = isKnown(
      1,
      'X [ERROR] Queue "verandah-rebuilds" does not exist. To create it, run: …',
    )
    expect(checkQueueExists(isKnown(0, ''), validConfiguration).status).toBe('ok')
    expect(checkQueueExists(none, validConfiguration)).toMatchObject({
      status: 'problem',
      message: 'verandah-rebuilds not found',
      remedy,
    })
    expect(checkQueueExists(isKnown(1, 'A request failed'), validConfiguration).status).toBe(
      'skipped',
    )
  })
})

describe('the email service for readers', () => {
  const sender = ['MAIL_FROM', 'SITE_URL']
  const bound = { send_email: [{ name: 'EMAIL' }] }
  it.each<[object, readonly string[], object, string]>([
    [{ MAIL_PROVIDER: 'cloudflare' }, sender, bound, 'ok'],
    [{ MAIL_PROVIDER: 'cloudflare' }, sender, {}, 'problem'],
    [{ MAIL_PROVIDER: 'cloudflare' }, ['SITE_URL'], bound, 'problem'],
    [{ MAIL_PROVIDER: 'postmark' }, sender, bound, 'problem'],
    [{}, workerMail, {}, 'warning'],
    [{}, [...workerMail, 'MAIL_EVENTS'], {}, 'ok'],
    [{}, [...workerMail, 'WEEKLY_MAIL_EVENTS'], {}, 'ok'],
    [{ MAIL_PROVIDER: 'ses' }, [...workerMail, 'WEEKLY_MAIL_EVENTS'], {}, 'warning'],
    [
      { MAIL_PROVIDER: 'ses', WEEKLY_MAIL_PROVIDER: 'ses' },
      [...workerMail, 'WEEKLY_MAIL_EVENTS'],
      {},
      'ok',
    ],
    [{}, ['MAIL_URL'], {}, 'problem'],
  ])('is judged by its variables and binding: %j %j %j', (vars, names, bindings, status) => {
    const findings = secrets(names, { ...bindings, vars: { ...vars } })
    expect(listStatuses(findings)['emails to readers']).toBe(status)
  })
})

describe('the email service for The Weekly', () => {
  it.each([
    [workerWeeklyMail, 'ok'],
    [[], 'ok'],
    [['WEEKLY_MAIL_KEY', 'WEEKLY_MAIL_FROM'], 'warning'],
    [['WEEKLY_MAIL_KEY'], 'problem'],
    [['WEEKLY_MAIL_EVENTS'], 'problem'],
  ] as const)('is judged by its variables: %j', (names, status) => {
    expect(listStatuses(secrets(names))['The Weekly']).toBe(status)
  })
})
