/** Writes: preconditions, masks, all or nothing. */
import { describe, expect, it } from 'vitest'
import { type Database, errorOf, int, map, type OpenDatabase, text } from './wire-client.ts'

const long = '2020-01-01T00:00:00Z'

export function commitCases(open: OpenDatabase) {
  async function withDocument(): Promise<Database> {
    const database = open()
    await database.commit(database.set('a/x', { v: int(1), w: text('kept') }))
    return database
  }

  describe('preconditions', () => {
    it('exists: false creates', async () => {
      const database = open()
      await database.commit(database.set('a/x', {}, { currentDocument: { exists: false } }))
      expect((await database.tryGet('a/x')).status).toBe(200)
    })

    it('exists: false refuses what is there', async () => {
      const database = await withDocument()
      const write = database.set('a/x', {}, { currentDocument: { exists: false } })
      const answer = await database.tryCommit(write)
      expect(answer.status).toBe(409)
      expect(errorOf(answer)).toMatchObject({ code: 409, status: 'ALREADY_EXISTS' })
    })

    it('exists: true refuses what is missing', async () => {
      const database = open()
      const write = database.set('a/x', {}, { currentDocument: { exists: true } })
      const answer = await database.tryCommit(write)
      expect(answer.status).toBe(404)
      expect(errorOf(answer)).toMatchObject({ code: 404, status: 'NOT_FOUND' })
    })

    it('exists: true holds for a deletion too', async () => {
      const database = open()
      const write = database.remove('a/x', { currentDocument: { exists: true } })
      expect((await database.tryCommit(write)).status).toBe(404)
    })

    it('exists: false holds for a deletion too', async () => {
      const database = await withDocument()
      const write = database.remove('a/x', { currentDocument: { exists: false } })
      expect((await database.tryCommit(write)).status).toBe(409)
      expect((await database.tryGet('a/x')).status).toBe(200)
    })

    it('updateTime lets the write pass that knows the last one', async () => {
      const database = await withDocument()
      const { updateTime } = await database.get('a/x')
      await database.commit(database.set('a/x', { v: int(2) }, { currentDocument: { updateTime } }))
      expect((await database.get('a/x')).fields).toEqual({ v: int(2) })
    })

    it('updateTime refuses the write that came second', async () => {
      const database = await withDocument()
      const { updateTime } = await database.get('a/x')
      const write = (v: number) =>
        database.set('a/x', { v: int(v) }, { currentDocument: { updateTime } })
      await database.commit(write(2))
      const answer = await database.tryCommit(write(3))
      expect(answer.status).toBe(400)
      expect(errorOf(answer)).toMatchObject({ code: 400, status: 'FAILED_PRECONDITION' })
      expect((await database.get('a/x')).fields).toEqual({ v: int(2) })
    })

    it('updateTime refuses what is missing', async () => {
      const database = open()
      const write = database.set('a/x', {}, { currentDocument: { updateTime: long } })
      const answer = await database.tryCommit(write)
      expect(errorOf(answer)).toMatchObject({ code: 400, status: 'FAILED_PRECONDITION' })
    })

    it('updateTime holds for a deletion too', async () => {
      const database = await withDocument()
      const write = database.remove('a/x', { currentDocument: { updateTime: long } })
      expect(errorOf(await database.tryCommit(write)).status).toBe('FAILED_PRECONDITION')
    })

    it('an empty one asks nothing', async () => {
      const database = open()
      await database.commit(database.set('a/x', {}, { currentDocument: {} }))
    })
  })

  describe('commits', () => {
    it('write several documents at one time', async () => {
      const database = open()
      const { commitTime } = await database.store('a', { x: int(1), y: int(2) })
      expect((await database.get('a/x')).updateTime).toBe(commitTime)
      expect((await database.get('a/y')).updateTime).toBe(commitTime)
    })

    it('fail whole', async () => {
      const database = await withDocument()
      const answer = await database.tryCommit(
        database.set('a/x', { v: int(2) }),
        database.set('a/new', {}),
        database.remove('a/x'),
        database.set('a/none', {}, { currentDocument: { exists: true } }),
      )
      expect(answer.status).toBe(404)
      expect((await database.get('a/x')).fields).toHaveProperty('v', int(1))
      expect((await database.tryGet('a/new')).status).toBe(404)
    })

    it('apply several writes to one document in order', async () => {
      const database = open()
      await database.commit(
        database.set('a/x', { v: int(1) }),
        database.set('a/x', { w: int(2) }, { updateMask: { fieldPaths: ['w'] } }),
        database.set('a/y', { v: int(1) }),
        database.remove('a/y'),
      )
      expect((await database.get('a/x')).fields).toEqual({ v: int(1), w: int(2) })
      expect((await database.tryGet('a/y')).status).toBe(404)
    })

    it('let a deletion make room for a creation', async () => {
      const database = await withDocument()
      await database.commit(
        database.remove('a/x'),
        database.set('a/x', { n: int(1) }, { currentDocument: { exists: false } }),
      )
      expect((await database.get('a/x')).fields).toEqual({ n: int(1) })
    })

    it('do not create twice', async () => {
      const database = open()
      const write = database.set('a/x', {}, { currentDocument: { exists: false } })
      // ALREADY_EXISTS by the precondition; the emulator calls it INVALID_ARGUMENT.
      expect([400, 409]).toContain((await database.tryCommit(write, write)).status)
      expect((await database.tryGet('a/x')).status).toBe(404)
    })

    it('of nothing pass', async () => {
      expect((await open().tryCommit()).status).toBe(200)
    })

    it('answer a deletion without a time, also where nothing was', async () => {
      const database = await withDocument()
      const { writeResults } = await database.commit(
        database.remove('a/x'),
        database.remove('a/no'),
      )
      expect(writeResults).toEqual([{}, {}])
    })

    it('come after each other in time', async () => {
      const database = open()
      const times: string[] = []
      for (let v = 0; v < 5; v++) times.push((await database.store('a', { x: int(v) })).commitTime)
      // With six digits, for text to sort as time does.
      const full = times.map((time) => time.slice(0, 19) + time.slice(19, -1).padEnd(7, '0'))
      expect(full.toSorted()).toEqual(full)
      expect(new Set(full).size).toBe(5)
    })
  })

  describe('updates', () => {
    it('without a mask replace the document and keep its time of creation', async () => {
      const database = await withDocument()
      const { createTime } = await database.get('a/x')
      await database.commit(database.set('a/x', { n: int(1) }))
      expect(await database.get('a/x')).toMatchObject({ createTime, fields: { n: int(1) } })
      expect((await database.get('a/x')).fields).not.toHaveProperty('v')
    })

    it('with a mask set what it names, and remove what it names without a value', async () => {
      const database = await withDocument()
      const updateMask = { fieldPaths: ['v', 'n'] }
      await database.commit(database.set('a/x', { n: int(1), o: int(2) }, { updateMask }))
      expect((await database.get('a/x')).fields).toEqual({ w: text('kept'), n: int(1) })
    })

    it('with a mask reach into maps', async () => {
      const database = open()
      await database.commit(database.set('a/x', { m: map({ a: int(1), b: int(2) }) }))
      const fields = { m: map({ 'odd `name`': int(3) }) }
      const updateMask = { fieldPaths: ['m.`odd \\`name\\``', 'm.a'] }
      await database.commit(database.set('a/x', fields, { updateMask }))
      expect((await database.get('a/x')).fields).toEqual({
        m: map({ b: int(2), 'odd `name`': int(3) }),
      })
    })

    it('with a mask make a map of what was none', async () => {
      const database = await withDocument()
      const fields = { v: map({ a: int(1) }) }
      await database.commit(database.set('a/x', fields, { updateMask: { fieldPaths: ['v.a'] } }))
      expect((await database.get('a/x')).fields).toEqual({ ...fields, w: text('kept') })
    })

    it('with a mask create what is missing', async () => {
      const database = open()
      await database.commit(
        database.set('a/x', { v: int(1) }, { updateMask: { fieldPaths: ['v'] } }),
      )
      expect((await database.get('a/x')).fields).toEqual({ v: int(1) })
    })

    it('with an empty mask leave everything', async () => {
      const database = await withDocument()
      await database.commit(database.set('a/x', { v: int(9) }, { updateMask: {} }))
      expect((await database.get('a/x')).fields).toEqual({ v: int(1), w: text('kept') })
    })

    it('that change nothing leave the time of the last change', async () => {
      const database = await withDocument()
      const { updateTime, fields } = await database.get('a/x')
      const same = await database.commit(database.set('a/x', fields!))
      const masked = database.set('a/x', { v: int(1) }, { updateMask: { fieldPaths: ['v'] } })
      await database.commit(masked)
      expect(same.writeResults).toEqual([{ updateTime }])
      expect((await database.get('a/x')).updateTime).toBe(updateTime)
    })

    it('to another type of the same number do change', async () => {
      const database = await withDocument()
      const { updateTime } = await database.get('a/x')
      await database.commit(database.set('a/x', { v: { doubleValue: 1 }, w: text('kept') }))
      const changed = await database.get('a/x')
      expect(changed.fields).toHaveProperty('v', { doubleValue: 1 })
      expect(changed.updateTime).not.toBe(updateTime)
    })
  })
}
