import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openLedger } from './picture-ledger.ts'

const folder = mkdtempSync(join(tmpdir(), 'ledger-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('remembers what is stored on which site, and survives a line that was cut off', () => {
  const path = join(folder, 'pictures.jsonl')
  const entry = {
    src: 'a.jpg',
    stamp: '3:1',
    id: 'a-0123456789abcdef',
    width: 3,
    height: 2,
    closed: true,
  }
  openLedger(path, 'https://one.example').note(entry)
  appendFileSync(path, '\n{"site":"https://one.ex')
  openLedger(path, 'https://one.example').note({ ...entry, src: 'b.jpg' })
  const one = openLedger(path, 'https://one.example')
  expect(one.find('a.jpg', '3:1')).toMatchObject(entry)
  expect(one.find('b.jpg', '3:1')).toMatchObject({ src: 'b.jpg' })
  // Another file under the same name.
  expect(one.find('a.jpg', '4:2')).toBeUndefined()
  expect(openLedger(path, 'https://two.example').find('a.jpg', '3:1')).toBeUndefined()
})
