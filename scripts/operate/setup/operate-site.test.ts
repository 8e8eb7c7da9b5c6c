import { describe, expect, it } from 'vitest'
import { removeSteps } from './remove-steps.ts'
import { createRotationStep, findStage } from './rotate-step.ts'
import { runSteps } from './run/run-steps.ts'
import type { Step } from './run/step.ts'
import { deployedSteps } from './steps.ts'
import { createTestContext, createTestTerminal } from './testing/test-context.ts'
import { createAnswers, createTestSite } from './testing/test-site.ts'
import { createUpgradeSteps } from './upgrade-steps.ts'

type Site = Awaited<ReturnType<typeof createTestSite>>

async function runOnly(site: Site, chosen: readonly Step[], answers = {}) {
  const terminal = createTestTerminal(answers)
  const options = { mode: 'apply', terminal, confirm: async () => true } as const
  const report = await runSteps(chosen, site.openContext(), options)
  return { ...report, output: terminal.output() }
}

const day = 24 * 60 * 60_000

async function createSite() {
  const site = await createTestSite()
  await site.run()
  return site
}

describe('the rotation of a keyring', () => {
  it('takes one stage per run, and waits as long as the key is in use', async () => {
    const site = await createSite()
    let time = Date.now()
    const rotate = async () => {
      await runOnly(site, [createRotationStep('SESSION_KEYS', () => new Date(time))])
      const keyring = site.cloudflare.workers.get('verandah')!.secrets.get('SESSION_KEYS')!
      return keyring.split(',').map((entry) => Number(entry.split(':')[0]))
    }
    expect(await rotate()).toEqual([1, 2])
    expect(await rotate()).toEqual([1, 2])
    time += day
    expect(await rotate()).toEqual([2, 1])
    time += 89 * day
    expect(await rotate()).toEqual([2, 1])
    time += 2 * day
    expect(await rotate()).toEqual([2])
    expect(site.openContext().secrets.get('SESSION_KEYS')).toMatch(/^2:/)
  })

  it.each([
    ['setup is killed', 'kill'],
    ['the response is lost', 'lose-answer'],
  ] as const)('creates no second key if %s', async (_, kind) => {
    const site = await createSite()
    site.log.fault = { kind, write: site.log.writes.length + 1 }
    await runOnly(site, [createRotationStep('DESK_KEYS')])
    site.log.fault = null
    site.log.isKilled = false
    await runOnly(site, [createRotationStep('DESK_KEYS')])
    const keyring = site.openContext().secrets.get('DESK_KEYS')!
    expect(keyring.split(',')).toHaveLength(2)
    expect(site.cloudflare.workers.get('verandah')!.secrets.get('DESK_KEYS')).toBe(keyring)
  })

  it('deploys bodies that are encrypted with the new key', async () => {
    const site = await createSite()
    const { length } = site.programs
    for (const days of [0, 1, 2]) {
      await runOnly(site, [
        createRotationStep('SEALING_KEYS', () => new Date(Date.now() + days * day)),
      ])
    }
    expect(site.programs.slice(length).map(({ command }) => command)).toEqual(['build', 'deploy'])
  })

  it.each([
    ['1:a', 'add'],
    ['1:a,2:b', 'promote'],
    ['2:b,1:a', 'drop'],
  ])('with the keys %s continues at the stage “%s”', (keyring, stage) => {
    const secret = (letter: string) => Buffer.alloc(32, letter).toString('base64url')
    expect(findStage(keyring.replace('a', secret('a')).replace('b', secret('b')))).toBe(stage)
  })
})

describe('the rotation of another secret', () => {
  it('replaces the service account key, and finally deletes the old key', async () => {
    const site = await createSite()
    const [old] = site.google.keys
    const { outcomes } = await runOnly(site, [createRotationStep('FIREBASE_SERVICE_ACCOUNT')])
    expect([...outcomes.values()]).toEqual(['done'])
    expect(site.google.keys).toHaveLength(1)
    expect(site.google.keys).not.toContain(old)
    const { secrets } = site.cloudflare.workers.get('verandah')!
    expect(secrets.get('FIREBASE_SERVICE_ACCOUNT')).toBe(
      site.openContext().secrets.get('FIREBASE_SERVICE_ACCOUNT'),
    )
  })

  it.each([
    ['setup is killed', 'kill'],
    ['the response is lost', 'lose-answer'],
  ] as const)('leaves one service account key if %s at any write', async (_, kind) => {
    for (let write = 1; write <= 3; write++) {
      const site = await createSite()
      site.log.fault = { kind, write: site.log.writes.length + write }
      await runOnly(site, [createRotationStep('FIREBASE_SERVICE_ACCOUNT')])
      site.log.fault = null
      site.log.isKilled = false
      await runOnly(site, [createRotationStep('FIREBASE_SERVICE_ACCOUNT')])
      expect(site.google.keys).toHaveLength(1)
    }
  })

  it('refuses an unknown name', () => {
    expect(() => createRotationStep('PASSWORD')).toThrow('Choose one of: SEALING_KEYS')
  })
})

