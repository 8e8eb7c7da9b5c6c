import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { CommandError } from '../../shared/command-error.ts'
import { createTestFolder } from '../../shared/testing/test-folder.ts'
import { checkBackup, readBackup, writeBackup } from './backup-file.ts'
import type { RawDocument } from './raw-database.ts'

const folder = createTestFolder()

const documents: RawDocument[] = [
  { path: 'articles/one', fields: { title: { stringValue: 'Ünë\n"two"\u2028' } } },
  { path: 'users/u', fields: {} },
  { path: 'users/u/saved/one', fields: { at: { timestampValue: '2026-01-01T00:00:00.123456Z' } } },
]
async function* toStream(each: readonly RawDocument[]) {
  yield* each
}

let number = 0
let file = ''
beforeEach(async () => {
  file = join(folder, `${number++}.gz`)
  await writeBackup(file, 'a-project', toStream(documents))
})

const readText = () => gunzipSync(readFileSync(file)).toString()
const rewrite = (text: string) => writeFileSync(file, gzipSync(text))

const collect = <Item>(items: AsyncIterable<Item>): Promise<Item[]> =>
  Readable.from(items).toArray()

describe('a backup', () => {
  it('is read as it was written, and only its owner may read it', async () => {
    expect(await collect(readBackup(file))).toEqual(documents)
    expect(await checkBackup(file)).toMatchObject({ project: 'a-project', documents: 3 })
    expect(statSync(file).mode & 0o077).toBe(0)
  })

  it('can be empty', async () => {
    const empty = join(folder, 'empty.gz')
    await writeBackup(empty, 'a-project', toStream([]))
    expect(await checkBackup(empty)).toMatchObject({ documents: 0 })
  })

  it('doesn’t overwrite a file, and leaves nothing if reading fails', async () => {
    await expect(writeBackup(file, 'a-project', toStream([]))).rejects.toThrow(/already exists/)
    const failingDocuments = async function* () {
      yield documents[0]!
      throw new CommandError('Firestore is unavailable')
    }
    const before = readdirSync(folder)
    const other = join(folder, 'other.gz')
    await expect(writeBackup(other, 'a-project', failingDocuments())).rejects.toThrow(
      'Firestore is unavailable',
    )
    expect(readdirSync(folder)).toEqual(before)
  })

  it('names the file that can’t be written', async () => {
    const missing = join(folder, 'missing', 'file.gz')
    const refusal = await writeBackup(missing, 'a-project', toStream([])).catch((error) => error)
    expect(refusal).toBeInstanceOf(CommandError)
    expect(refusal.message).toContain(`${missing} can’t be written (ENOENT)`)
  })

  it('is refused when cut off at any byte', async () => {
    const whole = readFileSync(file)
    for (let length = 0; length < whole.length; length++) {
      writeFileSync(file, whole.subarray(0, length))
      await expect(checkBackup(file)).rejects.toThrow(CommandError)
    }
  })

  it('is refused when cut off at any line and compressed again', async () => {
    const lines = readText().split(/(?<=\n)/)
    expect(lines).toHaveLength(5)
    for (let count = 0; count < 5; count++) {
      rewrite(lines.slice(0, count).join(''))
      await expect(checkBackup(file)).rejects.toThrow(/incomplete/)
    }
  })

  it.each<[string, (text: string) => string, RegExp]>([
    ['a value is different', (text) => text.replace('123456Z', '123457Z'), /altered/],
    ['a document is missing', (text) => text.replace(/\{"path":"users\/u",.*\n/, ''), /altered/],
    [
      'a document is repeated',
      (text) => text.replace(/(\{"path":"users\/u",.*\n)/, '$1$1'),
      /order/,
    ],
    [
      'documents are in another order',
      (text) => text.replace(/(\{"path":.*\n)(\{"path":.*\n)/, '$2$1'),
      /order/,
    ],
    ['the project is different', (text) => text.replace('a-project', 'b-project'), /altered/],
    ['the count is different', (text) => text.replace('"documents":3', '"documents":4'), /altered/],
    ['it continues after its end', (text) => `${text}${text}`, /after its last line/],
    [
      'a path is invalid',
      (text) => text.replace('users/u/saved/one', 'users/u/saved'),
      /document 3/,
    ],
    ['a line isn’t JSON', (text) => text.replace('{"path":"users/u"', '{path'), /document 2/],
    ['its format is newer', (text) => text.replace('"version":3', '"version":4'), /newer version/],
    ['its format is older', (text) => text.replace('"version":3', '"version":1'), /older version/],
    ['it is another kind of file', () => '{"name":"verandah"}\n', /first line/],
  ])('is refused when %s', async (_, alter, message) => {
    const altered = alter(readText())
    expect(altered).not.toBe(readText())
    rewrite(altered)
    const refusal = await checkBackup(file).then(
      () => null,
      (error: unknown) => error,
    )
    expect(refusal).toBeInstanceOf(CommandError)
    expect(String(refusal)).toMatch(message)
    // The content must not be logged.
    expect(String(refusal)).not.toContain('Ünë')
  })

  it('is refused if it isn’t compressed or is missing', async () => {
    writeFileSync(file, readText())
    await expect(checkBackup(file)).rejects.toThrow(/damaged or isn’t a backup/)
    await expect(checkBackup(join(folder, 'none.gz'))).rejects.toThrow(/not found/)
  })
})
