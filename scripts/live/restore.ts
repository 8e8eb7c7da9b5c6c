/**
 * Makes a database what a backup says.
 *
 *     npm run restore -- FILE                          into an empty database
 *     npm run restore -- FILE --dry-run                only says what it would do
 *     npm run restore -- FILE --replace --project ID   over what is there, and removes the rest
 *
 * The environment says which database. The file is read to its end before anything is written, and
 * the database is read back and compared at the end. A restore that died is finished by the same
 * command: what it wrote is equal to the backup and no obstacle.
 */
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { counted } from './backup.ts'
import { checkBackup, readBackup } from './backup-file.ts'
import { type Comparison, compareDocuments, moveReferences } from './comparison.ts'
import { type Database, openDatabase, type RawWrite, readDocuments, writeAll } from './database.ts'
import { Refusal, runCommand } from './refusal.ts'

export type RestoreOptions = {
  /** Overwrite what differs and remove what the backup does not have. */
  readonly replace: boolean
  readonly dryRun: boolean
  readonly say: (line: string) => void
}

type Counts = Record<Comparison['kind'], number>

/** Compares the file with the database as it is now, from end to end, and passes on what it finds. */
async function* compareNow(
  { wire }: Database,
  file: string,
  sourceProject: string,
  onProgress: (documents: number) => void,
): AsyncGenerator<Comparison> {
  const source = `projects/${sourceProject}/databases/(default)/documents`
  async function* moved() {
    for await (const { path, fields } of readBackup(file)) {
      yield { path, fields: moveReferences(fields, source, wire.root) as typeof fields }
    }
  }
  yield* compareDocuments(counted(moved(), onProgress), readDocuments(wire))
}

async function count(comparisons: AsyncIterable<Comparison>): Promise<Counts> {
  const counts: Counts = { equal: 0, different: 0, missing: 0, extra: 0 }
  for await (const { kind } of comparisons) counts[kind]++
  return counts
}

async function* writesFor(comparisons: AsyncIterable<Comparison>): AsyncGenerator<RawWrite> {
  for await (const comparison of comparisons) {
    if (comparison.kind === 'extra') yield { remove: comparison.path }
    else if (comparison.kind !== 'equal') yield { set: comparison.backedUp }
  }
}

/** Answers how many documents were restored. Throws a refusal before the first write, or at the end. */
export async function restore(
  database: Database,
  file: string,
  { replace, dryRun, say }: RestoreOptions,
): Promise<number> {
  const { project, begun, documents } = await checkBackup(file)
  const target = database.projectId
  say(`${file} is whole: ${documents} documents of ${project}, read at ${begun}.`)
  const compare = (doing: string) =>
    compareNow(database, file, project, (done) => say(`${doing}: ${done} of ${documents}`))

  const { equal, different, missing, extra } = await count(compare('comparing'))
  say(
    `${target} has ${equal} of them; ${missing} are missing, ${different} differ, ` +
      `and it has ${extra} others.`,
  )
  if (different + extra > 0 && !replace) {
    throw new Refusal(
      `Nothing was written: ${target} is not empty. To overwrite the ${different} and remove the ` +
        `${extra}, add --replace --project ${target}.`,
    )
  }
  if (dryRun) return 0
  await writeAll(database.wire, writesFor(compare('writing')))

  const after = await count(compare('reading back'))
  if (after.equal !== documents || after.extra > 0) {
    throw new Refusal(
      `${target} is not what the backup says: ${documents - after.equal} documents differ and ` +
        `${after.extra} are others. Is somebody writing to it? Run the same command again.`,
    )
  }
  return documents
}

const flags = {
  replace: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  project: { type: 'string' },
} as const

async function main() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: flags })
  const [file, ...others] = positionals
  if (!file || others.length > 0) {
    throw new Refusal('npm run restore -- FILE [--dry-run] [--replace --project ID]')
  }
  const database = openDatabase(process.env)
  const { project } = values
  if (project !== undefined && project !== database.projectId) {
    throw new Refusal(
      `Nothing was written: FIREBASE_PROJECT_ID is ${database.projectId}, and not ${project}.`,
    )
  }
  if (values.replace && project === undefined) {
    throw new Refusal(
      `Nothing was written: --replace removes documents of ${database.projectId}. ` +
        'Say that you mean it, with --project and its name.',
    )
  }
  const dryRun = values['dry-run']
  const options = { replace: values.replace, dryRun, say: console.log }
  const documents = await restore(database, file, options)
  if (dryRun) return console.log('Nothing was written.')
  console.log(`Restored ${documents} documents, all equal.`)
  console.log('Now build with "npm run build -- --full": restored documents carry their old times.')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runCommand(main)
