/** Test harness that runs the desk against the running stack, in its own folder. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import type { Write } from '../../../functions/platform/adapters/firestore.ts'
import { requestRebuild } from '../../dev/stack/stack-client.ts'
import { connectFirestore } from '../../shared/connect-firestore.ts'
import type { RunningStack } from '../../shared/running-stack.ts'
import { type DeskOutput, runDeskInProcess } from './run-in-process.ts'

/** The sample's editor, whose access key the harness uses. */
export const editorName = 'Zarina Wickramasinghe'

type DeskResult = Readonly<DeskOutput> & { readonly code: number | null }

export function createDeskHarness(stack: RunningStack) {
  const path = mkdtempSync(join(tmpdir(), 'desk-'))
  const firestore = connectFirestore(stack.buildEnvironment)

  async function commit(...writes: readonly Write[]) {
    const result = await firestore.commit(writes)
    if (!result.ok) throw new Error(JSON.stringify(result.failure))
  }
  async function readDocument(document: string) {
    const result = await firestore.get(document)
    if (!result.ok) throw new Error(JSON.stringify(result.failure))
    return result.value
  }
  async function readRevisions(parent: string) {
    const result = await firestore.query({ collection: 'revisions', parent, orderBy: 'at' })
    if (!result.ok) throw new Error(JSON.stringify(result.failure))
    return result.value.documents
  }
  // The access key of the sample's editor has precedence over the operator's variables.
  const environment = { ...stack.deskEnvironment, DESK_EDITOR: 'Tests', INIT_CWD: path }
  /** Runs the command as a separate process. */
  async function runWith(variables: Readonly<Record<string, string>>, ...args: readonly string[]) {
    const command = ['scripts/desk/desk.ts', ...args]
    const { exitCode, stdout, stderr } = await execa(process.execPath, command, {
      env: { ...environment, ...variables },
      stdin: 'ignore',
      reject: false,
      stripFinalNewline: false,
    })
    return { code: exitCode ?? null, out: stdout, errors: stderr } satisfies DeskResult
  }
  const remove = () => rmSync(path, { recursive: true, force: true })
  return {
    path,
    firestore,
    commit,
    readDocument,
    readRevisions,
    runWith,
    run: (...args: readonly string[]): Promise<DeskResult> => runDeskInProcess(environment, args),
    write: (name: string, content: string | Uint8Array) => writeFileSync(join(path, name), content),
    read: (name: string) => readFileSync(join(path, name), 'utf8'),
    /** Deletes the folder only. */
    remove,
    /** Withdraws documents from the site, then deletes them and the folder. */
    async removeDocuments(paths: readonly string[]) {
      remove()
      for (const document of paths) {
        const storedDocument = await readDocument(document)
        if (storedDocument?.fields.status !== 'published') continue
        const fields = { ...storedDocument.fields, status: 'withdrawn' }
        await commit({ set: document, fields, serverTimes: ['updatedAt'] })
      }
      // A rebuild removes withdrawn documents, but not deleted ones.
      await requestRebuild(stack)
      for (const document of paths) {
        const ids = (await readRevisions(document)).map(({ id }) => `${document}/revisions/${id}`)
        const draft = `drafts/${document.replace('/', '~')}`
        await commit({ remove: document }, { remove: draft }, ...ids.map((remove) => ({ remove })))
      }
    },
  }
}

export function buildManuscript(
  frontMatter: Readonly<Record<string, string>> = {},
  body?: string,
): string {
  const fields = {
    title: 'A trial of the desk',
    dek: 'Written, published and taken away again by those who try whether it works.',
    category: 'food',
    tags: '[india]',
    authors: '[thiri-hlaing]',
    access: 'metered',
    image: '{ file: lead.jpg, alt: "A plain colour", credit: "Nobody" }',
    ...frontMatter,
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
  const text = body ?? 'A free preview that all may read.\n\n<!-- more -->\n\nThe rest of it.'
  return `---\n# kept\n${lines.join('\n')}\n---\n${text}\n`
}
