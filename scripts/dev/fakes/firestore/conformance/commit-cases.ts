import { describe, expect, it } from 'vitest'
import type { Database, OpenDatabase } from './open-database.ts'

const longAgo = '2020-01-01T00:00:00Z'
const conflict = { ok: false, failure: { kind: 'conflict' } }

export function defineCommitCases(open: OpenDatabase) {
  async function openWithDocument(): Promise<Database> {
    const database = open()
    await database.set('a/x', { v: 1, w: 'kept' })
    return database
  }

  describe('a commit with a precondition', () => {
    it('creates a missing document with ifExists: false', async () => {
      const database = open()
      await database.commit({ set: 'a/x', fields: {}, ifExists: false })
      expect(await database.readFields('a/x')).toEqual({})
    })

    it('refuses an existing document with ifExists: false, and a missing document with ifExists: true', async () => {
      const database = await openWithDocument()
      const write = (set: string, ifExists: boolean) =>
        database.tryCommit({ set, fields: {}, ifExists })
      expect(await write('a/x', false)).toEqual(conflict)
      expect(await write('a/none', true)).toMatchObject({
        failure: { kind: 'rejected', status: 404, code: 'NOT_FOUND' },
      })
    })

    it('accepts the first of two writes with ifUpdatedAt', async () => {
      const database = await openWithDocument()
      const { updateTime } = (await database.get('a/x'))!
      const write = (v: number) =>
        database.tryCommit({ set: 'a/x', fields: { v }, ifUpdatedAt: updateTime })
      expect(await write(2)).toMatchObject({ ok: true })
      expect(await write(3)).toEqual(conflict)
      expect(await database.readFields('a/x')).toEqual({ v: 2 })
    })

    it('refuses a missing document with ifUpdatedAt', async () => {
      const write = { set: 'a/x', fields: {}, ifUpdatedAt: longAgo }
      expect(await open().tryCommit(write)).toEqual(conflict)
    })

    it('only checks that the document hasn’t changed if it merges no fields', async () => {
      const database = await openWithDocument()
      const before = (await database.get('a/x'))!
      const check = (set: string) =>
        database.tryCommit(
          { set, fields: {}, merge: true, ifUpdatedAt: before.updateTime },
          { set: 'a/y', fields: {} },
        )
      expect(await check('a/x')).toMatchObject({ ok: true })
      expect(await database.get('a/x')).toEqual(before)
      await database.commit({ remove: 'a/y' })
      await database.set('a/x', { v: 2 })
      for (const path of ['a/x', 'a/none']) {
        expect(await check(path)).toEqual(conflict)
        expect(await database.get('a/y')).toBeNull()
      }
    })

    it('deletes a document only if ifUpdatedAt is still its update time', async () => {
      const database = await openWithDocument()
      const remove = (ifUpdatedAt: string) => database.tryCommit({ remove: 'a/x', ifUpdatedAt })
      expect(await remove(longAgo)).toEqual(conflict)
      const { updateTime } = (await database.get('a/x'))!
      expect(await remove(updateTime)).toMatchObject({ ok: true })
    })
  })

  describe('a commit', () => {
    it('writes several documents at one time', async () => {
      const database = open()
      const { at } = await database.store('a', { x: 1, y: 2 })
      for (const path of ['a/x', 'a/y']) expect((await database.get(path))!.updateTime).toBe(at)
    })

    it('fails as a whole', async () => {
      const database = await openWithDocument()
      const result = await database.tryCommit(
        { set: 'a/x', fields: { v: 2 } },
        { set: 'a/new', fields: {} },
        { remove: 'a/x' },
        { set: 'a/none', fields: {}, ifExists: true },
      )
      expect(result.ok).toBe(false)
      expect(await database.readFields('a/x')).toHaveProperty('v', 1)
      expect(await database.get('a/new')).toBeNull()
    })

    it('applies several writes to one document in order', async () => {
      const database = open()
      await database.commit(
        { set: 'a/x', fields: { v: 1 } },
        { set: 'a/x', fields: { w: 2 }, merge: true },
        { set: 'a/y', fields: { v: 1 } },
        { remove: 'a/y' },
      )
      expect(await database.readFields('a/x')).toEqual({ v: 1, w: 2 })
      expect(await database.get('a/y')).toBeNull()
    })

    it('can create a document that it deletes first', async () => {
      const database = await openWithDocument()
      await database.commit({ remove: 'a/x' }, { set: 'a/x', fields: { n: 1 }, ifExists: false })
      expect(await database.readFields('a/x')).toEqual({ n: 1 })
    })

    it('can’t create a document twice', async () => {
      const database = open()
      const write = { set: 'a/x', fields: {}, ifExists: false }
      // The precondition causes ALREADY_EXISTS or, in the emulator, INVALID_ARGUMENT.
      expect((await database.tryCommit(write, write)).ok).toBe(false)
      expect(await database.get('a/x')).toBeNull()
    })

    it('deletes a document even if it is missing', async () => {
      const { at, updateTimes } = await open().commit({ remove: 'a/no' })
      expect(updateTimes).toEqual([at])
    })

    it('has a later time than the commit before it', async () => {
      const database = open()
      const times: string[] = []
      for (let v = 0; v < 5; v++) times.push((await database.set('a/x', { v })).at)
      // With six digits, the text sorts like the time.
      const full = times.map((time) => time.slice(0, 19) + time.slice(19, -1).padEnd(7, '0'))
      expect(full.toSorted()).toEqual(full)
      expect(new Set(full).size).toBe(5)
    })
  })

  describe('an update', () => {
    it('replaces the document', async () => {
      const database = await openWithDocument()
      await database.set('a/x', { n: 1 })
      expect(await database.readFields('a/x')).toEqual({ n: 1 })
    })

    it('sets the given fields, and removes those without a value, if it merges', async () => {
      const database = await openWithDocument()
      await database.commit({ set: 'a/x', fields: { n: 1, v: undefined }, merge: true })
      expect(await database.readFields('a/x')).toEqual({ w: 'kept', n: 1 })
    })

    it('replaces a map as a whole, and creates a missing document, if it merges', async () => {
      const database = open()
      for (const fields of [{ m: { a: 1, b: 2 } }, { m: { 'odd `name`': 3 } }]) {
        await database.commit({ set: 'a/x', fields, merge: true })
        expect(await database.readFields('a/x')).toEqual(fields)
      }
    })

    it('keeps the update time if it changes nothing', async () => {
      const database = await openWithDocument()
      const { updateTime, fields } = (await database.get('a/x'))!
      expect((await database.set('a/x', fields)).updateTimes).toEqual([updateTime])
      await database.commit({ set: 'a/x', fields: { v: 1 }, merge: true })
      expect((await database.get('a/x'))!.updateTime).toBe(updateTime)
    })

    it('sets server times in milliseconds, the same for all fields', async () => {
      const database = open()
      const { at } = await database.commit({
        set: 'a/x',
        fields: { v: 1, one: 2 },
        serverTimes: ['one', 'other'],
      })
      const { one, other, v } = (await database.readFields('a/x'))!
      expect({ other, v }).toEqual({ other: one, v: 1 })
      expect((one as Date).getTime()).toBeLessThanOrEqual(Date.parse(at))
      // A Date has only milliseconds.
      const where = [{ field: 'one', is: 'EQUAL', value: one }] as const
      expect(await database.ids({ collection: 'a', where })).toBe('x')
    })
  })
}
