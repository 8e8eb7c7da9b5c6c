/** Writes the whole database and the editors' statistics into a file (npm run backup -- FILE), at one read per document. */
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { runCommand, UsageError } from '../../shared/command-error.ts'
import { chooseEnvironment } from '../../shared/running-stack.ts'
import { type BackupSummary, checkBackup, writeBackup } from './backup-file.ts'
import { type Database, openDatabase, type RawDocument, readDocuments } from './raw-database.ts'
import { readAllStatistics } from './statistics.ts'
import { openStatisticsSite, type StatisticsSite } from './statistics-site.ts'

const progressEvery = 1000

export async function* reportProgress(
  documents: AsyncIterable<RawDocument>,
  onProgress: (documents: number) => void,
): AsyncGenerator<RawDocument> {
  let count = 0
  for await (const document of documents) {
    yield document
    if (++count % progressEvery === 0) onProgress(count)
  }
}

/** Reads the finished file again, and returns its summary. */
export async function createBackup(
  { projectId, wire }: Database,
  file: string,
  print: (line: string) => void,
  figures: StatisticsSite | null = null,
): Promise<BackupSummary> {
  const documents = reportProgress(readDocuments(wire), (count) => print(`${count} documents read`))
  await writeBackup(file, projectId, documents, figures ? readAllStatistics(figures) : [])
  return checkBackup(file)
}

async function main() {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} })
  const [file, ...others] = positionals
  if (!file || others.length > 0) throw new UsageError('Usage: npm run backup -- FILE')
  const environment = chooseEnvironment()
  const database = openDatabase(environment)
  console.log(`Reading ${database.projectId} into ${file} …`)
  const site = await openStatisticsSite(environment)
  if (!site)
    console.log(
      'The editors’ statistics won’t be included. To include them, set SITE_URL and DESK_KEYS.',
    )
  const { documents, figures } = await createBackup(database, file, console.log, site)
  const rows = site ? `, rows of statistics: ${figures}` : ''
  console.log(`${file} is complete and verified. Documents: ${documents}${rows}.`)
  console.log('The backup contains readers’ personal data. Store it where only you can read it.')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runCommand(main)
