import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { checkBackup, readBackup, writeBackup } from './backup-file.ts'
import type { RawDocument } from './database.ts'
import { Refusal } from './refusal.ts'

const folder = mkdtempSync(join(tmpdir(), 'backup-'))
afterAll(() => rmSync(folder, { recursive: true }))

const documents: RawDocument[] = [
  { path: 'articles/one', fields: { title: { stringValue: 'Ünë\n"two"\u2028' } } },
  { path: 'users/u', fields: {} },
  { path: 'users/u/saved/one', fields: { at: { timestampValue: '2026-01-01T00:00:00.123456Z' } } },
]
async function* streamOf(each: readonly RawDocument[]) {
  yield* each
}

let number = 0
let file = ''
beforeEach(async () => {
  file = join(folder, `${number++}.gz`)
  await writeBackup(file, 'a-project', streamOf(documents))
})

const textOf = () => gunzipSync(readFileSync(file)).toString()
const rewrite = (text: string) => writeFileSync(file, gzipSync(text))

/** Everything that a stream gives, in order. */
const collect = <Item>(items: AsyncIterable<Item>): Promise<Item[]> =>
  Readable.from(items).toArray()

describe('a backup', () => {
  it('comes back as it was written, and is its owner’s alone', async () => {
    expect(await collect(readBackup(file))).toEqual(documents)
    expect(await checkBackup(file)).toMatchObject({ project: 'a-project', documents: 3 })
    expect(statSync(file).mode & 0o077).toBe(0)
  })

  it('of nothing is a backup, too', async () => {
    const empty = join(folder, 'empty.gz')
    await writeBackup(empty, 'a-project', streamOf([]))
    expect(await checkBackup(empty)).toMatchObject({ documents: 0 })
  })

  it('is not written over another file, nor left half where reading fails', async () => {
    await expect(writeBackup(file, 'a-project', streamOf([]))).rejects.toThrow(/exists already/)
    const dying = async function* () {
      yield documents[0]!
      throw new Refusal('Firestore is away')
    }
    const before = readdirSync(folder)
    const other = join(folder, 'other.gz')
    await expect(writeBackup(other, 'a-project', dying())).rejects.toThrow('Firestore is away')
    expect(readdirSync(folder)).toEqual(before)
  })

  it('is refused when cut off at any byte', async () => {
    const whole = readFileSync(file)
    for (let length = 0; length < whole.length; length++) {
      writeFileSync(file, whole.subarray(0, length))
      await expect(checkBackup(file)).rejects.toThrow(Refusal)
    }
  })

  it('is refused when cut off at any line, and zipped again', async () => {
    const lines = textOf().split(/(?<=\n)/)
    expect(lines).toHaveLength(5)
    for (let count = 0; count < 5; count++) {
      rewrite(lines.slice(0, count).join(''))
      await expect(checkBackup(file)).rejects.toThrow(/cut off/)
    }
  })

  it.each<[string, (text: string) => string, RegExp]>([
    ['a value is another', (text) => text.replace('123456Z', '123457Z'), /altered/],
    ['a document is gone', (text) => text.replace(/\{"path":"users\/u",.*\n/, ''), /altered/],
    [
      'a document is there twice',
      (text) => text.replace(/(\{"path":"users\/u",.*\n)/, '$1$1'),
      /order/,
    ],
    [
      'documents are exchanged',
      (text) => text.replace(/(\{"path":.*\n)(\{"path":.*\n)/, '$2$1'),
      /order/,
    ],
    ['the project is another', (text) => text.replace('a-project', 'b-project'), /altered/],
    ['the count is another', (text) => text.replace('"documents":3', '"documents":4'), /altered/],
    ['it goes on after its end', (text) => `${text}${text}`, /goes on after its end/],
    ['a path is none', (text) => text.replace('users/u/saved/one', 'users/u/saved'), /document 3/],
    ['a line is no JSON', (text) => text.replace('{"path":"users/u"', '{path'), /document 2/],
    [
      'it is of a newer format',
      (text) => text.replace('"version":1', '"version":2'),
      /newer version/,
    ],
    ['it is something else', () => '{"name":"verandah"}\n', /first line/],
  ])('is refused when %s', async (_, alter, message) => {
    const altered = alter(textOf())
    expect(altered).not.toBe(textOf())
    rewrite(altered)
    const refusal = await checkBackup(file).then(
      () => null,
      (error: unknown) => error,
    )
    expect(refusal).toBeInstanceOf(Refusal)
    expect(String(refusal)).toMatch(message)
    // What it holds is for nobody's log.
    expect(String(refusal)).not.toContain('Ünë')
  })

  it('is refused where it is not zipped, or not there', async () => {
    writeFileSync(file, textOf())
    await expect(checkBackup(file)).rejects.toThrow(/damaged, or no backup/)
    await expect(checkBackup(join(folder, 'none.gz'))).rejects.toThrow(/There is no file/)
  })
})