describe('selling on a running site', () => {
  it('starts with one version, which has PayPal’s variables and its secret', async () => {
    const site = await createTestSite()
    const answers = { ...createAnswers(), 'Sell subscriptions': ['later'] }
    await site.run('apply', answers)
    const worker = () => site.cloudflare.workers.get('verandah')!
    const before = worker().versions.length
    expect(worker().secrets.has('PAYPAL_SECRET')).toBe(false)
    site.openContext().settings.remove('SELLING')
    const { outcomes } = await site.run()
    expect([...outcomes.values()].filter((outcome) => outcome !== 'done')).toEqual([])
    const added = worker().versions.slice(before)
    expect(added).toHaveLength(1)
    expect(added[0]).toEqual(expect.arrayContaining(['PAYPAL_CLIENT_ID', 'PAYPAL_SECRET']))
  })
})

it('an upgrade names the changes that can’t be rolled back, and deploys once', async () => {
  const site = await createSite()
  const { length } = site.programs
  site.cloudflare.workers.get('verandah')!.migrationTag = 'v1'
  site.cloudflare.databases.get('verandah-statistics')!.pop()
  const { output } = await runOnly(site, createUpgradeSteps())
  expect(output).toContain('migration v2: Cloudflare doesn’t roll back past this migration')
  expect(output).toContain('0006_provider_reads.sql: stays if the version is rolled back')
  const commands = site.programs.slice(length).map(({ command }) => command)
  expect(commands.filter((command) => command === 'deploy')).toHaveLength(1)
  const again = await runOnly(site, createUpgradeSteps())
  expect(again.output).toContain('everything can be rolled back')
})

describe('the check after a deploy by GitHub', () => {
  const check = async (site: Site) => {
    const token = site.cloudflare.tokens[0]!.value
    const terminal = createTestTerminal({})
    const context = createTestContext({
      folder: site.folder,
      variables: { ...site.variables, CLOUDFLARE_API_TOKEN: token },
      isReadOnly: true,
      hasRecoveryFile: false,
    })
    return runSteps(deployedSteps, context, { mode: 'verify', terminal })
  }

  it('passes with the token of deploys, and without a recovery file or a write', async () => {
    const site = await createSite()
    const { length } = site.log.writes
    expect([...(await check(site)).outcomes.values()]).toEqual(['done', 'done', 'done'])
    expect(site.log.writes).toHaveLength(length)
  })

  it.each<[string, (site: Site) => void]>([
    ['secrets', ({ cloudflare }) => cloudflare.workers.get('verandah')!.secrets.delete('MAIL_KEY')],
    ['deploy', ({ cloudflare }) => cloudflare.queues.set('verandah-issues', [])],
    ['smoke-test', ({ site }) => (site.firestore = 'unavailable')],
  ])('fails if %s has a problem', async (step, change) => {
    const site = await createSite()
    change(site)
    expect((await check(site)).outcomes.get(step)).toBe('failed')
  })
})

describe('removing staging', () => {
  it('deletes what staging has, and nothing else', async () => {
    const site = await createTestSite('staging')
    await site.run()
    site.cloudflare.buckets.add('verandah-media')
    await runOnly(site, removeSteps)
    const { buckets, queues, databases, workers, domains } = site.cloudflare
    expect([...buckets]).toEqual(['verandah-media'])
    expect([queues.size, databases.size, workers.size, domains.size]).toEqual([0, 0, 0, 0])
  })

  it('names a bucket that isn’t empty', async () => {
    const site = await createTestSite('staging')
    await site.run()
    site.cloudflare.fullBuckets.add('verandah-staging-media')
    expect((await runOnly(site, removeSteps)).output).toContain(
      'verandah-staging-media isn’t empty',
    )
  })

  it('refuses the live site', async () => {
    const site = await createSite()
    const before = site.log.writes.length
    const { outcomes } = await runOnly(site, removeSteps)
    expect(outcomes.get('remove-worker')).toBe('failed')
    expect(site.log.writes).toHaveLength(before)
  })
})
