/** Finds variables in wrangler.toml that don't belong there, or with which the Worker couldn't start. */
import { variableSchemas } from '../../../functions/platform/environment/env.ts'
import type { Environment } from '../../shared/operator-environment.ts'
import { type Finding, forCheck } from '../setup/run/finding.ts'
import { findPublicHost } from './check-environment.ts'
import {
  workerAnalytics,
  workerBotCheckSecret,
  workerMailUrl,
  workerRebuild,
  workerSecrets,
  workerServiceUrls,
  workerVariables,
} from './worker-variable-names.ts'

const file = 'wrangler.toml'

type Variables = { readonly vars: Readonly<Record<string, unknown>> }

const isPublicOrigin = (value: unknown) =>
  typeof value === 'string' &&
  findPublicHost({ SITE_URL: value }) !== null &&
  /^https:\/\/[^/]+\/?$/.test(value)

const isPublicAddress = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.startsWith('https://') &&
  findPublicHost({ SITE_URL: value }) !== null

/** Cloudflare's deploy hooks need no key: anyone with the address can start a build. */
const secretUrlPattern = /\/deploy_hooks\//

function checkRebuildHook({ vars }: Variables): Finding[] {
  const url = vars[workerRebuild.url]
  if (url === undefined) return []
  if (!isPublicAddress(url)) {
    const remedy = 'Set it to your build service’s hook, or remove it.'
    return [forCheck(workerRebuild.url).problem('isn’t a public https address', remedy)]
  }
  if (!secretUrlPattern.test(url)) return [forCheck(workerRebuild.url).ok(new URL(url).host)]
  const remedy = `Remove the hook from the file, create a new one, and set that with: npm run wrangler -- secret put ${workerRebuild.url}`
  return [forCheck(workerRebuild.url).problem(`is in ${file}, but must be a secret`, remedy)]
}

const normalizeValue = (name: string, value: unknown) =>
  name === 'SITE_URL' && URL.canParse(String(value)) ? new URL(String(value)).origin : value

function checkMisplacedVariables({ vars }: Variables, environment: Environment): Finding[] {
  const findings: Finding[] = []
  for (const name of [
    ...workerSecrets,
    workerBotCheckSecret,
    workerAnalytics.key,
    workerRebuild.token,
    'PAYPAL_SECRET',
    'MAIL_KEY',
    'MAIL_EVENTS',
    'WEEKLY_MAIL_KEY',
    'WEEKLY_MAIL_EVENTS',
  ]) {
    if (!(name in vars)) continue
    const remedy = `Remove the secret from the file, create a new one, and set that with: npm run wrangler -- secret put ${name}`
    findings.push(
      forCheck(name).problem(
        `is in ${file}, where everybody with access to the repository can read it`,
        remedy,
      ),
    )
  }
  for (const name of workerServiceUrls) {
    if (name in vars)
      findings.push(
        forCheck(name).problem(
          `is in ${file}, but is only for local fakes`,
          'Remove it from the file.',
        ),
      )
  }
  const receiver = vars[workerAnalytics.url]
  if (receiver !== undefined && !isPublicOrigin(receiver)) {
    const remedy = 'Set it to the receiver of events, such as https://api.segment.io, or remove it.'
    findings.push(
      forCheck(workerAnalytics.url).problem(`${receiver} isn’t a public https origin`, remedy),
    )
  }
  for (const name of [...workerVariables, 'PAYPAL_CLIENT_ID', 'SITE_URL']) {
    if (!(name in vars) || !environment[name]) continue
    if (normalizeValue(name, vars[name]) === normalizeValue(name, environment[name])) continue
    const message = `differs between ${file} and the build’s environment`
    findings.push(
      forCheck(`${name} of the Worker`).problem(message, 'Use the same value for both.'),
    )
  }
  return findings
}

/** Variables that other checks cover more closely, or that aren't allowed at all. */
const checkedElsewhere: readonly string[] = [
  workerAnalytics.url,
  workerRebuild.url,
  ...workerServiceUrls,
  ...workerSecrets,
]

/** Checks formats: with an invalid variable every request would fail. The Worker's message names no value. */
function checkFormats({ vars }: Variables): Finding[] {
  return Object.entries(vars).flatMap(([name, value]) => {
    if (checkedElsewhere.includes(name)) return []
    const issues = variableSchemas[name]?.safeParse(value).error?.issues ?? []
    if (issues.length > 0) {
      const message = issues.map(({ path, message }) => [...path, message].join(': ')).join('; ')
      const remedy =
        'Correct it, otherwise the Worker can’t start. See scripts/operate/environment.md.'
      return [forCheck(name).problem(`is invalid in ${file}: ${message}`, remedy)]
    }
    if (name !== workerMailUrl || isPublicAddress(value)) return []
    const remedy = 'Set it to the address of your email service, which receives a key and emails.'
    return [forCheck(name).problem('isn’t a public https address', remedy)]
  })
}

export function checkWorkerVariables(
  configuration: Variables,
  environment: Environment,
): Finding[] {
  return [
    ...checkRebuildHook(configuration),
    ...checkMisplacedVariables(configuration, environment),
    ...checkFormats(configuration),
  ]
}
