import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { Desk } from '../../desk/command-line/desk-environment.ts'
import { createTestFolder } from '../../shared/testing/test-folder.ts'
import { openImageLedger } from './image-ledger.ts'
import { createImageImporter } from './import-images.ts'

const folder = createTestFolder()

async function load(
  ownFolder: string | null,
  src: string,
  method: 'load' | 'loadRecording' = 'load',
) {
  const images = createImageImporter({
    // A dry run doesn't call the desk.
    desk: {} as Desk,
    folder: ownFolder,
    oldSite: null,
    localOrigin: null,
    dryRun: true,
    ledger: openImageLedger(join(folder, 'images.jsonl'), 'https://site.example'),
  })
  const loaded = await images[method](src)
  images.dispose()
  return loaded
}

it('a file is read only if the import’s source has a folder', async () => {
  const picture = sharp({ create: { width: 70, height: 50, channels: 3, background: 'peru' } })
  writeFileSync(join(folder, 'dog.png'), await picture.png().toBuffer())
  expect(await load(folder, 'dog.png')).toMatchObject({ ok: true, value: { width: 70 } })
  expect(await load(null, 'dog.png')).toEqual({
    ok: false,
    failure: { reason: 'was not found', isTemporary: false },
  })
})

it('a recording isn’t taken for a picture, or a picture for a recording', async () => {
  writeFileSync(join(folder, 'talk.mp3'), 'ID3\u0004 and sound')
  writeFileSync(join(folder, 'page.mp3'), '<!doctype html>')
  expect(await load(folder, 'talk.mp3', 'loadRecording')).toMatchObject({
    ok: true,
    value: { id: expect.stringMatching(/^talk-[0-9a-f]{16}$/) },
  })
  expect((await load(folder, 'talk.mp3')).ok).toBe(false)
  for (const name of ['dog.png', 'page.mp3', 'missing.mp3'])
    expect((await load(folder, name, 'loadRecording')).ok).toBe(false)
})

it('an SVG is drawn large enough for the column', async () => {
  const shape = '<script>alert(1)</script><rect width="24" height="12"/>'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 12">${shape}</svg>`
  writeFileSync(join(folder, 'loom.svg'), `\ufeff<?xml version="1.0"?>\n${svg}`)
  writeFileSync(join(folder, 'torn.svg'), svg.slice(0, -9))
  writeFileSync(join(folder, 'page.svg'), `<!doctype html><body>${svg}</body>`)
  expect(await load(folder, 'loom.svg')).toMatchObject({
    ok: true,
    value: { id: expect.stringMatching(/^loom-/), width: 1600, height: 800 },
  })
  for (const name of ['torn.svg', 'page.svg']) expect((await load(folder, name)).ok).toBe(false)
})
