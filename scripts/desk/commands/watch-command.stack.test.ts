import { once } from 'node:events'
import { afterAll, describe, expect, it } from 'vitest'
import { stack } from '../../../functions/testing/edge-client.ts'
import { createDeskHarness } from '../testing/desk-process.ts'

const desk = createDeskHarness(stack)
const path = 'articles/a-trial-of-watching'
afterAll(() => desk.removeDocuments([path]))

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

const pollOnce = (...args: string[]) =>
  desk.run('watch', '--once', '--state', 'watch.json', ...args)

describe('desk watch', () => {
  it('notifies the site of each change once, across restarts', async () => {
    await write('One')
    const first = await pollOnce()
    expect(first).toMatchObject({ code: 0, errors: '' })
    expect(first.out).toContain('Notified the site')
    expect(await pollOnce()).toMatchObject({ code: 0, out: '', errors: '' })

    await write('Two')
    expect((await pollOnce()).out).toContain('Notified the site: 1 changed document')
    expect((await pollOnce()).out).toBe('')
  })

  it('loses no change while the site or the database is unavailable', async () => {
    await write('Three')
    const nobody = 'http://127.0.0.1:9'
    const args = ['watch', '--once', '--state', 'watch.json']
    expect((await desk.runWith({ SITE_URL: nobody }, ...args)).code).toBe(5)
    expect((await desk.runWith({ FIRESTORE_URL: nobody }, ...args)).code).toBe(4)
    expect((await pollOnce()).out).toContain('Notified the site: 1 changed document')
  })

  it('checks until it is stopped, and exits with 0', async () => {
    await write('Between')
    const watch = desk.start('watch', '--every', '1', '--state', 'watch.json')
    await once(watch.stdout, 'data')
    const notified = once(watch.stdout, 'data')
    await write('Between again')
    const [said] = await notified
    expect(String(said)).toContain('Notified the site: 1 changed document')
    watch.kill('SIGTERM')
    const { exitCode, signal } = await watch
    expect([exitCode, signal]).toEqual([0, undefined])
    expect((await pollOnce()).out).toBe('')
  })

  it('writes nothing itself', async () => {
    const before = await desk.readDocument(path)
    await write('Four')
    await pollOnce()
    expect((await desk.readDocument(path))!.fields.title).toBe('Four')
    expect(await desk.readRevisions(path)).toEqual([])
    expect(before!.updateTime).not.toBe((await desk.readDocument(path))!.updateTime)
    expect((await pollOnce()).out).toBe('')
  })
})
