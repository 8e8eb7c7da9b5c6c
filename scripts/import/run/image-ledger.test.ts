import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestFolder } from '../../shared/testing/test-folder.ts'
import { openImageLedger } from './image-ledger.ts'

const folder = createTestFolder()

it('the picture ledger records the pictures stored on each site, and survives a truncated line', () => {
  const path = join(folder, 'images.jsonl')
  const entry = {
    src: 'a.jpg',
    stamp: '3:1',
    id: 'a-0123456789abcdef',
    width: 3,
    height: 2,
    isClosed: true,
  }
  openImageLedger(path, 'https://one.example').record(entry)
  appendFileSync(path, '\n{"site":"https://one.ex')
  openImageLedger(path, 'https://one.example').record({ ...entry, src: 'b.jpg' })
  const one = openImageLedger(path, 'https://one.example')
  expect(one.find('a.jpg', '3:1')).toMatchObject(entry)
  expect(one.find('b.jpg', '3:1')).toMatchObject({ src: 'b.jpg' })
  // A different file with the same name.
  expect(one.find('a.jpg', '4:2')).toBeUndefined()
  expect(openImageLedger(path, 'https://two.example').find('a.jpg', '3:1')).toBeUndefined()
})
