import { describe, expect, it } from 'vitest'
import { type Database, int, map, type OpenDatabase, readError, text } from './wire-client.ts'

const longAgo = '2020-01-01T00:00:00Z'

export function defineCommitCases(open: OpenDatabase) {
  async function openWithDocument(): Promise<Database> {
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

    it.each([
      [false, 'an existing document', 'a/x', 409, 'ALREADY_EXISTS'],
      [true, 'a missing document', 'a/none', 404, 'NOT_FOUND'],
    ])('exists: %s refuses %s', async (exists, _, path, code, status) => {
      const database = await openWithDocument()
      const write = database.set(path, {}, { currentDocument: { exists } })
      const response = await database.tryCommit(write)
      expect(response.status).toBe(code)
      expect(readError(response)).toMatchObject({ code, status })
    })

    it('updateTime accepts the first of two writes', async () => {
      const database = await openWithDocument()
      const { updateTime } = await database.get('a/x')
      const write = (v: number) =>
        database.set('a/x', { v: int(v) }, { currentDocument: { updateTime } })
      await database.commit(write(2))
      const response = await database.tryCommit(write(3))
      expect(response.status).toBe(400)
      expect(readError(response)).toMatchObject({ code: 400, status: 'FAILED_PRECONDITION' })
      expect((await database.get('a/x')).fields).toEqual({ v: int(2) })
    })

    it('updateTime refuses a missing document', async () => {
      const database = open()
      const write = database.set('a/x', {}, { currentDocument: { updateTime: longAgo } })
      const response = await database.tryCommit(write)
      expect(readError(response)).toMatchObject({ code: 400, status: 'FAILED_PRECONDITION' })
    })

    it('updateTime with an empty mask only checks that the document hasn’t changed', async () => {
      const database = await openWithDocument()
      const before = await database.get('a/x')
      const check = (path: string, updateTime: string) => {
        const extra = { updateMask: { fieldPaths: [] }, currentDocument: { updateTime } }
        return database.tryCommit(database.set(path, {}, extra), database.set('a/y', {}))
      }
      expect((await check('a/x', before.updateTime)).status).toBe(200)
      expect(await database.get('a/x')).toEqual(before)
      await database.commit(database.remove('a/y'))
      await database.store('a', { x: int(2) })
      for (const path of ['a/x', 'a/none']) {
        const refused = await check(path, before.updateTime)
        expect(refused.status).toBe(400)
        expect(readError(refused)).toMatchObject({ code: 400, status: 'FAILED_PRECONDITION' })
        expect((await database.tryGet('a/y')).status).toBe(404)
      }
    })

    it('updateTime applies to deletions', async () => {
      const database = await openWithDocument()
      const remove = (updateTime: string) =>
        database.tryCommit(database.remove('a/x', { currentDocument: { updateTime } }))
      expect(readError(await remove(longAgo)).status).toBe('FAILED_PRECONDITION')
      const { updateTime } = await database.get('a/x')
      expect((await remove(updateTime)).status).toBe(200)
    })
  })

  describe('commits', () => {
    it('write several documents at one time', async () => {
      const database = open()
      const { commitTime } = await database.store('a', { x: int(1), y: int(2) })
      expect((await database.get('a/x')).updateTime).toBe(commitTime)
      expect((await database.get('a/y')).updateTime).toBe(commitTime)
    })

    it('fail as a whole', async () => {
      const database = await openWithDocument()
      const response = await database.tryCommit(
        database.set('a/x', { v: int(2) }),
        database.set('a/new', {}),
        database.remove('a/x'),
        database.set('a/none', {}, { currentDocument: { exists: true } }),
      )
      expect(response.status).toBe(404)
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

    it('create a document that they delete first', async () => {
      const database = await openWithDocument()
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

    it('succeed without writes', async () => {
      expect((await open().tryCommit()).status).toBe(200)
    })

    it('return no time for a deletion, even of a missing document', async () => {
      const database = await openWithDocument()
      const { writeResults } = await database.commit(
        database.remove('a/x'),
        database.remove('a/no'),
      )
      expect(writeResults).toEqual([{}, {}])
    })

    it('have increasing times', async () => {
      const database = open()
      const times: string[] = []
      for (let v = 0; v < 5; v++) times.push((await database.store('a', { x: int(v) })).commitTime)
      // With six digits text sorts as time does.
      const full = times.map((time) => time.slice(0, 19) + time.slice(19, -1).padEnd(7, '0'))
      expect(full.toSorted()).toEqual(full)
      expect(new Set(full).size).toBe(5)
    })
  })

  describe('updates', () => {
    it('without a mask replace the document and keep its creation time', async () => {
      const database = await openWithDocument()
      const { createTime } = await database.get('a/x')
      await database.commit(database.set('a/x', { n: int(1) }))
      expect(await database.get('a/x')).toMatchObject({ createTime, fields: { n: int(1) } })
      expect((await database.get('a/x')).fields).not.toHaveProperty('v')
    })

    it('with a mask set the fields it names, and remove those without a value', async () => {
      const database = await openWithDocument()
      const updateMask = { fieldPaths: ['v', 'n'] }
      await database.commit(database.set('a/x', { n: int(1), o: int(2) }, { updateMask }))
      expect((await database.get('a/x')).fields).toEqual({ w: text('kept'), n: int(1) })
    })

    it('with a mask replace a map as a whole', async () => {
      const database = open()
      await database.commit(database.set('a/x', { m: map({ a: int(1), b: int(2) }) }))
      const fields = { m: map({ 'odd `name`': int(3) }) }
      await database.commit(database.set('a/x', fields, { updateMask: { fieldPaths: ['m'] } }))
      expect((await database.get('a/x')).fields).toEqual(fields)
    })

    it('with a mask create a missing document', async () => {
      const database = open()
      const updateMask = { fieldPaths: ['v'] }
      await database.commit(database.set('a/x', { v: int(1) }, { updateMask }))
      expect((await database.get('a/x')).fields).toEqual({ v: int(1) })
    })

    it('with an empty mask change nothing', async () => {
      const database = await openWithDocument()
      await database.commit(database.set('a/x', { v: int(9) }, { updateMask: {} }))
      expect((await database.get('a/x')).fields).toEqual({ v: int(1), w: text('kept') })
    })

    it('that change nothing keep the update time', async () => {
      const database = await openWithDocument()
      const { updateTime, fields } = await database.get('a/x')
      const same = await database.commit(database.set('a/x', fields!))
      const updateMask = { fieldPaths: ['v'] }
      await database.commit(database.set('a/x', { v: int(1) }, { updateMask }))
      expect(same.writeResults).toEqual([{ updateTime }])
      expect((await database.get('a/x')).updateTime).toBe(updateTime)
    })

    it('to another type of the same number are changes', async () => {
      const database = await openWithDocument()
      const { updateTime } = await database.get('a/x')
      await database.commit(database.set('a/x', { v: { doubleValue: 1 }, w: text('kept') }))
      const changed = await database.get('a/x')
      expect(changed.fields).toHaveProperty('v', { doubleValue: 1 })
      expect(changed.updateTime).not.toBe(updateTime)
    })

    it('set server times in milliseconds, the same for all fields', async () => {
      const database = open()
      const at = (fieldPath: string) => ({ fieldPath, setToServerValue: 'REQUEST_TIME' })
      const updateTransforms = [at('one'), at('other')]
      const write = database.set('a/x', { v: int(1), one: int(2) }, { updateTransforms })
      const { commitTime, writeResults } = await database.commit(write)
      const { one, other, v } = (await database.get('a/x')).fields!
      expect({ other, v }).toEqual({ other: one, v: int(1) })
      expect(writeResults[0]!.transformResults).toEqual([one, one])
      const { timestampValue } = one as { timestampValue: string }
      expect(timestampValue).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/)
      expect(Date.parse(timestampValue)).toBeLessThanOrEqual(Date.parse(commitTime))
    })
  })
}
