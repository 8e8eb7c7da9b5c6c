/** A site that is set up against the fakes of all services, in a separate folder. */
import { readFileSync } from 'node:fs'
import type { EnvironmentName } from '../../../build/deploy-environment.ts'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import { type Mode, type Report, runSteps } from '../run/run-steps.ts'
import type { Program, SetupContext, Step } from '../run/step.ts'
import { steps } from '../steps.ts'
import { createCloudflareState } from './cloudflare-state.ts'
import { startFakeCloudflare } from './fake-cloudflare.ts'
import { createGitHubState, runFakeGitHub, startFakeGitHub } from './fake-github.ts'
import { createGoogleState, startFakeGoogle } from './fake-google.ts'
import { createPayPalManagement, startFakePayPalManagement } from './fake-paypal-management.ts'
import { createResendState, startFakeResend } from './fake-resend.ts'
import { createWriteLog } from './fake-service.ts'
import { createSiteState, startFakeSite } from './fake-site.ts'
import { createTestContext, createTestTerminal, readStoredFiles } from './test-context.ts'

type Answers = Readonly<Record<string, readonly string[]>>

export const createAnswers = (): Answers => ({
  'The site’s domain': ['verandah.news'],
  'The service that sends emails': ['resend'],
  'The database’s location': ['asia-south1'],
  'The first operator': ['asha@verandah.news'],
  'The ID of the Firebase project': [''],
  'The token': ['cloudflare-token-of-test'],
  'Sell subscriptions': ['yes'],
  'The PayPal app’s client ID': ['paypal-app-of-test'],
  'The PayPal app’s secret': ['paypal-secret-of-test'],
  'Deploy from GitHub': ['yes'],
  'Resend’s key': ['resend-key-of-test'],
  'GitHub’s token': ['github-token-of-test'],
})

/** Keeps only a few indexes, which test the same as all of them. */
function shortenIndexes(text: string): string {
  const { indexes, fieldOverrides } = JSON.parse(text)
  return JSON.stringify({
    indexes: indexes.slice(0, 3),
    fieldOverrides: fieldOverrides.slice(0, 2),
  })
}

export async function createTestSite(
  environment: EnvironmentName = 'live',
  chosen: readonly Step[] = steps,
) {
  const log = createWriteLog()
  const cloudflare = createCloudflareState()
  const cloudflareUrl = await startFakeCloudflare(cloudflare, log)
  const google = createGoogleState()
  const googleUrl = await startFakeGoogle(google, log)
  const folder = createTestFolder({
    'firebase.json': readFileSync('firebase.json', 'utf8'),
    'firestore.rules': readFileSync('firestore.rules', 'utf8'),
    'firestore.indexes.json': shortenIndexes(readFileSync('firestore.indexes.json', 'utf8')),
  })
  const site = createSiteState()
  const siteUrl = await startFakeSite(site, log)
  /** The roles of accounts whose address is confirmed. */
  const roles = new Map([['asha@verandah.news', 'none']])
  const payPal = createPayPalManagement()
  const resend = createResendState()
  resend.sent = () => site.emails
  const gitHub = createGitHubState()
  const gitHubUrl = await startFakeGitHub(gitHub, log)
  const programs: Program[] = []
  const variables = {
    CLOUDFLARE_API_BASE_URL: cloudflareUrl,
    GOOGLE_API_BASE_URL: googleUrl,
    GOOGLE_ACCESS_TOKEN: google.token,
    SETUP_SITE_ADDRESS: siteUrl,
    PAYPAL_URL: await startFakePayPalManagement(payPal, log),
    GITHUB_API_URL: gitHubUrl,
    RESEND_API_BASE_URL: await startFakeResend(resend, log),
  }

  /** Runs `desk role`. */
  function runDesk([, subject = '', role]: readonly string[]) {
    const isDone = roles.has(subject)
    if (isDone && role) roles.set(subject, role)
    return { isDone, output: isDone ? `uid-1: ${roles.get(subject)}` : 'Reader not found' }
  }

  /** Starts a purchase as the Worker does for a reader with a session. */
  site.checkOut = (cookie, { requestId }) => {
    const id = `I-${requestId}`
    const session = cookie.split('=')[1]?.split('.')[1] ?? ''
    const claims = JSON.parse(Buffer.from(session, 'base64url').toString() || '{}')
    const plans = JSON.parse(openContext(true).settings.require('PAYPAL_PLANS'))
    payPal.subscriptions.set(id, {
      id,
      status: 'APPROVAL_PENDING',
      plan_id: plans.annual_99,
      custom_id: claims.sub,
      application_context: { return_url: 'https://verandah.news/subscribe/finish' },
    })
    return { body: { id, plan: 'annual_99', approveUrl: 'https://www.paypal.com/approve' } }
  }

  /** Programs reach the fakes as the real ones reach the services. */
  async function runProgram(context: SetupContext, program: Program) {
    programs.push(program)
    if (program.command === 'gh') return runFakeGitHub(gitHub, gitHubUrl, program, folder)
    if (program.command === 'desk') return runDesk(program.arguments)
    if (program.command !== 'deploy') return { isDone: true, output: '' }
    const headers = { Authorization: `Bearer ${program.environment.CLOUDFLARE_API_TOKEN}` }
    const secrets = program.arguments.includes('--secrets') ? JSON.parse(program.input ?? '') : {}
    const body = JSON.stringify({ configuration: context.configuration(), secrets })
    try {
      const response = await fetch(`${cloudflareUrl}/deploy`, { method: 'PUT', headers, body })
      return { isDone: response.ok, output: await response.text() }
    } catch {
      return { isDone: false, output: 'no answer' }
    }
  }

  function openContext(isReadOnly = false): SetupContext {
    const context: SetupContext = createTestContext({
      folder,
      environment,
      variables,
      isReadOnly,
      run: (program) => runProgram(context, program),
    })
    return context
  }

  async function run(
    mode: Mode = 'apply',
    answers: Answers = createAnswers(),
  ): Promise<Report & { output: string }> {
    const context = openContext(mode !== 'apply')
    const terminal = createTestTerminal(answers)
    const report = await runSteps(chosen, context, { mode, terminal, confirm: async () => true })
    return { ...report, output: terminal.output() }
  }

  return {
    folder,
    variables,
    log,
    cloudflare,
    google,
    site,
    roles,
    payPal,
    gitHub,
    resend,
    programs,
    run,
    readFiles: () => readStoredFiles(folder),
    openContext,
  }
}

export const listOutcomes = ({ outcomes }: Report) => Object.fromEntries(outcomes)
