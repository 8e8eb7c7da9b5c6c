/**
 * Finds problems before a deploy, in its environment. Changes nothing, and prints no secret's value.
 *
 *     npm run doctor                everything; exit code 1 if there is a problem
 *     npm run doctor -- --offline   without network requests
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { execa } from 'execa'
import { site, socialLinks } from '../../../src/publication/identity.ts'
import { runCommand } from '../../shared/command-error.ts'
import type { Environment } from '../../shared/operator-environment.ts'
import { operatorEnvironment } from '../../shared/operator-environment.ts'
import { type Finding, forCheck, formatFinding } from '../setup/finding.ts'
import { type BuildFacts, checkBuild } from './check-build.ts'
import { checkBucket, checkQueueExists, checkSecrets, findQueueName } from './check-cloudflare.ts'
import { checkEnvironment, checkNode } from './check-environment.ts'
import {
  checkAccounts,
  checkAnonymous,
  checkDatabase,
  checkIndexes,
  checkRules,
  checkSignIn,
} from './check-firebase.ts'
import { checkKeyrings } from './check-keyrings.ts'
import { checkMailDomain, findMailDomain } from './check-mail-domain.ts'
import {
  checkBuiltConfiguration,
  checkWorkerConfiguration,
  type WorkerConfiguration,
} from './check-worker-configuration.ts'
import {
  probeBucket,
  probeQueue,
  probeSecrets,
  readBuiltConfiguration,
  readConfiguration,
} from './probe-cloudflare.ts'
import { probeMailDomain } from './probe-dns.ts'
import { probeAccounts, probeAnonymousRead, probeFirestore, probeSignIn } from './probe-google.ts'
import { readBuild } from './read-build.ts'

export type ProbeTargets = Readonly<Record<'google' | 'cloudflare' | 'dns', boolean>>

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
    const remedy = 'Commit them, so that you can tell which code is live.'
    return forCheck('git').warning(`${stdout.trim().split('\n').length} uncommitted files`, remedy)
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

async function checkWorker(
  configuration: WorkerConfiguration,
  environment: Environment,
  canProbe: boolean,
): Promise<Finding[]> {
  const bucket = configuration.r2_buckets.find(({ binding }) => binding === 'MEDIA')?.bucket_name
  const queue = findQueueName(configuration)
  const [secrets, bucketProbe, queueProbe] = await Promise.all([
    canProbe ? probeSecrets() : offline,
    canProbe && bucket ? probeBucket(bucket) : offline,
    canProbe && queue ? probeQueue(queue) : offline,
  ])
  return [
    ...checkWorkerConfiguration(configuration, environment, new Date()),
    ...checkBuiltConfiguration(
      configuration,
      readBuiltConfiguration(environment.BUILD_OUTPUT || 'dist'),
    ),
    ...checkSecrets(secrets, configuration, environment),
    checkBucket(bucketProbe, configuration),
    checkQueueExists(queueProbe, configuration),
  ]
}

export async function runChecks(
  environment: Environment,
  targets: ProbeTargets,
): Promise<Finding[]> {
  const configuration = await readConfiguration()
  const mail = findMailDomain(environment)
  const [worker, database, anonymous, signIn, accounts, git, mailRecords] = await Promise.all([
    configuration ? checkWorker(configuration, environment, targets.cloudflare) : null,
    targets.google ? probeFirestore(environment) : offline,
    targets.google ? probeAnonymousRead(environment) : offline,
    targets.google ? probeSignIn(environment) : offline,
    targets.google ? probeAccounts(environment) : offline,
    checkGit(),
    mail && targets.dns ? probeMailDomain(mail) : offline,
  ])
  const noConfiguration = forCheck('wrangler.toml').problem(
    'can’t be read',
    'For the reason, run: npm run wrangler -- deploy --dry-run',
  )
  const build: BuildFacts | null = await readBuild(environment)
  return [
    checkNode(process.versions.node),
    ...checkEnvironment(environment),
    ...checkKeyrings(environment, readLocalKeyrings()),
    ...(worker ?? [noConfiguration]),
    checkRules(readIfPresent('firestore.rules')),
    checkIndexes(readIfPresent('firestore.indexes.json')),
    checkDatabase(database),
    checkAnonymous(anonymous),
    checkSignIn(signIn),
    checkAccounts(accounts),
    ...checkMailDomain(mail, mailRecords),
    ...checkBuild(build, environment),
    checkSiteIdentity(),
    git,
  ]
}

async function main() {
  const { values } = parseArgs({ options: { offline: { type: 'boolean', default: false } } })
  const targets = {
    google: !values.offline,
    cloudflare: !values.offline,
    dns: !values.offline,
  }
  const findings = await runChecks(operatorEnvironment, targets)
  for (const finding of findings) console.log(formatFinding(finding))
  const count = (status: Finding['status']) =>
    findings.filter((finding) => finding.status === status).length
  const problems = count('problem')
  const others = `warnings: ${count('warning')}, skipped: ${count('skipped')}`
  console.log(`\nproblems: ${problems}, ${others}`)
  if (problems > 0) process.exitCode = 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runCommand(main)
