/** Fetches images from the old site over HTTP, once. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createProjectId, openTestDesk } from '../testing/empty-project.ts'
import { buildPost, createImportHarness, generateWords } from '../testing/import-harness.ts'

const folder = createImportHarness()
const asked: string[] = []
const dog = await sharp({ create: { width: 70, height: 50, channels: 3, background: 'peru' } })
  .png()
  .toBuffer()
const oldSite = createServer(({ url = '' }, response) => {
  asked.push(url)
  if (url === '/uploads/dog.png') response.end(dog)
  else response.writeHead(503).end()
})
beforeAll(async () => {
  await new Promise<void>((resolve) => oldSite.listen(0, '127.0.0.1', resolve))
})
afterAll(() => void oldSite.close())

it('fetches a picture once, stores it, and says which is out of reach', async () => {
  const at = `http://127.0.0.1:${(oldSite.address() as AddressInfo).port}`
  const body = `![A dog](/uploads/dog.png)\n\n${generateWords(90)}\n\n![Away](/uploads/away.png)\n\nThe rest.`
  folder.write({ 'dog.md': buildPost('A dog', '2020-01-01', body, 'description: Asleep.\n') })
  const desk = await openTestDesk(createProjectId())

  const first = await folder.importFolder(desk, 'first', { oldSite: at })
  const outOfReach = expect.stringMatching(/^picture \/uploads\/away\.png answers with status 503/)
  expect(first.rows['markdown:dog.md']).toMatchObject({
    importOutcome: 'imported',
    notes: [outOfReach],
  })
  expect(asked.sort()).toEqual(['/uploads/away.png', '/uploads/dog.png'])
  const [picture, ...others] = folder.readStoredImages()
  expect([picture!.src, others]).toEqual(['/uploads/dog.png', []])
  const stored = await desk.firestore.get('articles/dog')
  expect(stored.ok && stored.value?.fields.image).toMatchObject({ id: picture!.id, width: 70 })
  expect((await fetch(`${desk.siteUrl}/images/${picture!.id}/640`)).status).toBe(200)

  const again = await folder.importFolder(desk, 'again', { oldSite: at })
  expect(again.rows['markdown:dog.md']).toMatchObject({
    importOutcome: 'unchanged',
    notes: [outOfReach],
  })
  // Requests missing images again, and nothing else.
  expect(asked.slice(2)).toEqual(['/uploads/away.png'])
})
