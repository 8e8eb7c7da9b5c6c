/** `desk import` in a folder of its own, into an empty database. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import sharp from 'sharp'
import { createDeskHarness, type DeskHarness } from '../../desk/testing/desk-process.ts'
import { readRunningStack } from '../../shared/running-stack.ts'
import { formatNote } from '../items/note.ts'
import { createProjectId, openTestDesk, readPublication } from './empty-project.ts'

const stack = readRunningStack()
const fallback = 'fallbackImage: { file: cloth.jpg, alt: Plain cotton, credit: Studio }'

export async function createImportRun(file: string, content: string | Uint8Array) {
  const folder: DeskHarness = createDeskHarness(stack)
  const colour = { create: { width: 90, height: 60, channels: 3, background: 'linen' } } as const
  folder.write('cloth.jpg', await sharp(colour).jpeg().toBuffer())
  folder.write(file, content)
  const projectId = createProjectId()
  return {
    folder,
    everything: async () => readPublication(await openTestDesk(projectId)),
    run: (...args: string[]) =>
      folder.runWith({ FIREBASE_PROJECT_ID: projectId }, 'import', ...args),
    /** The same command, allowed to ask a local server. */
    async runWithOrigin(origin: string, ...args: string[]) {
      const { exitCode, stdout, stderr } = await execa(
        process.execPath,
        ['scripts/dev/bench/run-import.ts', origin, ...args],
        {
          env: {
            ...stack.deskEnvironment,
            FIREBASE_PROJECT_ID: projectId,
            DESK_EDITOR: 'Tests',
            INIT_CWD: folder.path,
          },
          stdin: 'ignore',
          reject: false,
        },
      )
      return { code: exitCode ?? null, out: stdout, errors: stderr }
    },
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
    has: (name: string) => existsSync(join(folder.path, name)),
  }
}
