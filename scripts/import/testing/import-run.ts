/** `desk import` in a folder of its own, into an empty database, for a site that accepts everything. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { exitCodes } from '../../desk/command-line/exit-status.ts'
import { runDesk } from '../../desk/run-desk.ts'
import { runInProcess } from '../../desk/testing/run-in-process.ts'
import { startFakeFirestore } from '../../dev/fakes/firestore/fake-firestore.ts'
import { loadLocalSecrets } from '../../dev/stack/local-secrets.ts'
import { createTestFolder } from '../../shared/testing/test-folder.ts'
import { startTestServer } from '../../shared/testing/test-server.ts'
import { createImportCommand } from '../import-command.ts'
import { formatNote } from '../items/note.ts'
import { createProjectId, openTestDesk, readPublication } from './empty-project.ts'

const fallback = 'fallbackImage: { file: cloth.jpg, alt: Plain cotton, credit: Studio }'

export type ImportBackends = Awaited<ReturnType<typeof startImportBackends>>

export async function startImportBackends() {
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

function createImportFolder() {
  const path = createTestFolder()
  return {
    path,
    write: (name: string, content: string | Uint8Array) => writeFileSync(join(path, name), content),
    read: (name: string) => readFileSync(join(path, name), 'utf8'),
    has: (name: string) => existsSync(join(path, name)),
  }
}

export async function createImportRun(
  { environment }: ImportBackends,
  file: string,
  content: string | Uint8Array,
) {
  const folder = createImportFolder()
  const colour = { create: { width: 90, height: 60, channels: 3, background: 'linen' } } as const
  folder.write('cloth.jpg', await sharp(colour).jpeg().toBuffer())
  folder.write(file, content)
  const projectId = createProjectId()
  const variables = { ...environment, FIREBASE_PROJECT_ID: projectId, INIT_CWD: folder.path }
  const runDeskCommand = (...args: string[]) => runInProcess(variables, () => runDesk(args))
  return {
    folder,
    everything: async () => readPublication(await openTestDesk(projectId, environment)),
    runDeskCommand,
    run: (...args: string[]) => runDeskCommand('import', ...args),
    /** The same command, allowed to ask a local server. */
    runWithOrigin: (origin: string, ...args: string[]) =>
      runInProcess(variables, async () => exitCodes[await createImportCommand(origin).run(args)]),
    fillMapping(file = 'import.yaml') {
      const mapping = folder.read(file).replace(/^fallbackImage:.*$/m, fallback)
      // Some exports name none.
      const author = /^ {4}slug: (\S+)/m.exec(mapping)?.[1] ?? 'meher-bano'
      const ownAuthor = 'authors:\n  desk:\n    slug: meher-bano\n    name: Meher Bano\n\n'
      folder.write(
        file,
        mapping
          .replace(/^oldSite: choose/m, 'oldSite: http://127.0.0.1:9')
          .replace(/^authors:\n\n/m, ownAuthor)
          .replace(/^otherAuthor: choose/m, `otherAuthor: ${author}`)
          .replaceAll(': choose', ': culture'),
      )
    },
    /** Notes of the last run, by post. */
    notes: () =>
      folder
        .read('import.report.jsonl')
        .split('\n')
        .filter((line) => line.includes('"importOutcome"'))
        .map((line) => JSON.parse(line))
        .map(({ source, notes }) => `${source}: ${notes.map(formatNote).join('; ')}`),
  }
}
