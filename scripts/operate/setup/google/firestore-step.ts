/** The database, whose location is final. Rules and indexes that differ are shown, and never overwritten silently. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { getSettingsPath } from '../../../build/deploy-environment.ts'
import { writeFileAtomically } from '../../../shared/write-file-atomically.ts'
import { type Finding, forCheck } from '../run/finding.ts'
import type { Service } from '../run/service.ts'
import type { SetupContext, Step } from '../run/step.ts'
import { connectGoogle, readIfAllowed, runOperation } from './connect-google.ts'
import { inspectIndexes } from './firestore-indexes.ts'

const firestore = '/firestore.googleapis.com/v1'
const rulesApi = '/firebaserules.googleapis.com/v1'

const databaseSchema = z.object({
  locationId: z.string(),
  type: z.string(),
  deleteProtectionState: z.string().default(''),
  pointInTimeRecoveryEnablement: z.string().default(''),
})
const protections = {
  deleteProtectionState: 'DELETE_PROTECTION_ENABLED',
  pointInTimeRecoveryEnablement: 'POINT_IN_TIME_RECOVERY_ENABLED',
} as const
const protectionNames = ['deleteProtectionState', 'pointInTimeRecoveryEnablement'] as const

type Place = {
  readonly context: SetupContext
  readonly google: Service
  readonly parent: string
  readonly project: string
}

/** Without a location, `firebase deploy` creates a missing database in the United States. */
function checkFirebaseFile({ root }: SetupContext, location: string): Finding {
  const check = forCheck('firebase.json')
  const path = join(root, 'firebase.json')
  const schema = z.looseObject({ firestore: z.looseObject({ location: z.string().optional() }) })
  const file = schema.parse(JSON.parse(readFileSync(path, 'utf8')))
  if (file.firestore.location) return check.ok(`names ${file.firestore.location}`)
  return check.change(`set the location to ${location}`, async () => {
    const changed = { ...file, firestore: { ...file.firestore, location } }
    writeFileAtomically(path, `${JSON.stringify(changed, null, 2)}\n`)
  })
}

async function inspectDatabase(
  { context, google, parent, project }: Place,
  location: string,
): Promise<Finding[]> {
  const check = forCheck('database')
  const file = getSettingsPath(context.environment)
  const database = await readIfAllowed(google, `${firestore}/${parent}`, databaseSchema)
  if (!database) {
    const body = { locationId: location, type: 'FIRESTORE_NATIVE', ...protections }
    const path = `${firestore}/projects/${project}/databases?databaseId=(default)`
    return [
      check.change(`create it in ${location}, which can’t be changed later`, () =>
        runOperation(context, google, 'POST', path, body),
      ),
    ]
  }
  if (database.type !== 'FIRESTORE_NATIVE') {
    return [
      check.problem(
        'is in Datastore mode',
        `To choose another project, remove FIREBASE_PROJECT_ID from ${file}, then run the same command again.`,
      ),
    ]
  }
  if (database.locationId !== location) {
    const remedy = `A database can’t be moved. In ${file}, set DATABASE_LOCATION to ${database.locationId}, or remove FIREBASE_PROJECT_ID to choose another project.`
    return [check.problem(`is in ${database.locationId}, not in ${location}`, remedy)]
  }
  const missing = protectionNames.filter((name) => database[name] !== protections[name])
  if (missing.length === 0)
    return [check.ok(`${location}, protected against deletion, restorable for 7 days`)]
  const path = `${firestore}/${parent}?updateMask=${missing.join(',')}`
  return [
    check.ok(location),
    forCheck('protection').change(
      'turn on protection against deletion, and recovery for 7 days',
      () => runOperation(context, google, 'PATCH', path, protections),
    ),
  ]
}

async function inspectBackups({ google, parent }: Place): Promise<Finding> {
  const check = forCheck('backups')
  const path = `${firestore}/${parent}/backupSchedules`
  const schedules = await google.read(
    path,
    z.object({ backupSchedules: z.array(z.unknown()).default([]) }),
  )
  if (schedules && schedules.backupSchedules.length > 0) return check.ok('scheduled')
  return check.change('schedule a daily backup, stored for a week', () =>
    google.write('POST', path, { body: { dailyRecurrence: {}, retention: '604800s' } }),
  )
}

const rulesetSchema = z.object({
  source: z.object({ files: z.array(z.object({ content: z.string() })) }),
})
const releaseSchema = z.object({ name: z.string(), rulesetName: z.string() })
const releaseName = 'cloud.firestore'

/** Recognises rules that a person has agreed to replace. */
const hashText = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

async function inspectRules({ context, google, project }: Place): Promise<Finding> {
  const check = forCheck('rules')
  const wanted = readFileSync(join(context.root, 'firestore.rules'), 'utf8')
  const releases = `${rulesApi}/projects/${project}/releases`
  const release = await google.read(`${releases}/${releaseName}`, releaseSchema)
  const ruleset =
    release && (await google.read(`${rulesApi}/${release.rulesetName}`, rulesetSchema))
  const deployed = ruleset?.source.files.map(({ content }) => content).join('\n')
  if (deployed === wanted) return check.ok('deployed: browsers have no access')
  const deploy = async () => {
    const body = { source: { files: [{ name: 'firestore.rules', content: wanted }] } }
    const { name } = await google.write(
      'POST',
      `${rulesApi}/projects/${project}/rulesets`,
      { body },
      z.object({ name: z.string() }),
    )
    const named = { name: `projects/${project}/releases/${releaseName}`, rulesetName: name }
    if (release)
      await google.write('PATCH', `${releases}/${releaseName}`, { body: { release: named } })
    else await google.write('POST', releases, { body: named })
  }
  if (deployed === undefined)
    return check.change('deploy firestore.rules, which denies browsers all access', deploy)
  const hash = hashText(deployed)
  if (context.settings.get('REPLACED_RULES') === hash)
    return check.change('replace the deployed rules', deploy)
  const removed = deployed
    .split('\n')
    .filter((line) => line.trim() !== '' && !wanted.includes(line.trim()))
  const question = {
    name: 'REPLACED_RULES',
    text: 'Type “replace” to replace them',
    isSecret: false,
    findMistake: (answer: string) =>
      answer === 'replace' ? null : 'Type “replace”, or press Ctrl-C.',
    convert: () => hash,
  }
  return check.person(
    removed.length > 0
      ? `the project has other rules, with these lines:\n${removed.join('\n')}`
      : 'the project has other rules',
    null,
    [question],
  )
}

export const firestoreStep: Step = {
  name: 'firestore',
  title: 'the database with rules, indexes and backups',
  needs: ['google-project'],
  async inspect(context) {
    const google = await connectGoogle(context)
    const project = context.settings.require('FIREBASE_PROJECT_ID')
    const location = context.settings.require('DATABASE_LOCATION')
    const place: Place = {
      context,
      google,
      project,
      parent: `projects/${project}/databases/(default)`,
    }
    const database = await inspectDatabase(place, location)
    const local = checkFirebaseFile(context, location)
    if (database[0]?.status !== 'ok') return [local, ...database]
    return [
      local,
      ...database,
      await inspectBackups(place),
      await inspectRules(place),
      ...(await inspectIndexes(context.root, google, place.parent)),
    ]
  },
}
