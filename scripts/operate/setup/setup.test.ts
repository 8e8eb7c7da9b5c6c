import { beforeAll, describe, expect, it } from 'vitest'
import { steps } from './steps.ts'
import { createTestSite, listOutcomes } from './testing/test-site.ts'

/** Other services' steps have the same tests in their own files (testing/step-rules.ts). */
const others = [
  ...['paypal-app', 'paypal', 'github-account', 'deploy-token', 'github'],
  ...['email-account', 'email', 'recaptcha', 'try-out'],
]
const interruptedSteps = steps.filter(({ name }) => !others.includes(name))
const allDone = Object.fromEntries(steps.map(({ name }) => [name, 'done']))

type Site = Awaited<ReturnType<typeof createTestSite>>

/** Returns everything that the services store. */
const describeServices = ({ cloudflare, google }: Site) => ({
  google: { ...google, keys: google.keys.length, rulesets: 0 },
  buckets: [...cloudflare.buckets],
  queues: [...cloudflare.queues],
  databases: [...cloudflare.databases],
  domains: [...cloudflare.domains],
  workers: [...cloudflare.workers].map(([name, { secrets, versions: _, ...worker }]) => [
    name,
    worker,
    [...secrets.keys()],
  ]),
})

describe('a first run', () => {
  let site: Site
  let output = ''
  beforeAll(async () => {
    site = await createTestSite()
    const report = await site.run()
    output = report.output
    expect(listOutcomes(report)).toEqual(allDone)
  })

  it('can be repeated without changing anything', async () => {
    const { length } = site.log.writes
    const files = site.readFiles()
    expect(listOutcomes(await site.run())).toEqual(allDone)
    expect(site.log.writes).toHaveLength(length)
    expect(site.readFiles()).toBe(files)
  })

  it('can be verified without questions', async () => {
    expect(listOutcomes(await site.run('verify', {}))).toEqual(allDone)
  })

  it('prints and stores no secret, and passes none as an argument', () => {
    const { secrets } = site.openContext()
    const values = secrets.names().map((name) => secrets.get(name)!)
    expect(values.length).toBeGreaterThan(4)
    const programArguments = site.programs.map((program) => program.arguments.join(' ')).join(' ')
    for (const value of values) {
      expect(output).not.toContain(value)
      expect(site.readFiles()).not.toContain(value)
      expect(programArguments).not.toContain(value)
    }
  })
})

it.each([
  ['setup is killed', 'kill'],
  ['the response is lost', 'lose-answer'],
] as const)('an interrupted run ends in the same state if %s at any write', async (_, kind) => {
  const complete = await createTestSite('live', interruptedSteps)
  await complete.run()
  const expected = describeServices(complete)
  const { length } = complete.log.writes
  expect(length).toBeGreaterThan(5)
  for (let write = 1; write <= length; write++) {
    const site = await createTestSite('live', interruptedSteps)
    site.log.fault = { kind, write }
    await site.run()
    site.log.fault = null
    site.log.isKilled = false
    const outcomes = Object.values(listOutcomes(await site.run()))
    expect(outcomes.filter((outcome) => outcome !== 'done')).toEqual([])
    expect(describeServices(site)).toEqual(expected)
    // A lost key is deleted and created again, and rules are uploaded again.
    expect(site.log.writes.length).toBeLessThanOrEqual(length + 2)
  }
})

it('a plan changes nothing, before or after the questions are answered', async () => {
  const site = await createTestSite()
  await site.run('plan', {})
  site.cloudflare.token = 'another'
  await site.run()
  site.cloudflare.token = 'cloudflare-token-of-test'
  const files = site.readFiles()
  const { output } = await site.run('plan', {})
  expect(output).toContain('verandah-audiences')
  expect(site.log.writes).toEqual([])
  expect(site.readFiles()).toBe(files)
})
