/**
 * Writes every document of the database into one file.
 *
 *     npm run backup -- FILE
 *
 * The environment says of which database: FIREBASE_PROJECT_ID, FIREBASE_SERVICE_ACCOUNT. Changes
 * nothing there. Costs one read a document.
 */
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type BackupSummary, checkBackup, writeBackup } from './backup-file.ts'
import { type Database, openDatabase, type RawDocument, readDocuments } from './database.ts'
import { Refusal, runCommand } from './refusal.ts'

const progressEvery = 1000

/** Passes documents on, and says now and then how many there have been. */
export async function* counted(
  documents: AsyncIterable<RawDocument>,
  onProgress: (documents: number) => void,
): AsyncGenerator<RawDocument> {
  let count = 0
  for await (const document of documents) {
    yield document
    if (++count % progressEvery === 0) onProgress(count)
  }
}

/** Answers what a second reading of the file, from end to end, has found. */
export async function backUp(
  { projectId, wire }: Database,
  file: string,
  say: (line: string) => void,
): Promise<BackupSummary> {
  const documents = counted(readDocuments(wire), (count) => say(`${count} documents read`))
  await writeBackup(file, projectId, documents)
  return checkBackup(file)
}

async function main() {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} })
  const [file, ...others] = positionals
  if (!file || others.length > 0) throw new Refusal('npm run backup -- FILE')
  const database = openDatabase(process.env)
  console.log(`Reading ${database.projectId} into ${file} …`)
  const { documents } = await backUp(database, file, console.log)
  console.log(`${documents} documents in ${file}, read back and whole.`)
  console.log('It holds readers’ data: keep it where only you can read it.')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runCommand(main)
