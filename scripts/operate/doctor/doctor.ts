/**
 * Finds problems in this checkout and, once the site is set up, at every service. Changes nothing, and prints no secret's
 * value. Exit code 1 if there is a problem.
 *
 *     npm run doctor                            this checkout, and each step of `npm run setup`
 *     npm run doctor -- --environment staging   the staging site's
 *     npm run doctor -- --offline               without network requests
 *     npm run doctor -- --deployed              only what is deployed, which CI's token can see
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { execa } from 'execa'
import { site, socialLinks } from '../../../src/publication/identity.ts'
import {
  type EnvironmentName,
  listBuildVariables,
  parseEnvironmentName,
  readStoredSettings,
} from '../../build/deploy-environment.ts'
import { runCommand, UsageError } from '../../shared/command-error.ts'
import type { Environment } from '../../shared/operator-environment.ts'
import { operatorEnvironment } from '../../shared/operator-environment.ts'
import { type Finding, forCheck, formatFinding } from '../setup/run/finding.ts'
import { openSetup } from '../setup/run/open-setup.ts'
import { runSteps } from '../setup/run/run-steps.ts'
import { processTerminal } from '../setup/run/terminal.ts'
import {
  readEnvironmentConfiguration,
  type WorkerConfiguration,
} from '../setup/run/worker-configuration.ts'
import { deployedSteps, steps } from '../setup/steps.ts'
import { type BuildFacts, checkBuild } from './check-build.ts'
import { checkEnvironment } from './check-environment.ts'
import { checkIndexes, checkRules } from './check-firebase.ts'
import { checkKeyrings } from './check-keyrings.ts'
import { checkMailDomain, findMailDomain } from './check-mail-domain.ts'
import { checkBuiltConfiguration, checkWorkerConfiguration } from './check-worker-configuration.ts'
import { probeMailDomain } from './probe-dns.ts'
import { readBuild } from './read-build.ts'
import { readBuiltConfiguration, readConfiguration } from './read-configuration.ts'

const offline = { isKnown: false, reason: '--offline' } as const

const readIfPresent = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null)

/** Reads the keyrings of local stacks in this folder, which anyone on this machine can read. */
function readLocalKeyrings(): string[] {
  return globSync('.local/*/secrets.json').flatMap((path) => {
    const secrets = JSON.parse(readFileSync(path, 'utf8'))
    return [secrets.SEALING_KEYS, secrets.SESSION_KEYS, secrets.DESK_KEYS].filter(Boolean)
  })
}

async function checkGit(): Promise<Finding> {
  try {
    const { stdout } = await execa('git', ['status', '--porcelain'])
    if (stdout.trim() === '') return forCheck('git').ok('no uncommitted files')
    const remedy = 'Commit your changes, so that you can tell which code is live.'
    return forCheck('git').warning(`uncommitted files: ${stdout.trim().split('\n').length}`, remedy)
  } catch {
    return forCheck('git').skipped('not a git repository')
  }
}

/** The publication's settings have example addresses at first. */
function checkSiteIdentity(): Finding {
  const texts = JSON.stringify([site, socialLinks])
  if (!/\bexample\.(?:com|org|net)\b/.test(texts))
    return forCheck('src/publication/identity.ts').ok(site.name)
  const remedy = 'Set your publication’s name and addresses there.'
  return forCheck('src/publication/identity.ts').warning('contains example addresses', remedy)
}

/**
 * Returns the checkout's findings; with `canAskDns`, The Weekly's domain is looked up too. `configure` returns the
 * configuration with what `setup` has stored.
 */
export async function runChecks(
  environment: Environment,
  canAskDns: boolean,
  configure?: () => WorkerConfiguration,
): Promise<Finding[]> {
  const written = await readConfiguration()
  const configuration = written && (configure?.() ?? written)
  const mail = findMailDomain(environment)
  const [git, mailRecords] = await Promise.all([
    checkGit(),
    mail && canAskDns ? probeMailDomain(mail) : offline,
  ])
  const noConfiguration = forCheck('wrangler.toml').problem(
    'can’t be read',
    'For the reason, run: npm run wrangler -- deploy --dry-run',
  )
  const build: BuildFacts | null = await readBuild(environment)
  const built = readBuiltConfiguration(environment.BUILD_OUTPUT || 'dist')
  return [
    ...checkEnvironment(environment),
    ...checkKeyrings(environment, readLocalKeyrings()),
    ...(configuration
      ? [
          ...checkWorkerConfiguration(configuration, environment, new Date()),
          ...checkBuiltConfiguration(configuration, built),
        ]
      : [noConfiguration]),
    checkRules(readIfPresent('firestore.rules')),
    checkIndexes(readIfPresent('firestore.indexes.json')),
    ...checkMailDomain(mail, mailRecords),
    ...checkBuild(build, environment),
    checkSiteIdentity(),
    git,
  ]
}

/** The variables that `setup` has stored complete the operator's environment. */
async function openSite(name: EnvironmentName, isOffline: boolean) {
  const settings = readStoredSettings(name)
  if (!settings) return null
  const context = isOffline ? null : await openSetup(name, processTerminal, true)
  const secrets = ['FIREBASE_SERVICE_ACCOUNT', 'SEALING_KEYS', 'SESSION_KEYS', 'DESK_KEYS'].flatMap(
    (secret) => {
      const value = context?.secrets.get(secret)
      return value === undefined ? [] : [[secret, value] as const]
    },
  )
  const { WEEKLY_MAIL_PROVIDER } = settings
  return {
    context,
    configure: () => readEnvironmentConfiguration(name, settings),
    variables: {
      ...listBuildVariables(name, settings),
      ...Object.fromEntries(secrets),
      ...(WEEKLY_MAIL_PROVIDER === undefined ? {} : { WEEKLY_MAIL_PROVIDER }),
    },
  }
}

async function main() {
  const { values } = parseArgs({
    options: {
      offline: { type: 'boolean', default: false },
      deployed: { type: 'boolean', default: false },
      environment: { type: 'string', default: 'live' },
    },
  })
  if (values.deployed && values.offline)
    throw new UsageError('--deployed needs the network. Leave out --offline.')
  const name = parseEnvironmentName(values.environment)
  const site = await openSite(name, values.offline)
  const findings = values.deployed
    ? []
    : await runChecks(
        { ...operatorEnvironment, ...site?.variables },
        !values.offline,
        site?.configure,
      )
  for (const finding of findings) console.log(formatFinding(finding))
  if (site?.context) {
    const chosen = values.deployed ? deployedSteps : steps
    const report = await runSteps(chosen, site.context, {
      mode: 'verify',
      terminal: processTerminal,
    })
    findings.push(...report.findings)
  } else {
    const check = forCheck('the services')
    const setup = `npm run setup -- --environment ${name}`
    const finding = site
      ? check.skipped('--offline')
      : values.deployed
        ? check.problem('not set up', `Run: ${setup}`)
        : check.skipped(`not set up with "${setup}"`)
    console.log(formatFinding(finding))
    findings.push(finding)
  }
  const count = (status: Finding['status']) =>
    findings.filter((finding) => finding.status === status).length
  const problems = count('problem')
  const others = `warnings: ${count('warning')}, skipped: ${count('skipped')}`
  console.log(`\nproblems: ${problems}, ${others}`)
  if (problems > 0) process.exitCode = 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runCommand(main)
