import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { createEdgeClient, fetchStatus, stack } from '../../../functions/testing/edge-client.ts'
import { createTestName } from '../../dev/stack/emulator-accounts.ts'
import { buildManuscript, createDeskHarness, editorName } from '../testing/desk-process.ts'

const desk = createDeskHarness(stack)
const slug = `picture-${createTestName()}`
const file = `${slug}.md`
afterAll(() => desk.removeDocuments([`articles/${slug}`]))

const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
const createPicture = () =>
  sharp({ create: { width: 90, height: 60, channels: 3, background: '#356', noise } })
    .jpeg()
    .toBuffer()
const readImage = async () =>
  (await desk.readDocument(`articles/${slug}`))?.fields.image as { readonly id: string }

it('desk picture removes a picture, and lists the documents that show it', async () => {
  desk.write('lead.jpg', await createPicture())
  desk.write(file, buildManuscript())
  expect((await desk.run('publish', file)).code).toBe(0)
  const { id } = await readImage()
  const picture = 'lead.jpg'
  const shown = `Shown by:\n  articles/${slug} (published)\n`

  const asked = await desk.run('picture', 'remove', id)
  expect([asked.code, asked.out]).toEqual([1, ''])
  expect(await desk.run('picture', 'remove', picture, '--dry-run')).toMatchObject({
    code: 0,
    out: `${id}: would be removed. Nothing was changed.\n${shown}`,
  })
  const guest = createEdgeClient()
  expect(await fetchStatus(guest, `/images/${id}/128`)).toBe(200)

  const address = `${stack.siteUrl}/images/${id}/640`
  const options = ['--message', 'court order', '--yes']
  expect(await desk.run('picture', 'remove', address, ...options)).toMatchObject({
    code: 0,
    out: `${id}: removed\nSizes removed: 1\n${shown}`,
  })
  // The size that was requested before is cached for up to an hour.
  expect(await fetchStatus(guest, `/images/${id}/96`)).toBe(404)
  const again = await desk.run('picture', 'remove', picture, '--yes')
  expect(again.out).toMatch(
    new RegExp(
      `^${id}: no change. ${editorName} removed it on \\d{4}-\\d\\d-\\d\\d: court order\n`,
    ),
  )
})

it('desk picture refuses everything but the site’s pictures', async () => {
  const unknown = await desk.run('picture', 'remove', 'nothing-0123456789abcdef', '--yes')
  expect([unknown.code, unknown.out]).toEqual([1, ''])
  expect(unknown.errors).toContain('not found. Check the picture’s address or ID.')
})
