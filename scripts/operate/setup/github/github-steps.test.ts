import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { Step } from '../run/step.ts'
import {
  createGitHubState,
  type GitHubState,
  runFakeGitHub,
  startFakeGitHub,
} from '../testing/fake-github.ts'
import { createWriteLog } from '../testing/fake-service.ts'
import { createStepSite, describeStepRules } from '../testing/step-rules.ts'
import { createDeployWorkflow, workflowSecrets } from './deploy-workflow.ts'
import { gitHubAccountStep, gitHubStep } from './github-steps.ts'

const steps: readonly Step[] = [gitHubAccountStep, gitHubStep]
const secretNames = Object.values(workflowSecrets).flat()

async function createSite() {
  const log = createWriteLog()
  const gitHub = createGitHubState()
  const url = await startFakeGitHub(gitHub, log)
  const site = createStepSite({
    steps,
    log,
    variables: { GITHUB_API_URL: url },
    settings: { CLOUDFLARE_ACCOUNT_ID: 'account-1' },
    secrets: Object.fromEntries(secretNames.map((name) => [name, `${name} of test`])),
    answers: { 'Deploy from GitHub': ['yes'], 'GitHub’s token': ['github-token-of-test'] },
    run: (program, folder) => runFakeGitHub(gitHub, url, program, folder),
  })
  return { ...site, gitHub }
}

describeStepRules('GitHub', steps, createSite, ({ gitHub }) => [...gitHub.secrets])

describe('the setup of GitHub', () => {
  it('stores where the Worker starts builds, and passes no secret as an argument', async () => {
    const site = await createSite()
    await site.run()
    expect(site.openContext().settings.all()).toMatchObject({
      REBUILD_HOOK_URL: 'https://api.github.com/repos/verandah/news/dispatches',
      REBUILD_HOOK_EVENT: 'publish',
    })
    expect(site.gitHub.calls.flat().join(' ')).not.toContain('of test')
  })

  it('sets a secret again if its value has changed', async () => {
    const site = await createSite()
    await site.run()
    const { length } = site.log.writes
    site.setSecret('SEALING_KEYS', 'another value')
    await site.run()
    expect(site.gitHub.secrets.get('SEALING_KEYS')).toBe('another value')
    expect(site.log.writes).toHaveLength(length + 1)
  })

  it.each<[string, (state: GitHubState) => void, string]>([
    ['a missing login', (state) => (state.isLoggedIn = false), 'gh auth login'],
    ['a missing repository', (state) => (state.hasRepository = false), 'gh repo create'],
    ['a missing role', (state) => (state.permission = 'READ'), 'the role “Admin”'],
    ['a refused token', (state) => (state.token = 'another'), 'GitHub refuses the token'],
    ['a token that only reads', (state) => (state.canPush = false), 'can’t write contents'],
    ['a push that is missing', (state) => (state.isPushed = false), 'push them to main'],
  ])('names %s', async (_, change, message) => {
    const site = await createSite()
    change(site.gitHub)
    const { output, outcomes } = await site.run()
    expect(output).toContain(message)
    expect(outcomes.get('github')).not.toBe('done')
  })
})

describe('the deploy workflow', () => {
  const text = createDeployWorkflow({
    siteUrl: 'https://verandah.news',
    accountId: 'account-1',
    branch: 'main',
  })
  const { jobs, ...workflow } = parse(text)
  const parts: readonly {
    readonly uses?: string
    readonly run?: string
    readonly with?: Readonly<Record<string, string>>
    readonly env?: Readonly<Record<string, string>>
  }[] = jobs.deploy.steps

  it('may only read the repository, and isn’t started by pull requests', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    expect(Object.keys(workflow.on).sort()).toEqual([
      'push',
      'repository_dispatch',
      'schedule',
      'workflow_dispatch',
    ])
  })

  it('caches the build only in encrypted form', () => {
    const cached = parts.filter(({ uses }) => uses?.startsWith('actions/cache/'))
    expect(cached.map((part) => part.with!.path)).toEqual(['build.enc', 'build.enc'])
    const save = parts.findIndex(({ uses }) => uses?.startsWith('actions/cache/save'))
    expect(parts[save - 1]!.run).toMatch(/^tar c .*\| openssl enc -aes-256-cbc .* -out build\.enc$/)
  })

  it('passes secrets only in the environment of the steps that need them', () => {
    for (const { run = '' } of parts) expect(run).not.toContain('secrets.')
    const used = new Set(parts.flatMap(({ env = {} }) => Object.keys(env)))
    expect([...used].sort()).toEqual([...secretNames].sort())
    expect(workflow.env).toEqual({
      SITE_URL: 'https://verandah.news',
      CLOUDFLARE_ACCOUNT_ID: 'account-1',
    })
  })
})
