/** The deploy workflow, its secrets, and the token with which the Worker starts it. Uses GitHub's own command line. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { parseJson } from '../../../../src/domain/parse-json.ts'
import { getSettingsPath } from '../../../build/deploy-environment.ts'
import { CommandError } from '../../../shared/command-error.ts'
import { digest } from '../cloudflare/secrets-steps.ts'
import { askYesOrLater, type Finding, forCheck, type Question } from '../run/finding.ts'
import { ServiceError } from '../run/service.ts'
import type { SetupContext, Step } from '../run/step.ts'
import {
  createDeployWorkflow,
  deployWorkflowPath,
  rebuildEvent,
  workflowSecrets,
} from './deploy-workflow.ts'

const deployQuestion = askYesOrLater(
  'DEPLOYS',
  'Deploy from GitHub whenever something is published',
)

/** The staging site is deployed from this computer. */
export const isUnused = ({ environment, settings }: SetupContext) =>
  environment !== 'live' || settings.get('DEPLOYS') === 'later'

const runGitHub = (context: SetupContext, args: readonly string[], input?: string) =>
  context.run({
    command: 'gh',
    arguments: args,
    environment: {},
    ...(input === undefined ? {} : { input }),
  })

const repositorySchema = z.object({
  nameWithOwner: z.string(),
  viewerPermission: z.string(),
  defaultBranchRef: z.object({ name: z.string() }),
})
type Repository = z.infer<typeof repositorySchema>

/** Returns the checkout's repository; null if it has none, or if gh isn't logged in. */
async function findRepository(context: SetupContext): Promise<Repository | null> {
  const fields = Object.keys(repositorySchema.shape).join()
  const { isDone, output } = await runGitHub(context, ['repo', 'view', '--json', fields])
  return isDone ? (repositorySchema.safeParse(parseJson(output)).data ?? null) : null
}

export const gitHubAccountStep: Step = {
  name: 'github-account',
  title: 'the GitHub login and the repository',
  isPreflight: true,
  async inspect(context) {
    const check = forCheck('GitHub')
    const isLive = context.environment === 'live'
    if (isLive && !context.settings.get('DEPLOYS')) {
      const text = 'decide whether GitHub deploys, which needs a repository and a token'
      return [check.person(text, null, [deployQuestion])]
    }
    if (isUnused(context)) return [check.ok('not used: build and deploy from this computer')]
    if (!(await runGitHub(context, ['auth', 'status'])).isDone) {
      const text = 'install GitHub’s command line and log in: gh auth login'
      return [check.person(text, 'https://cli.github.com')]
    }
    const repository = await findRepository(context)
    if (!repository) {
      const command = 'gh repo create NAME --private --source . --push'
      return [check.person(`create a repository for this checkout: ${command}`)]
    }
    const { nameWithOwner, viewerPermission } = repository
    if (['ADMIN', 'MAINTAIN', 'WRITE'].includes(viewerPermission)) return [check.ok(nameWithOwner)]
    const remedy =
      'Ask its owner for the role “Write”, or log in with another account: gh auth login'
    return [check.problem(`your login can’t change secrets of ${nameWithOwner}`, remedy)]
  },
}

async function inspectWorkflow(
  context: SetupContext,
  { nameWithOwner, defaultBranchRef }: Repository,
): Promise<Finding> {
  const { root, settings } = context
  const check = forCheck(deployWorkflowPath)
  const path = join(root, deployWorkflowPath)
  const wanted = createDeployWorkflow({
    siteUrl: settings.require('SITE_URL'),
    accountId: settings.require('CLOUDFLARE_ACCOUNT_ID'),
    branch: defaultBranchRef.name,
  })
  if (!existsSync(path)) {
    return check.change('write the workflow', async () => {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, wanted)
    })
  }
  const content = readFileSync(path, 'utf8')
  const pushed = await runGitHub(context, [
    'api',
    `repos/${nameWithOwner}/contents/${deployWorkflowPath}`,
    ...['--jq', '.content'],
  ])
  const isPushed = pushed.isDone && Buffer.from(pushed.output, 'base64').toString() === content
  if (!isPushed) {
    const { name } = defaultBranchRef
    const files = `${getSettingsPath(context.environment)} firebase.json ${deployWorkflowPath}`
    const command = `git add ${files} && git commit -m "deploy: set up the site" && git push`
    return check.person(
      `commit the files that setup has written, and push them to ${name}: ${command}`,
    )
  }
  if (content === wanted) return check.ok('pushed')
  return check.warning(
    'differs from what setup writes',
    'If nobody changed the file on purpose, delete it and run the same command again.',
  )
}

