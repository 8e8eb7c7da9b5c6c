/** A site that is set up against the fakes of all services, in a folder of its own. */
import type { EnvironmentName } from '../../../build/deploy-environment.ts'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import { type Mode, type Report, runSteps } from '../run-steps.ts'
import type { Program, SetupContext } from '../step.ts'
import { steps } from '../steps.ts'
import { createCloudflareState, startFakeCloudflare } from './fake-cloudflare.ts'
import { createWriteLog } from './fake-service.ts'
import { createTestContext, createTestTerminal, readStoredFiles } from './test-context.ts'

type Answers = Readonly<Record<string, readonly string[]>>

const createAnswers = (): Answers => ({
  'The site’s domain': ['verandah.news'],
  'Who sends emails': ['resend'],
  'Where the database is': ['asia-south1'],
  'The first operator': ['asha@verandah.news'],
  'The id of the Firebase project': [''],
  'The token': ['cloudflare-token-of-test'],
})

export async function createTestSite(environment: EnvironmentName = 'live') {
  const log = createWriteLog()
  const cloudflare = createCloudflareState()
  const cloudflareUrl = await startFakeCloudflare(cloudflare, log)
  const folder = createTestFolder()
  const programs: Program[] = []
  const variables = {
    CLOUDFLARE_API_BASE_URL: cloudflareUrl,
    FIREBASE_SERVICE_ACCOUNT: 'service-account-of-test',
  }

  /** Programs reach the fakes as the real ones reach the services. */
  async function runProgram(context: SetupContext, program: Program) {
    programs.push(program)
    if (program.command !== 'deploy') return { isDone: true, output: '' }
    const headers = { Authorization: `Bearer ${program.environment.CLOUDFLARE_API_TOKEN}` }
    const body = JSON.stringify(context.configuration())
    try {
      const response = await fetch(`${cloudflareUrl}/deploy`, { method: 'PUT', headers, body })
      return { isDone: response.ok, output: await response.text() }
    } catch {
      return { isDone: false, output: 'no answer' }
    }
  }

  async function run(
    mode: Mode = 'apply',
    answers: Answers = createAnswers(),
  ): Promise<Report & { output: string }> {
    const context: SetupContext = createTestContext({
      folder,
      environment,
      variables,
      isReadOnly: mode !== 'apply',
      run: (program) => runProgram(context, program),
    })
    const terminal = createTestTerminal(answers)
    const report = await runSteps(steps, context, { mode, terminal, confirm: async () => true })
    return { ...report, output: terminal.output() }
  }

  return {
    log,
    cloudflare,
    programs,
    run,
    readFiles: () => readStoredFiles(folder),
    openContext: () => createTestContext({ folder, environment, variables }),
  }
}

export const listOutcomes = ({ outcomes }: Report) => Object.fromEntries(outcomes)
