/** Runs `desk import` in a new folder, into an empty database, for a site that accepts everything. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll } from 'vitest'
import { exitCodes } from '../../desk/command-line/exit-status.ts'
import { runDesk } from '../../desk/run-desk.ts'
import { runInProcess } from '../../desk/testing/run-in-process.ts'
import { startFakeFirestore } from '../../dev/fakes/firestore/fake-firestore.ts'
import { loadLocalSecrets } from '../../dev/stack/local-secrets.ts'
import {
  createTestFolder,
  type TestFiles,
  writeTestFiles,
} from '../../shared/testing/test-folder.ts'
import { startTestServer } from '../../shared/testing/test-server.ts'
import { createImportCommand } from '../import-command.ts'
import { formatNote } from '../items/note.ts'
import type { ReportRow } from '../run/report-row.ts'
import { createProjectId, openTestDesk, readPublication } from './empty-project.ts'

const fallback = 'fallbackImage: { file: cloth.jpg, alt: Plain cotton, credit: Studio }'

type ImportBackends = Awaited<ReturnType<typeof startImportBackends>>

async function startImportBackends() {
  const folder = createTestFolder()
  const firestore = await startFakeFirestore({ port: 0, file: join(folder, 'firestore.sqlite') })
  const siteUrl = await startTestServer((request, response) => {
    request.resume().on('end', () => response.writeHead(202).end())
  })
  const secrets = loadLocalSecrets(join(folder, 'secrets.json'), 'demo-import')
  return {
    environment: {
      SITE_URL: siteUrl,
      FIREBASE_SERVICE_ACCOUNT: secrets.FIREBASE_SERVICE_ACCOUNT,
      FIRESTORE_URL: `http://${firestore.host}`,
      DESK_KEYS: secrets.DESK_KEYS,
      DESK_EDITOR: 'Tests',
    },
    stop: firestore.stop,
  }
}

export const createPicture = (background: string) =>
  sharp({ create: { width: 90, height: 60, channels: 3, background } })
    .jpeg()
    .toBuffer()

/** Starts backends for a file's tests, and returns a function that creates a run. */
export function prepareImportRuns() {
  let backends: ImportBackends
  beforeAll(async () => {
    backends = await startImportBackends()
  })
  afterAll(() => backends.stop())
  return (files?: TestFiles) => createImportRun(backends, files)
}

export type ImportRun = Awaited<ReturnType<typeof createImportRun>>

async function createImportRun({ environment }: ImportBackends, files: TestFiles = {}) {
  const path = createTestFolder({ 'cloth.jpg': await createPicture('linen'), ...files })
  const projectId = createProjectId()
  const variables = { ...environment, FIREBASE_PROJECT_ID: projectId, INIT_CWD: path }
  const desk = await openTestDesk(projectId, environment)
  const read = (name: string) => readFileSync(join(path, name), 'utf8')
  const write = (changed: TestFiles) => writeTestFiles(path, changed)
  const runDeskCommand = (...args: string[]) => runInProcess(variables, () => runDesk(args))
  return {
    desk,
    read,
    write,
    has: (name: string) => existsSync(join(path, name)),
    everything: () => readPublication(desk),
    runDeskCommand,
    run: (...args: string[]) => runDeskCommand('import', ...args),
    /** Runs the same command, allowed to send requests to a local server. */
    runWithOrigin: (origin: string, ...args: string[]) =>
      runInProcess(variables, async () => exitCodes[await createImportCommand(origin).run(args)]),
    fillMapping(file = 'import.yaml') {
      const mapping = read(file).replace(/^fallbackImage:.*$/m, fallback)
      // Some exports name no author.
      const author = /^ {4}slug: (\S+)/m.exec(mapping)?.[1] ?? 'meher-bano'
      const ownAuthor = 'authors:\n  desk:\n    slug: meher-bano\n    name: Meher Bano\n\n'
      write({
        [file]: mapping
          .replace(/^oldSite: choose/m, 'oldSite: http://127.0.0.1:9')
          .replace(/^authors:\n\n/m, ownAuthor)
          .replace(/^otherAuthor: choose/m, `otherAuthor: ${author}`)
          .replaceAll(': choose', ': culture'),
      })
    },
    /** Returns the last report's rows by post, with the notes as text. */
    rows: () =>
      Object.fromEntries(
        read('import.report.jsonl')
          .split('\n')
          .filter((line) => line.includes('"importOutcome"'))
          .map((line): ReportRow => JSON.parse(line))
          .map((row) => [row.source, { ...row, notes: row.notes.map(formatNote) }] as const),
      ),
  }
}