const digestName = (name: string) => `GITHUB_${name}`

/** Secrets that setup stores under a different name than GitHub, by GitHub's name. */
const ownNames: Readonly<Record<string, string>> = {
  CLOUDFLARE_API_TOKEN: 'CLOUDFLARE_DEPLOY_TOKEN',
}

const namesSchema = z.array(z.object({ name: z.string() }))

async function inspectSecrets(
  context: SetupContext,
  { nameWithOwner }: Repository,
): Promise<readonly Finding[]> {
  const { secrets } = context
  const repository = ['--repo', nameWithOwner]
  const list = await runGitHub(context, ['secret', 'list', ...repository, '--json', 'name'])
  if (!list.isDone) throw new CommandError(`gh secret list: ${list.output}`)
  const stored = namesSchema.parse(parseJson(list.output)).map(({ name }) => name)
  return Object.values(workflowSecrets)
    .flat()
    .map((name) => {
      const check = forCheck(`secret ${name}`)
      const value = secrets.require(ownNames[name] ?? name)
      const deployed = secrets.get(digestName(name)) ?? digest(name, value)
      if (stored.includes(name) && deployed === digest(name, value)) return check.ok('set')
      return check.change('set the secret', async () => {
        // gh reads the value from its input, so that no argument contains it.
        const { isDone, output } = await runGitHub(
          context,
          ['secret', 'set', name, ...repository],
          value,
        )
        if (!isDone) throw new CommandError(`gh secret set ${name}: ${output}`)
        secrets.set(digestName(name), digest(name, value))
      })
    })
}

/** Calls GitHub as the Worker does. A dispatch needs the permission to write contents. */
async function inspectToken(
  context: SetupContext,
  { nameWithOwner }: Repository,
): Promise<Finding> {
  const { secrets, settings } = context
  const check = forCheck('token that starts builds')
  const question: Question = { name: 'REBUILD_HOOK_TOKEN', text: 'GitHub’s token', isSecret: true }
  const askForToken = (message: string) =>
    check.person(message, 'https://github.com/settings/personal-access-tokens/new', [question])
  const token = secrets.get('REBUILD_HOOK_TOKEN')
  if (!token) {
    const text = `create a fine-grained token for ${nameWithOwner} only, with “Contents: Read and write”`
    return askForToken(text)
  }
  const gitHub = context.connect('gitHub', {
    describeFailure: (body) => ({
      code: '',
      message: z.object({ message: z.string() }).safeParse(body).data?.message ?? '',
    }),
    authorize(request) {
      request.headers.set('Authorization', `Bearer ${token}`)
      return request
    },
  })
  const schema = z.object({ permissions: z.object({ push: z.boolean() }).optional() })
  try {
    const found = await gitHub.read(`/repos/${nameWithOwner}`, schema)
    if (!found?.permissions?.push)
      return askForToken(`the token can’t write to ${nameWithOwner}: create another one`)
  } catch (error) {
    if (!(error instanceof ServiceError && error.status === 401)) throw error
    return askForToken('GitHub refuses the token: create another one')
  }
  const variables = {
    REBUILD_HOOK_URL: `https://api.github.com/repos/${nameWithOwner}/dispatches`,
    REBUILD_HOOK_EVENT: rebuildEvent,
  }
  const isStored = Object.entries(variables).every(([name, value]) => settings.get(name) === value)
  if (isStored) return check.ok('works')
  return check.change('store the address that starts builds', async () => {
    for (const [name, value] of Object.entries(variables)) settings.set(name, value)
  })
}

/** Updates GitHub's copies of the secrets. Runs after every rotation. */
export const gitHubSecretsStep: Step = {
  name: 'github-secrets',
  title: 'the copies of the secrets at GitHub',
  async inspect(context) {
    const check = forCheck('GitHub')
    if (isUnused(context)) return [check.ok('not used')]
    const repository = await findRepository(context)
    if (repository) return inspectSecrets(context, repository)
    return [check.person('log in again, so that GitHub gets the new value: gh auth login')]
  },
}

export const gitHubStep: Step = {
  name: 'github',
  title: 'the deploy workflow, its secrets, and the token that starts it',
  needs: ['github-account', 'keys', 'service-account', 'deploy-token'],
  async inspect(context) {
    if (isUnused(context)) return [forCheck('GitHub').ok('not used')]
    const repository = await findRepository(context)
    if (!repository) return [forCheck('GitHub').skipped('waits for the repository')]
    return [
      await inspectToken(context, repository),
      ...(await inspectSecrets(context, repository)),
      await inspectWorkflow(context, repository),
    ]
  },
}
