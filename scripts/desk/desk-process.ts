/** For tests: the desk as editors run it, a process against the running stack, in a folder of its own. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Firestore, StoredDocument, Write } from '../../functions/adapters/firestore.ts'
import { type RunningStack, rebuild } from '../local/running-stack.ts'
import { connectFirestore } from '../site/firestore.ts'

export type Answer = { readonly code: number | null; readonly out: string; readonly errors: string }

export type DeskFolder = {
  readonly path: string
  readonly firestore: Firestore
  /** For what goes on until it is stopped. */
  start(...args: readonly string[]): ChildProcessByStdio<null, Readable, Readable>
  run(...args: readonly string[]): Promise<Answer>
  runWith(variables: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Answer>
  write(name: string, content: string | Uint8Array): void
  read(name: string): string
  stored(path: string): Promise<StoredDocument | null>
  /** Straight into the database, as somebody without the desk would. */
  commit(...writes: readonly Write[]): Promise<void>
  /** Every revision of a document. */
  revisions(path: string): Promise<StoredDocument[]>
  /** Takes articles, pages and events out of the site and then out of the database, as if never there. */
  clear(paths: readonly string[]): Promise<void>
  /** The folder alone. */
  remove(): void
}

export function deskFolder(stack: RunningStack): DeskFolder {
  const path = mkdtempSync(join(tmpdir(), 'desk-'))
  const firestore = connectFirestore(stack.buildEnvironment)

  async function commit(...writes: readonly Write[]) {
    const answer = await firestore.commit(writes)
    if (!answer.ok) throw new Error(JSON.stringify(answer.failure))
  }
  async function stored(document: string) {
    const answer = await firestore.get(document)
    if (!answer.ok) throw new Error(JSON.stringify(answer.failure))
    return answer.value
  }
  async function revisions(under: string) {
    const answer = await firestore.query({ collection: 'revisions', under, orderBy: 'at' })
    if (!answer.ok) throw new Error(JSON.stringify(answer.failure))
    return answer.value.documents
  }
  function startWith(variables: Readonly<Record<string, string>>, ...args: readonly string[]) {
    return spawn(process.execPath, ['scripts/desk/desk.ts', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...stack.deskEnvironment,
        DESK_EDITOR: 'Tests',
        INIT_CWD: path,
        ...variables,
      },
    })
  }
  async function runWith(variables: Readonly<Record<string, string>>, ...args: readonly string[]) {
    const child = startWith(variables, ...args)
    let [out, errors] = ['', '']
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    child.stderr.on('data', (chunk) => {
      errors += chunk
    })
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, out, errors }
  }
  const remove = () => rmSync(path, { recursive: true, force: true })
  return {
    path,
    firestore,
    commit,
    stored,
    revisions,
    runWith,
    start: (...args) => startWith({}, ...args),
    run: (...args) => runWith({}, ...args),
    write: (name, content) => writeFileSync(join(path, name), content),
    read: (name) => readFileSync(join(path, name), 'utf8'),
    remove,
    async clear(paths) {
      remove()
      for (const document of paths) {
        const found = await stored(document)
        if (found?.fields.status !== 'published') continue
        const fields = { ...found.fields, status: 'withdrawn' }
        await commit({ set: document, fields, serverTimes: ['updatedAt'] })
      }
      // A deletion does not travel to the site; being withdrawn does.
      await rebuild(stack)
      for (const document of paths) {
        const ids = (await revisions(document)).map(({ id }) => `${document}/revisions/${id}`)
        await commit({ remove: document }, ...ids.map((remove) => ({ remove })))
      }
    },
  }
}

/** A manuscript that is as it should be, with whatever is given in place of its own. */
export function manuscriptOf(front: Readonly<Record<string, string>> = {}, body?: string): string {
  const fields = {
    title: 'A trial of the desk',
    dek: 'Written, published and taken away again by those who try whether it works.',
    category: 'food',
    tags: '[india]',
    authors: '[thiri-hlaing]',
    access: 'metered',
    image: '{ file: lead.jpg, alt: "A plain colour", credit: "Nobody" }',
    ...front,
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
  const text = body ?? 'A lead-in that all may read.\n\n<!-- more -->\n\nThe rest of it.'
  return `---\n# kept\n${lines.join('\n')}\n---\n${text}\n`
}
