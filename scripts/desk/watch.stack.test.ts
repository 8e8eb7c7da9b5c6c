import { once } from 'node:events'
import { afterAll, describe, expect, it } from 'vitest'
import { stack } from '../../functions/edge-client.ts'
import { deskFolder } from './desk-process.ts'

const desk = deskFolder(stack)
const path = 'articles/a-trial-of-watching'
afterAll(() => desk.clear([path]))

/** A draft that somebody writes without the desk. */
const write = (title: string) =>
  desk.commit({
    set: path,
    fields: {
      title,
      dek: 'B',
      body: 'C',
      category: 'food',
      tags: [],
      authors: ['thiri-hlaing'],
      image: { id: 'x-0123456789abcdef', alt: 'A', credit: 'B', width: 3, height: 2 },
      access: 'metered',
      status: 'draft',
    },
    serverTimes: ['updatedAt'],
  })

const look = (...args: string[]) => desk.run('watch', '--once', '--state', 'watch.json', ...args)

describe('desk watch', () => {
  it('tells the site what others have written, once, wherever it was stopped', async () => {
    await write('One')
    const first = await look()
    expect(first).toMatchObject({ code: 0, errors: '' })
    expect(first.out).toContain('Told the site')
    expect(await look()).toMatchObject({ code: 0, out: '', errors: '' })

    await write('Two')
    expect((await look()).out).toContain('Told the site of 1 changed documents')
    expect((await look()).out).toBe('')
  })

  it('forgets nothing while the site or the database is away', async () => {
    await write('Three')
    const nobody = 'http://127.0.0.1:9'
    const args = ['watch', '--once', '--state', 'watch.json']
    expect((await desk.runWith({ SITE_URL: nobody }, ...args)).code).toBe(5)
    expect((await desk.runWith({ FIRESTORE_URL: nobody }, ...args)).code).toBe(4)
    expect((await look()).out).toContain('Told the site of 1 changed documents')
  })

  it('goes on looking until it is stopped, and ends then as it should', async () => {
    await write('Between')
    const watch = desk.start('watch', '--every', '1', '--state', 'watch.json')
    const ended = once(watch, 'close')
    await once(watch.stdout, 'data')
    await write('Between again')
    const [said] = await once(watch.stdout, 'data')
    expect(String(said)).toContain('Told the site of 1 changed documents')
    watch.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect((await look()).out).toBe('')
  })

  it('writes nothing itself, so that it never sees itself', async () => {
    const before = await desk.stored(path)
    await write('Four')
    await look()
    expect((await desk.stored(path))!.fields.title).toBe('Four')
    expect(await desk.revisions(path)).toEqual([])
    expect(before!.updateTime).not.toBe((await desk.stored(path))!.updateTime)
    expect((await look()).out).toBe('')
  })
})
