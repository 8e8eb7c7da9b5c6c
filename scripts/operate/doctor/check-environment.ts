import { resolve } from 'node:path'
import {
  googleTokenUri,
  serviceAccountSchema,
} from '../../../functions/platform/adapters/service-account.ts'
import {
  buildEnvironmentSchema,
  listVariableProblems,
} from '../../../src/content/build-environment.ts'
import { googleLabel } from '../../../src/contracts/settings/auth-settings.ts'
import { getOutputFolder } from '../../build/deploy-environment.ts'
import type { Environment } from '../../shared/operator-environment.ts'
import { type Finding, forCheck } from '../setup/run/finding.ts'

function checkBuildVariables(environment: Environment): Finding[] {
  const parsed = buildEnvironmentSchema.safeParse(environment)
  if (parsed.success) return [forCheck('build variables').ok('all set and valid')]
  return listVariableProblems(parsed.error, environment).map(({ name, problem }) =>
    forCheck(name).problem(problem, 'Set it for the build. See scripts/operate/environment.md.'),
  )
}

const privateHostPattern =
  /^(?:localhost|\[.*\]|\d+(?:\.\d+){3}|[^.]+)$|\.(?:localhost|local|test|example|invalid)$/

/** Null if SITE_URL has no public host. */
export function findPublicHost({ SITE_URL = '' }: Environment): string | null {
  const host = URL.canParse(SITE_URL) ? new URL(SITE_URL).hostname : ''
  return host === '' || privateHostPattern.test(host) ? null : host
}

function checkSiteUrl(environment: Environment): Finding[] {
  const value = environment.SITE_URL
  if (!value || !URL.canParse(value)) return []
  const url = new URL(value)
  const remedy = 'Set it to the site’s public address: https, a domain and no path.'
  const reportInvalidUrl = (message: string) => [
    forCheck('SITE_URL').problem(`${value} ${message}`, remedy),
  ]
  if (url.protocol !== 'https:') return reportInvalidUrl('isn’t https, which cookies require')
  if (!findPublicHost(environment)) return reportInvalidUrl('isn’t a public address')
  if (url.href !== `${url.origin}/`) return reportInvalidUrl('contains more than an origin')
  return [forCheck('SITE_URL').ok(url.origin)]
}

const serviceUrlVariables = [
  'FIRESTORE_URL',
  'FIREBASE_AUTH_URL',
  'GOOGLE_OAUTH_URL',
  'IDENTITY_URL',
  'RECAPTCHA_URL',
  'PAYPAL_URL',
  'PAYPAL_SDK_URL',
]

/** Production uses the services' own addresses. */
function checkServiceUrls(environment: Environment): Finding[] {
  const set = serviceUrlVariables.filter((name) => environment[name])
  if (set.length === 0)
    return [forCheck('service URLs').ok('none set: the services’ own addresses are used')]
  return set.map((name) =>
    forCheck(name).problem(
      `points to a fake, ${environment[name]}`,
      'Unset it: the default is the real service.',
    ),
  )
}

function checkProject(environment: Environment): Finding[] {
  const project = environment.FIREBASE_PROJECT_ID
  if (!project) return []
  if (!project.startsWith('demo-')) return [forCheck('FIREBASE_PROJECT_ID').ok(project)]
  const message = `${project} exists only in emulators`
  return [
    forCheck('FIREBASE_PROJECT_ID').problem(message, 'Set it to the ID of your Firebase project.'),
  ]
}

function checkServiceAccount(environment: Environment): Finding[] {
  const name = 'FIREBASE_SERVICE_ACCOUNT'
  const { [name]: text, FIREBASE_PROJECT_ID: project } = environment
  if (!text) return []
  const account = serviceAccountSchema.safeParse(text)
  if (!account.success) {
    const remedy = 'Set it to the whole content of Google’s JSON key file.'
    return [forCheck(name).problem('isn’t a service account key', remedy)]
  }
  const { client_email, token_uri } = account.data
  if (token_uri !== googleTokenUri) {
    return [
      forCheck(name).problem(
        `points to a fake, ${token_uri}`,
        'Use the unmodified key file from Google.',
      ),
    ]
  }
  if (project && !client_email.endsWith(`@${project}.iam.gserviceaccount.com`)) {
    const remedy = `Create a service account in ${project}, or correct FIREBASE_PROJECT_ID.`
    return [forCheck(name).problem(`${client_email} doesn’t belong to ${project}`, remedy)]
  }
  return [forCheck(name).ok(client_email)]
}

/** The client is created by hand at Google, and its id is easily confused with its secret. */
function checkGoogleClient({ GOOGLE_CLIENT_ID: id }: Environment): Finding {
  const check = forCheck('GOOGLE_CLIENT_ID')
  if (!id) return check.ok(`not set: “${googleLabel}” is off`)
  if (/^[\w-]+\.apps\.googleusercontent\.com$/.test(id)) return check.ok(id)
  const remedy = 'Set it to the web client ID from Firebase’s Google sign-in settings.'
  return check.problem('isn’t a Google client ID', remedy)
}

/** A deploy uploads its environment's folder only. */
function checkBuildOutput(environment: Environment): Finding[] {
  const output = environment.BUILD_OUTPUT || 'dist'
  const deployed = (['live', 'staging'] as const).map(getOutputFolder)
  if (deployed.some((folder) => resolve(folder) === resolve(output))) return []
  const message = `${output} wouldn’t be deployed`
  return [
    forCheck('BUILD_OUTPUT').problem(
      message,
      'Unset it and build again: "npm run deploy" uploads "dist".',
    ),
  ]
}

export function checkEnvironment(environment: Environment): Finding[] {
  return [
    ...checkBuildVariables(environment),
    ...checkSiteUrl(environment),
    ...checkProject(environment),
    ...checkServiceAccount(environment),
    checkGoogleClient(environment),
    ...checkServiceUrls(environment),
    ...checkBuildOutput(environment),
  ]
}
