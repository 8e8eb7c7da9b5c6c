/** GitHub, as `gh` and the Worker's token reach it. Like GitHub, it never returns a secret's value. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deployWorkflowPath } from '../github/deploy-workflow.ts'
import type { Program, ProgramResult } from '../run/step.ts'
import { startFakeService, type WriteLog } from './fake-service.ts'

export const createGitHubState = () => ({
  secrets: new Map<string, string>(),
  /** The arguments of every call of `gh`. */
  calls: [] as (readonly string[])[],
  isLoggedIn: true,
  hasRepository: true,
  permission: 'ADMIN',
  isPushed: true,
  token: 'github-token-of-test',
  canPush: true,
})
export type GitHubState = ReturnType<typeof createGitHubState>

export const startFakeGitHub = (state: GitHubState, log: WriteLog) =>
  startFakeService(
    'github',
    {
      'GET /repos/:owner/:name': ({ headers }) =>
        headers.authorization === `Bearer ${state.token}`
          ? { body: { permissions: { push: state.canPush } } }
          : { status: 401, body: { message: 'Bad credentials' } },
      'PUT /secrets/:name': ({ params: [name = ''], body }) => {
        state.secrets.set(name, body)
        return {}
      },
    },
    log,
  )

/** Imitates `gh`, whose writes reach the fake at `url`. `folder` is the checkout, whose files are pushed. */
export async function runFakeGitHub(
  state: GitHubState,
  url: string,
  { arguments: args, input = '' }: Program,
  folder: string,
): Promise<ProgramResult> {
  state.calls.push(args)
  const succeed = (output: unknown): ProgramResult => ({
    isDone: true,
    output: typeof output === 'string' ? output : JSON.stringify(output),
  })
  const fail = (output: string): ProgramResult => ({ isDone: false, output })
  const [topic, action, name = ''] = args
  if (topic === 'auth') return state.isLoggedIn ? succeed('') : fail('You are not logged in.')
  if (topic === 'repo') {
    if (!state.hasRepository) return fail('no git remotes found')
    return succeed({
      nameWithOwner: 'verandah/news',
      viewerPermission: state.permission,
      defaultBranchRef: { name: 'main' },
    })
  }
  if (topic === 'api') {
    const path = join(folder, deployWorkflowPath)
    if (!state.isPushed || !existsSync(path)) return fail('Not Found (HTTP 404)')
    return succeed(`${readFileSync(path).toString('base64')}\n`)
  }
  if (action === 'list')
    return succeed([...state.secrets.keys()].map((secret) => ({ name: secret })))
  try {
    await fetch(`${url}/secrets/${name}`, { method: 'PUT', body: input })
    return succeed('')
  } catch {
    return fail('no answer')
  }
}
