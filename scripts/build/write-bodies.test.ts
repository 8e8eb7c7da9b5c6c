import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentCopyPaths, readBody, type StoredBody } from '../../src/content/content-copy.ts'
import { createBodyWriter, eraseBodies } from './write-bodies.ts'

let state: string
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'bodies-'))
})
afterEach(() => rmSync(state, { recursive: true }))

const listFiles = () => readdirSync(contentCopyPaths.bodies(state))

function write(bodies: readonly StoredBody[], maxFileSize?: number) {
  const writer = createBodyWriter(state, maxFileSize)
  const places = bodies.map(writer.add)
  writer.flush()
  return places
}

describe('bodies', () => {
  it('are read as they were written, whatever the sizes of the bodies and the files', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 })
    const bodies = fc.array(
      fc.record({ freePreview: text.map((part) => `<${part}`), rest: text }),
      {
        minLength: 1,
        maxLength: 30,
      },
    )
    fc.assert(
      fc.property(bodies, fc.integer({ min: 1, max: 300 }), (written, maxFileSize) => {
        const places = write(written, maxFileSize)
        expect(places.map((bodyPlace) => readBody(state, { bodyPlace }))).toEqual(written)
      }),
    )
  })

  it('share a file until it is large enough', () => {
    const body = { freePreview: '<p>Open.</p>', rest: '<p>Closed.</p>' }
    const places = write([body, body, body], 40)
    expect(new Set(places.map(({ file }) => file)).size).toBe(2)
    expect(listFiles()).toHaveLength(2)
  })

  it('are never added to an earlier sync’s file', () => {
    const [first] = write([{ freePreview: 'one', rest: '' }])
    const before = readFileSync(join(contentCopyPaths.bodies(state), first!.file))
    const [second] = write([{ freePreview: 'two', rest: '' }])
    expect(second!.file).not.toBe(first!.file)
    expect(readFileSync(join(contentCopyPaths.bodies(state), first!.file))).toEqual(before)
  })

  it('need no file if nothing was added', () => {
    write([{ freePreview: 'one', rest: '' }])
    write([])
    expect(listFiles()).toHaveLength(1)
  })

  it('can’t be read once they are erased, unlike other bodies in the same file', () => {
    const body = { freePreview: '<p>Open.</p>', rest: '<p>Closed.</p>' }
    const [one, two, three] = write([body, body, body])
    eraseBodies(state, [two!])
    expect(() => readBody(state, { bodyPlace: two! })).toThrow('npm run build -- --full')
    for (const bodyPlace of [one!, three!]) expect(readBody(state, { bodyPlace })).toEqual(body)
  })

  it('aren’t read from a file that ends too early', () => {
    const [bodyPlace] = write([{ freePreview: '<p>Open.</p>', rest: '<p>Closed.</p>' }])
    writeFileSync(join(contentCopyPaths.bodies(state), bodyPlace!.file), '<p>Open.</p>')
    expect(() => readBody(state, { bodyPlace: bodyPlace! })).toThrow('npm run build -- --full')
  })
})
