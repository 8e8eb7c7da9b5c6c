/** What the doctor makes of the environment in which a build and a deploy would run. */
import { resolve } from 'node:path'
import { googleTokenUri, serviceAccountSchema } from '../../functions/adapters/service-account.ts'
import { buildEnvironmentSchema } from '../../src/content/environment.ts'
import { type Finding, ok, problem } from './finding.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** The first version that runs the scripts as they are (scripts/run.mjs). */
const oldestNode = { major: 24, minor: 12 }

/** `version` as `process.versions.node` has it. */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isYoungEnough =
    major > oldestNode.major || (major === oldestNode.major && minor >= oldestNode.minor)
  if (isYoungEnough) return ok('Node', version)
  const remedy = `Install ${oldestNode.major}.${oldestNode.minor} or newer.`
  return problem('Node', `${version} does not run TypeScript`, remedy)
}

/** One finding for each variable that the build would refuse, or one that says that all are there. */
export function checkBuildVariables(environment: Environment): Finding[] {
  const parsed = buildEnvironmentSchema.safeParse(environment)
  if (parsed.success) return [ok('the build’s variables', 'all there and well-formed')]
  return parsed.error.issues.map((issue) => {
    const name = issue.path.join('.')
    const says = environment[name] ? 'is malformed' : 'is not set'
    return problem(
      name,
      says,
      'Set it in the environment of the build: see "Environment" in README.md.',
    )
  })
}

const notPublic =
  /^(?:localhost|\[.*\]|\d+(?:\.\d+){3}|[^.]+)$|\.(?:localhost|local|test|example|invalid)$/

/** The host that readers will use, or null where SITE_URL names none that could be. */
export function publicHost({ SITE_URL = '' }: Environment): string | null {
  const host = URL.canParse(SITE_URL) ? new URL(SITE_URL).hostname : ''
  return host === '' || notPublic.test(host) ? null : host
}

export function checkSiteUrl(environment: Environment): Finding[] {
  const value = environment.SITE_URL
  if (!value || !URL.canParse(value)) return []
  const url = new URL(value)
  const remedy = 'Set it to the address that readers will use: https, a domain, and no path.'
  const refuse = (says: string) => [problem('SITE_URL', `${value} ${says}`, remedy)]
  if (url.protocol !== 'https:') return refuse('is not https, and cookies want it')
  if (!publicHost(environment)) return refuse('is not an address in the Internet')
  if (url.href !== `${url.origin}/`) return refuse('is more than an origin')
  return [ok('SITE_URL', url.origin)]
}

const standIns = [
  'FIRESTORE_URL',
  'FIREBASE_AUTH_URL',
  'GOOGLE_OAUTH_URL',
  'IDENTITY_URL',
  'RECAPTCHA_URL',
  'PAYPAL_URL',
  'PAYPAL_SDK_URL',
]

/** Addresses of stand-ins are for stacks on one machine: live, all of them are the services’ own. */
export function checkStandIns(environment: Environment): Finding[] {
  const set = standIns.filter((name) => environment[name])
  if (set.length === 0) return [ok('stand-ins', 'none named: Google’s own services are used')]
  return set.map((name) =>
    problem(name, `names a stand-in, ${environment[name]}`, 'Unset it: the default is Google’s.'),
  )
}

export function checkProject(environment: Environment): Finding[] {
  const project = environment.FIREBASE_PROJECT_ID
  if (!project) return []
  if (!project.startsWith('demo-')) return [ok('FIREBASE_PROJECT_ID', project)]
  const says = `${project} exists on emulators alone`
  return [problem('FIREBASE_PROJECT_ID', says, 'Set it to the id of your Firebase project.')]
}

export function checkServiceAccount(environment: Environment): Finding[] {
  const name = 'FIREBASE_SERVICE_ACCOUNT'
  const { [name]: text, FIREBASE_PROJECT_ID: project } = environment
  if (!text) return []
  const account = serviceAccountSchema.safeParse(text)
  if (!account.success) {
    const remedy = 'Set it to the whole JSON file that Google gives for a key, in one variable.'
    return [problem(name, 'is not the key of a service account', remedy)]
  }
  const { client_email, token_uri } = account.data
  if (token_uri !== googleTokenUri) {
    return [
      problem(name, `names a stand-in, ${token_uri}`, 'Take the key file as Google gives it.'),
    ]
  }
  if (project && !client_email.endsWith(`@${project}.iam.gserviceaccount.com`)) {
    const remedy = 'Make one there, or correct FIREBASE_PROJECT_ID.'
    return [problem(name, `${client_email} is not an account of ${project}`, remedy)]
  }
  return [ok(name, client_email)]
}

/** Its client is made by hand at Google, and its id is easily taken for its secret. */
export function checkGoogleClient({ GOOGLE_CLIENT_ID: id }: Environment): Finding {
  const name = 'GOOGLE_CLIENT_ID'
  if (!id) return ok(name, 'not set: nobody logs in with Google')
  if (/^[\w-]+\.apps\.googleusercontent\.com$/.test(id)) return ok(name, id)
  const remedy = 'Set it to the id of the web client that Firebase’s settings for Google name.'
  return problem(name, 'is not the id of a client at Google', remedy)
}

/** `npm run wrangler -- deploy` takes `dist`, wherever a build went. */
export function checkBuildOutput(environment: Environment): Finding[] {
  const output = environment.BUILD_OUTPUT || 'dist'
  if (resolve(output) === resolve('dist')) return []
  const says = `${output} is not what would be deployed`
  return [problem('BUILD_OUTPUT', says, 'Unset it and build again: wrangler deploys dist.')]
}

export function checkEnvironment(environment: Environment): Finding[] {
  return [
    ...checkBuildVariables(environment),
    ...checkSiteUrl(environment),
    ...checkProject(environment),
    ...checkServiceAccount(environment),
    checkGoogleClient(environment),
    ...checkStandIns(environment),
    ...checkBuildOutput(environment),
  ]
}
