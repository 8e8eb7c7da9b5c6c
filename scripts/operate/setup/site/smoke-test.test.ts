import { execaSync } from 'execa'
import { describe, expect, it } from 'vitest'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import { createTestSite } from '../testing/test-site.ts'
import { writeTestStory } from './smoke-test-step.ts'

describe('the smoke test', () => {
  it('publishes a story for a moment if there is no story to check', async () => {
    const { run, programs, site } = await createTestSite()
    const { outcomes } = await run()
    expect(outcomes.get('smoke-test')).toBe('done')
    const desk = programs.filter(({ command }) => command === 'desk').map((one) => one.arguments[0])
    expect(desk).toEqual(expect.arrayContaining(['publish', 'withdraw']))
    expect(site.published.size).toBe(0)
  })

  it('publishes a story that the desk accepts', () => {
    const files = writeTestStory(createTestFolder())
    const { all } = execaSync(process.execPath, ['scripts/desk/desk.ts', 'check', ...files], {
      all: true,
      reject: false,
    })
    expect(all).toContain('2 files: no problems')
  })

  it('checks an existing story if there is one', async () => {
    const { run, programs, site } = await createTestSite()
    site.stories.add('a-story')
    const { output } = await run()
    expect(output).toContain('/a-story has a paywall')
    expect(programs.flatMap((one) => one.arguments)).not.toContain('publish')
  })

  it.each([
    ['closed text', { bodyStatus: 200 }],
    ['encrypted text', { sealedStatus: 200 }],
    ['health', { firestore: 'unavailable' }],
  ] as const)('finds a problem with %s', async (check, change) => {
    const { run, site } = await createTestSite()
    Object.assign(site, { ...change })
    site.stories.add('a-story')
    const { outcomes, findings } = await run()
    expect(outcomes.get('smoke-test')).toBe('failed')
    const problems = findings.filter(({ status }) => status === 'problem')
    expect(problems.map((problem) => problem.check)).toEqual([check])
  })

  it('withdraws its story even if it isn’t protected', async () => {
    const { run, site } = await createTestSite()
    site.bodyStatus = 200
    const { outcomes } = await run()
    expect(outcomes.get('smoke-test')).toBe('failed')
    expect(site.published.size).toBe(0)
  })
})

describe('the first operator', () => {
  it('has to create an account', async () => {
    const { run, roles } = await createTestSite()
    roles.clear()
    const { output, outcomes } = await run()
    expect(outcomes.get('operator')).toBe('waiting')
    expect(output).toContain('https://verandah.news/login')
    roles.set('asha@verandah.news', 'none')
    expect((await run()).outcomes.get('operator')).toBe('done')
    expect(roles.get('asha@verandah.news')).toBe('operator')
  })
})
