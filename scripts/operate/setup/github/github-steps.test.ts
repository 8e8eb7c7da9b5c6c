import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createRotationStep } from '../rotate-step.ts'
import type { Step } from '../run/step.ts'
import { createCloudflareState } from '../testing/cloudflare-state.ts'
import { startFakeCloudflare } from '../testing/fake-cloudflare.ts'
import {
  createGitHubState,
  type GitHubState,
  runFakeGitHub,
  startFakeGitHub,
} from '../testing/fake-github.ts'
import { createWriteLog } from '../testing/fake-service.ts'
import { createStepSite, describeStepRules } from '../testing/step-rules.ts'
import { deployTokenName, deployTokenStep } from './deploy-token-step.ts'
import { createDeployWorkflow, workflowSecrets } from './deploy-workflow.ts'
import { gitHubAccountStep, gitHubSecretsStep, gitHubStep } from './github-steps.ts'

const steps: readonly Step[] = [gitHubAccountStep, deployTokenStep, gitHubStep]
const secretNames = [...new Set(Object.values(workflowSecrets).flat())]

async function createSite() {
  const log = createWriteLog()
  const gitHub = createGitHubState()
  const cloudflare = createCloudflareState()
  const url = await startFakeGitHub(gitHub, log)
  const site = createStepSite({
    steps,
    log,
    variables: {
      GITHUB_API_URL: url,
      CLOUDFLARE_API_BASE_URL: await startFakeCloudflare(cloudflare, log),
    },
    settings: { CLOUDFLARE_ACCOUNT_ID: 'account-1' },
    secrets: {
      ...Object.fromEntries(secretNames.map((name) => [name, `${name} of test`])),
      CLOUDFLARE_API_TOKEN: cloudflare.token,
    },
    answers: { 'Deploy from GitHub': ['yes'], 'GitHub’s token': ['github-token-of-test'] },
    run: (program, folder) => runFakeGitHub(gitHub, url, program, folder),
  })
  return { ...site, gitHub, cloudflare }
}

describeStepRules(
  'GitHub',
  steps,
  createSite,
  ({ gitHub, cloudflare }) => [
    [...gitHub.secrets.keys()],
    cloudflare.tokens.map(({ name, policies }) => [name, policies]),
  ],
  // A token whose value was lost gets a new one.
  { repeats: true },
)

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
    ['a missing role', (state) => (state.permission = 'READ'), 'the role “Write”'],
    ['a refused token', (state) => (state.token = 'another'), 'GitHub refuses the token'],
    [
      'a token that only reads',
      (state) => (state.canPush = false),
      'the token can’t write to verandah/news',
    ],
    [
      'a push that is missing',
      (state) => (state.isPushed = false),
      'to main: git add .setup.live.json firebase.json',
    ],
  ])('names %s', async (_, change, message) => {
    const site = await createSite()
    change(site.gitHub)
    const { output, outcomes } = await site.run()
    expect(output).toContain(message)
    expect(outcomes.get('github')).not.toBe('done')
  })
})

describe('the deployment token', () => {
  it('has only the permissions of a deploy, in this account and zone, and is GitHub’s only token', async () => {
    const site = await createSite()
    await site.run()
    const [token, ...others] = site.cloudflare.tokens
    expect(others).toEqual([])
    expect(token!.policies).toEqual([
      {
        effect: 'allow',
        resources: { 'com.cloudflare.api.account.account-1': '*' },
        permission_groups: [
          'Workers Scripts Write',
          'D1 Write',
          'Queues Write',
          'Account Settings Read',
        ].map((name) => ({ id: `id of ${name}` })),
      },
      {
        effect: 'allow',
        resources: { 'com.cloudflare.api.account.zone.zone-1': '*' },
        permission_groups: ['Workers Routes Write', 'Zone Read'].map((name) => ({
          id: `id of ${name}`,
        })),
      },
    ])
    expect(site.gitHub.secrets.get('CLOUDFLARE_API_TOKEN')).toBe(token!.value)
  })

  it('is asked for with a link if the setup’s token can’t create it', async () => {
    const site = await createSite()
    site.cloudflare.refused.add('tokens')
    const { output, outcomes } = await site.run()
    expect(outcomes.get('deploy-token')).toBe('waiting')
    expect(outcomes.get('github')).toBe('blocked')
    const link = output.split('\n').find((line) => line.includes('api-tokens?')) ?? ''
    expect(link).toContain('workers_scripts')
    expect(link).not.toMatch(/dns|workers_r2|account_api_tokens/)
  })

  it.each([
    ['setup finishes', 'none'],
    ['setup is killed', 'kill'],
    ['the response is lost', 'lose-answer'],
  ] as const)('is rotated together with GitHub’s copy if %s at first', async (_, kind) => {
    const site = await createSite()
    await site.run()
    const before = site.cloudflare.tokens[0]!.value
    const rotate = () =>
      site.run('apply', {}, [createRotationStep(deployTokenName), gitHubSecretsStep])
    if (kind !== 'none') {
      site.log.fault = { kind, write: site.log.writes.length + 1 }
      await rotate()
      site.log.fault = null
      site.log.isKilled = false
    }
    await rotate()
    const [token] = site.cloudflare.tokens
    expect(token!.value).not.toBe(before)
    expect(site.gitHub.secrets.get('CLOUDFLARE_API_TOKEN')).toBe(token!.value)
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

  it('checks the deployed site after the deploy, with the deploy’s token', () => {
    const runs = parts.map(({ run = '' }) => run)
    const doctor = runs.indexOf('npm run doctor -- --deployed')
    expect(doctor).toBeGreaterThan(runs.indexOf('npm run deploy'))
    expect(Object.keys(parts[doctor]!.env!)).toEqual(['CLOUDFLARE_API_TOKEN'])
  })

  it('has secrets in the environment of the steps that need them only', () => {
    for (const { run = '' } of parts) expect(run).not.toContain('secrets.')
    const used = new Set(parts.flatMap(({ env = {} }) => Object.keys(env)))
    expect([...used].sort()).toEqual([...secretNames].sort())
    expect(workflow.env).toEqual({
      SITE_URL: 'https://verandah.news',
      CLOUDFLARE_ACCOUNT_ID: 'account-1',
    })
  })
})
