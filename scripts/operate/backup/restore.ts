/**
 * Restores a backup into the environment's database, and compares the result. Reads the whole file
 * before the first write. After an interruption, run the command again: it skips equal documents.
 *
 *     npm run restore -- FILE                          into an empty database
 *     npm run restore -- FILE --dry-run                only reports the changes
 *     npm run restore -- FILE --replace --project ID   replaces documents and deletes all others
 */
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { CommandError, runCommand, UsageError } from '../../shared/command-error.ts'
import { chooseEnvironment } from '../../shared/running-stack.ts'
import { reportProgress } from './backup.ts'
import { type BackupSummary, checkBackup, readBackup } from './backup-file.ts'
import { hasEqualFields, rewriteReferences } from './compare-documents.ts'
import { type Comparison, compareSorted, countKinds } from './compare-sorted.ts'
import { comparePaths } from './document-order.ts'
import {
  commitAll,
  type Database,
  openDatabase,
  type RawDocument,
  type RawWrite,
  readDocuments,
} from './raw-database.ts'
import type { RestoreOptions } from './restore-options.ts'
import { restoreStatistics } from './statistics.ts'
import { openStatisticsSite } from './statistics-site.ts'

async function* compareWithDatabase(
  { wire }: Database,
  file: string,
  sourceProject: string,
  onProgress: (documents: number) => void,
): AsyncGenerator<Comparison<RawDocument>> {
  const source = `projects/${sourceProject}/databases/(default)/documents`
  async function* withRewrittenReferences() {
    for await (const { path, fields } of readBackup(file)) {
      yield { path, fields: rewriteReferences(fields, source, wire.root) as typeof fields }
    }
  }
  yield* compareSorted(
    reportProgress(withRewrittenReferences(), onProgress),
    readDocuments(wire),
    (one, other) => comparePaths(one.path, other.path),
    hasEqualFields,
  )
}

async function* planWrites(
  comparisons: AsyncIterable<Comparison<RawDocument>>,
): AsyncGenerator<RawWrite> {
  for await (const { kind, item } of comparisons) {
    if (kind === 'extra') yield { remove: item.path }
    else if (kind !== 'equal') yield { set: item }
  }
}

/** The names have the same length, so that the paths after them are aligned. */
const kindNames = { different: 'different', missing: 'missing  ', extra: 'extra    ' } as const

/** Returns the backup's summary. Throws before the first write, or if the result differs at the end. */
export async function restore(
  database: Database,
  file: string,
  { replace, dryRun, print }: RestoreOptions,
): Promise<Pick<BackupSummary, 'documents' | 'figures'>> {
  const { project, begun, documents, figures } = await checkBackup(file)
  const target = database.projectId
  print(`${file} is complete: ${project}, backed up at ${begun}. Documents: ${documents}.`)
  const compare = (phase: string) =>
    compareWithDatabase(database, file, project, (done) =>
      print(`${phase}: ${done} of ${documents}`),
    )

  const nameChanges = (one: Comparison<RawDocument>) => {
    if (dryRun && one.kind !== 'equal') print(`${kindNames[one.kind]}  ${one.item.path}`)
  }
  const { equal, different, missing, extra } = await countKinds(compare('comparing'), nameChanges)
  print(
    `Documents in ${target}: ${equal} unchanged, ${missing} missing, ${different} different, ` +
      `${extra} not in the backup.`,
  )
  if (different + extra > 0 && !replace) {
    const advice =
      `${target} has documents that differ from the backup or aren’t in it. To overwrite or delete them, ` +
      `add --replace --project ${target}.`
    if (!dryRun) throw new CommandError(`Nothing was written: ${advice}`)
    print(advice)
  }
  if (dryRun) return { documents, figures }
  await commitAll(database.wire, planWrites(compare('writing')))

  const after = await countKinds(compare('reading back'))
  if (after.equal !== documents || after.extra > 0) {
    throw new CommandError(
      `${target} is out of sync with the backup (documents that differ: ${documents - after.equal}; not in ` +
        `the backup: ${after.extra}). Make sure that nothing is writing to the database, ` +
        'then run the same command again.',
    )
  }
  return { documents, figures }
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
    throw new UsageError('Usage: npm run restore -- FILE [--dry-run] [--replace --project ID]')
  }
  const environment = chooseEnvironment()
  const database = openDatabase(environment)
  const { project } = values
  if (project !== undefined && project !== database.projectId) {
    throw new CommandError(
      `Nothing was written: FIREBASE_PROJECT_ID is ${database.projectId}, not ${project}. Correct one of them.`,
    )
  }
  if (values.replace && project === undefined) {
    throw new CommandError(
      `Nothing was written: --replace deletes documents in ${database.projectId}. ` +
        `To confirm, add --project ${database.projectId}.`,
    )
  }
  const dryRun = values['dry-run']
  const options = { replace: values.replace, dryRun, print: console.log }
  const { documents, figures } = await restore(database, file, options)
  if (figures > 0) {
    const site = await openStatisticsSite(environment)
    if (site) await restoreStatistics(site, file, options)
    else
      console.log(
        'The editors’ statistics weren’t restored. To restore them, set SITE_URL and DESK_KEYS, then run the same ' +
          'command again.',
      )
  }
  if (dryRun) return console.log('Nothing was written.')
  console.log(`Restored and verified. Documents: ${documents}.`)
  console.log('Now run "npm run build -- --full": an ordinary build overlooks restored documents.')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runCommand(main)
