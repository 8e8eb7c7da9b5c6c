/**
 * What the doctor makes of the variables in wrangler.toml: what must not stand there, and what the
 * Worker could not start with.
 */
import { variableSchemas } from '../../functions/variables.ts'
import { type Environment, publicHost } from './environment.ts'
import { type Finding, ok, problem } from './finding.ts'
import {
  workerBotCheckSecret,
  workerEvents,
  workerRebuild,
  workerSecrets,
  workerStandIns,
  workerVariables,
} from './worker-names.ts'

const file = 'wrangler.toml'

type Variables = { readonly vars: Readonly<Record<string, unknown>> }

const isPublicOrigin = (value: unknown) =>
  typeof value === 'string' &&
  publicHost({ SITE_URL: value }) !== null &&
  /^https:\/\/[^/]+\/?$/.test(value)

const isPublicAddress = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.startsWith('https://') &&
  publicHost({ SITE_URL: value }) !== null

/** Cloudflare's deploy hooks ask for no key: whoever knows the address may have the site built. */
const isKeyItself = /\/deploy_hooks\//

function checkRebuildHook({ vars }: Variables): Finding[] {
  const url = vars[workerRebuild.url]
  if (url === undefined) return []
  if (!isPublicAddress(url)) {
    const remedy = 'Set it to the hook of whoever builds the site, or take it out.'
    return [problem(workerRebuild.url, 'is not an address of https in the Internet', remedy)]
  }
  if (!isKeyItself.test(url)) return [ok(workerRebuild.url, new URL(url).host)]
  const remedy = `Take it out, make a new one, and give it with: npm run wrangler -- secret put ${workerRebuild.url}`
  return [problem(workerRebuild.url, `stands in ${file}, and is as good as a key`, remedy)]
}

/** Of an address its origin is what counts. */
const comparable = (name: string, value: unknown) =>
  name === 'SITE_URL' && URL.canParse(String(value)) ? new URL(String(value)).origin : value

function checkWhatStands({ vars }: Variables, environment: Environment): Finding[] {
  const findings: Finding[] = []
  for (const name of [
    ...workerSecrets,
    workerBotCheckSecret,
    workerEvents.key,
    workerRebuild.token,
    'PAYPAL_SECRET',
    'MAIL_KEY',
  ]) {
    if (!(name in vars)) continue
    const remedy = `Take it out, make a new one, and give it with: npm run wrangler -- secret put ${name}`
    findings.push(problem(name, `stands in ${file}, for everybody who has the repository`, remedy))
  }
  for (const name of workerStandIns) {
    if (name in vars) findings.push(problem(name, `stands in ${file}`, 'Take it out.'))
  }
  const receiver = vars[workerEvents.url]
  if (receiver !== undefined && !isPublicOrigin(receiver)) {
    const remedy =
      'Set it to whoever receives events, such as https://api.segment.io, or take it out.'
    findings.push(problem(workerEvents.url, `${receiver} is not an origin of https`, remedy))
  }
  for (const name of [...workerVariables, 'PAYPAL_CLIENT_ID', 'SITE_URL']) {
    if (!(name in vars) || !environment[name]) continue
    if (comparable(name, vars[name]) === comparable(name, environment[name])) continue
    const says = `is one thing in ${file} and another in the build’s environment`
    findings.push(problem(`${name} of the Worker`, says, 'Give both the same.'))
  }
  return findings
}

/** Judged by more than their form, or out of place whatever their form is. */
const judged: readonly string[] = [
  workerEvents.url,
  workerRebuild.url,
  ...workerStandIns,
  ...workerSecrets,
]

/** With one of these the Worker would throw at every request. Its own words name no value. */
function checkForms({ vars }: Variables): Finding[] {
  return Object.entries(vars).flatMap(([name, value]) => {
    if (judged.includes(name)) return []
    const issues = variableSchemas[name]?.safeParse(value).error?.issues ?? []
    if (issues.length > 0) {
      const says = issues.map(({ path, message }) => [...path, message].join(': ')).join('; ')
      const remedy = 'Set it as the README says, “Environment”: the Worker does not start with it.'
      return [problem(name, `is malformed in ${file}: ${says}`, remedy)]
    }
    if (name !== 'MAIL_URL' || isPublicAddress(value)) return []
    const remedy = 'Set it to the address of your mail service, which is given a key and letters.'
    return [problem(name, 'is not an address of https in the Internet', remedy)]
  })
}

export function checkWorkerVariables(
  configuration: Variables,
  environment: Environment,
): Finding[] {
  return [
    ...checkRebuildHook(configuration),
    ...checkWhatStands(configuration, environment),
    ...checkForms(configuration),
  ]
}
