/**
 * Says what is missing or unsafe before a deploy, in the environment that the deploy would have.
 *
 *     npm run doctor                everything; exit code 1 where there is a problem
 *     npm run doctor -- --offline   asks nobody over the network
 *
 * Changes nothing, anywhere. Prints names and addresses, never the value of a secret.
 */
import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { site, socialLinks } from '../../src/site.ts'
import { readBuild } from './build-facts.ts'
import { type BuildFacts, checkBuild } from './build-output.ts'
import {
  checkBotCheck,
  checkBucket,
  checkQueueThere,
  checkSecrets,
  checkSelling,
  queueOf,
} from './cloudflare.ts'
import { checkEnvironment, checkNode, type Environment } from './environment.ts'
import { type Finding, linesOf, notAsked, ok, problem, warning } from './finding.ts'
import {
  checkAccounts,
  checkAnonymous,
  checkDatabase,
  checkIndexes,
  checkRules,
  checkSignIn,
} from './firestore.ts'
import { checkKeyrings } from './key-strength.ts'
import { askAccounts, askAnonymously, askFirestore, askSignIn } from './questions.ts'
import { runCommand } from './refusal.ts'
import {
  checkBuiltConfiguration,
  checkWorkerConfiguration,
  type WorkerConfiguration,
} from './worker-configuration.ts'
import {
  askBucket,
  askQueue,
  askSecrets,
  readBuiltConfiguration,
  readConfiguration,
} from './wrangler.ts'

/** Whom the doctor may ask. */
export type Reach = { readonly google: boolean; readonly cloudflare: boolean }

const offline = { asked: false, because: 'left out' } as const

const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null)

/** The rings of stacks that have run in this folder: made for one machine, and readable there. */
function localRings(): string[] {
  return globSync('.local/*/secrets.json').flatMap((path) => {
    const secrets = JSON.parse(readFileSync(path, 'utf8'))
    return [secrets.SEALING_KEYS, secrets.SESSION_KEYS, secrets.DESK_KEYS].filter(Boolean)
  })
}

async function checkGit(): Promise<Finding> {
  try {
    const { stdout } = await promisify(execFile)('git', ['status', '--porcelain'])
    if (stdout.trim() === '') return ok('git', 'nothing uncommitted')
    const remedy = 'Commit, so that what is live can be found again.'
    return warning('git', `${stdout.trim().split('\n').length} files are not committed`, remedy)
  } catch {
    return notAsked('git', 'this is no git repository')
  }
}

/** The publication's own file names addresses that stand in for real ones. */
function checkSite(): Finding {
  const texts = JSON.stringify([site, socialLinks])
  if (!/\bexample\.(?:com|org|net)\b/.test(texts)) return ok('src/site.ts', site.name)
  const remedy = 'Name the publication and its addresses there.'
  return warning('src/site.ts', 'names addresses at example.com', remedy)
}

async function examineWorker(
  configuration: WorkerConfiguration,
  environment: Environment,
  mayAsk: boolean,
): Promise<Finding[]> {
  const bucket = configuration.r2_buckets.find(({ binding }) => binding === 'MEDIA')?.bucket_name
  const queue = queueOf(configuration)
  const [secrets, bucketIsThere, queueIsThere] = await Promise.all([
    mayAsk ? askSecrets() : offline,
    mayAsk && bucket ? askBucket(bucket) : offline,
    mayAsk && queue ? askQueue(queue) : offline,
  ])
  return [
    ...checkWorkerConfiguration(configuration, environment, new Date()),
    ...checkBuiltConfiguration(
      configuration,
      readBuiltConfiguration(environment.BUILD_OUTPUT || 'dist'),
    ),
    ...checkSecrets(secrets, configuration),
    ...checkBotCheck(secrets, environment),
    ...checkSelling(secrets, configuration, environment),
    checkBucket(bucketIsThere, configuration),
    checkQueueThere(queueIsThere, configuration),
  ]
}

/** Every check, one after the other; questions to others all at once. */
export async function examine(environment: Environment, reach: Reach): Promise<Finding[]> {
  const configuration = await readConfiguration()
  const [worker, database, anonymous, signIn, accounts, git] = await Promise.all([
    configuration ? examineWorker(configuration, environment, reach.cloudflare) : null,
    reach.google ? askFirestore(environment) : offline,
    reach.google ? askAnonymously(environment) : offline,
    reach.google ? askSignIn(environment) : offline,
    reach.google ? askAccounts(environment) : offline,
    checkGit(),
  ])
  const noConfiguration = problem(
    'wrangler.toml',
    'cannot be read',
    'npm run wrangler -- deploy --dry-run',
  )
  const build: BuildFacts | null = await readBuild(environment)
  return [
    checkNode(process.versions.node),
    ...checkEnvironment(environment),
    ...checkKeyrings(environment, localRings()),
    ...(worker ?? [noConfiguration]),
    checkRules(read('firestore.rules')),
    checkIndexes(read('firestore.indexes.json')),
    checkDatabase(database),
    checkAnonymous(anonymous),
    checkSignIn(signIn),
    checkAccounts(accounts),
    ...checkBuild(build, environment),
    checkSite(),
    git,
  ]
}

async function main() {
  const { values } = parseArgs({ options: { offline: { type: 'boolean', default: false } } })
  const reach = { google: !values.offline, cloudflare: !values.offline }
  const findings = await examine(process.env, reach)
  for (const finding of findings) console.log(linesOf(finding))
  const count = (status: Finding['status']) =>
    findings.filter((finding) => finding.status === status).length
  const problems = count('problem')
  const others = `warnings: ${count('warning')}, not asked: ${count('not asked')}`
  console.log(`\nproblems: ${problems}, ${others}`)
  if (problems > 0) process.exitCode = 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runCommand(main)
