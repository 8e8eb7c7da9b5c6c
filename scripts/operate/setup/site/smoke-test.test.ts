import { describe, expect, it } from 'vitest'
import { createTestSite } from '../testing/test-site.ts'

describe('the smoke test', () => {
  it('says that the paywall can’t be checked if no story is behind it', async () => {
    const { run } = await createTestSite()
    const { outcomes, output } = await run()
    expect(outcomes.get('smoke-test')).toBe('done')
    expect(output).toContain('Publish a story for members')
  })

  it('checks a story behind the paywall', async () => {
    const { run, site } = await createTestSite()
    site.stories.add('a-story')
    const { output } = await run()
    expect(output).toContain('/a-story has a paywall')
  })

  it.each([
    ['closed text', { bodyStatus: 200 }, 'Take the site down'],
    ['closed text', { bodyStatus: 500 }, 'Run the same command again.'],
    ['encrypted text', { sealedStatus: 200 }, 'Take the site down'],
    ['health', { firestore: 'unavailable' }, 'npm run setup -- --only service-account'],
  ] as const)('finds a problem with %s: %j', async (check, change, remedy) => {
    const { run, site } = await createTestSite()
    Object.assign(site, { ...change })
    site.stories.add('a-story')
    const { outcomes, findings } = await run()
    expect(outcomes.get('smoke-test')).toBe('failed')
    const problems = findings.filter(({ status }) => status === 'problem')
    expect(problems).toEqual([
      expect.objectContaining({ check, remedy: expect.stringContaining(remedy) }),
    ])
  })
})

it('the first operator has to create an account', async () => {
  const { run, roles } = await createTestSite()
  roles.clear()
  const { output, outcomes } = await run()
  expect(outcomes.get('operator')).toBe('waiting')
  expect(output).toContain('https://verandah.news/login')
  roles.set('asha@verandah.news', 'none')
  expect((await run()).outcomes.get('operator')).toBe('done')
  expect(roles.get('asha@verandah.news')).toBe('operator')
})
